import type { BulkAction } from '@cloud-factory/contract/orders/order-bulk'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useEffect, useRef, useState } from 'react'
import { api, type Sent } from '../../shared/api.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import {
  chunksOf,
  notAnswered,
  type Results,
  withResults,
  allowedOf,
  refusedIds,
  type BulkItem,
  countOutcomes,
} from './order-actions.rules.ts'
import { priorities } from '@cloud-factory/domain/orders/order-statuses'
import { Button, Form, Input, Modal, Progress, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count } from '../../shared/format/numbers.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { Link } from 'react-router'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

interface BulkWish {
  readonly action: BulkAction
  readonly reason: string
  readonly priority: OrderRow['priority']
}

type State = 'asking' | 'running' | 'stopped' | 'over'

/**
 * Sends the orders a few at a time. It can be stopped between batches. An interrupted run continues
 * with the unanswered orders: the server does nothing twice.
 */
function useBulkRun() {
  const changed = useOrdersChanged()
  const [state, setState] = useState<State>('asking')
  const [results, setResults] = useState<Results>(new Map())
  const [error, setError] = useState<unknown>(null)
  const control = useRef<AbortController>(null)
  useEffect(() => () => control.current?.abort(), [])

  const run = async (ids: readonly string[], wish: BulkWish, before: Results) => {
    if (control.current !== null && !control.current.signal.aborted) return
    const stop = new AbortController()
    control.current = stop
    setState('running')
    setError(null)
    let known = before
    try {
      for (const chunk of chunksOf(notAnswered(ids, before))) {
        if (stop.signal.aborted) break
        const { items } = await api('POST /api/orders/bulk', sentOf(wish, chunk))
        known = withResults(known, items)
        setResults(known)
      }
    } catch (failure) {
      setError(failure)
    } finally {
      control.current = null
      setState(notAnswered(ids, known).length === 0 ? 'over' : 'stopped')
      void changed()
    }
  }
  return {
    state,
    results,
    error,
    /** Starts, or continues with the orders without a response. */
    start: (ids: readonly string[], wish: BulkWish) => void run(ids, wish, results),
    /** Asks again for some that were answered. */
    retry: (ids: readonly string[], all: readonly string[], wish: BulkWish) => {
      const without = new Map([...results].filter(([id]) => !ids.includes(id)))
      setResults(without)
      void run(all, wish, without)
    },
    /** After those that are on their way. */
    stop: () => control.current?.abort(),
  }
}

function sentOf({ action, reason, priority }: BulkWish, ids: string[]): Sent<'POST /api/orders/bulk'> {
  if (action === 'priority') return { body: { action, ids, priority } }
  return action === 'hold' || action === 'resume'
    ? { body: { action, ids, reason } }
    : { body: { action, ids } }
}

const tones = { done: 'good', already: 'neutral', refused: 'bad' } as const
const order: Readonly<Record<BulkItem['outcome'], number>> = { refused: 0, already: 1, done: 2 }
/** Maximum number of rows shown; the sums above include all. */
const maxShown = 500

/** Result for each order; rejected orders first, with their reasons. */
function BulkResults({ results }: { readonly results: Results }) {
  const { t } = useTranslation('order-list')
  const reasonText = useReasonText()
  const sums = countOutcomes(results)
  const items = [...results.values()]
    .toSorted((one, other) => order[one.outcome] - order[other.outcome])
    .slice(0, maxShown)
  if (items.length === 0) return null
  return (
    <>
      <div className="bulk-sums">
        {(['done', 'already', 'refused'] as const).map((outcome) => (
          <span key={outcome}>
            {t(`outcome.${outcome}`)} {count(sums[outcome])}
          </span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div className="bulk-results" tabIndex={0} role="region" aria-label={t('results')}>
        <table>
          <tbody>
            {items.map(({ id, no, outcome, reason }) => (
              <tr key={id}>
                <th scope="row">{no === null ? `#${id}` : <Link to={`/order/detail/${id}`}>{no}</Link>}</th>
                <td>
                  <StatusTag tone={tones[outcome]} text={t(`outcome.${outcome}`)} />
                </td>
                <td>{reason === null ? '' : reasonText(reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface Props {
  readonly action: BulkAction
  readonly ids: readonly string[]
  /** Those of them that are known. */
  readonly orders: readonly OrderRow[]
  readonly onClose: () => void
}

type Values = { readonly reason?: string; readonly priority?: OrderRow['priority'] }

/**
 * Asks for confirmation, runs the action order by order and shows each result. Mount it when it
 * opens.
 */
export function BulkDialog({ action, ids, orders, onClose }: Props) {
  const { t } = useTranslation('order-list')
  const [form] = Form.useForm<Values>()
  const [wish, setWish] = useState<BulkWish | null>(null)
  const run = useBulkRun()
  const { state, results, error } = run
  useDirty(state === 'running')
  const begin = async () => {
    const values = await form.validateFields().catch(() => null)
    if (values === null) return
    const { reason = '', priority = 'B' } = values
    const next = { action, reason: reason.trim(), priority }
    setWish(next)
    run.start(ids, next)
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t(`ask.${action}`, { count: ids.length })}
        onCancel={() => state !== 'running' && onClose()}
        mask={{ closable: false }}
        footer={
          <BulkFooter action={action} ids={ids} run={run} wish={wish} onBegin={begin} onClose={onClose} />
        }
      >
        {state === 'asking' ? (
          <Question action={action} ids={ids} orders={orders} form={form} />
        ) : (
          <>
            <Progress
              percent={Math.floor((results.size / ids.length) * 100)}
              status={state === 'running' ? 'active' : 'normal'}
              aria-label={t('progress')}
            />
            <p role="status">{t('answered', { done: count(results.size), all: count(ids.length) })}</p>
            {error !== null && <ProblemAlert error={error} />}
            <BulkResults results={results} />
          </>
        )}
      </Modal>
    </>
  )
}

interface FooterProps extends Omit<Props, 'orders'> {
  readonly run: ReturnType<typeof useBulkRun>
  /** Null: nothing was sent yet. */
  readonly wish: BulkWish | null
  readonly onBegin: () => Promise<void>
}

function BulkFooter({ action, ids, run, wish, onBegin, onClose }: FooterProps) {
  const { t } = useTranslation('order-list')
  const { state, results, start, retry, stop } = run
  const refused = refusedIds(results)
  return {
    asking: (
      <>
        <Button onClick={onClose}>{t('common:form.cancel')}</Button>
        <Button type="primary" onClick={() => void onBegin()}>
          {t(`do.${action}`, { count: ids.length })}
        </Button>
      </>
    ),
    running: <Button onClick={stop}>{t('stop')}</Button>,
    stopped: (
      <>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button type="primary" onClick={() => wish !== null && start(ids, wish)}>
          {t('goOn')}
        </Button>
      </>
    ),
    over: (
      <>
        {refused.length > 0 && (
          <Button onClick={() => wish !== null && retry(refused, ids, wish)}>
            {t('retry', { count: refused.length })}
          </Button>
        )}
        <Button type="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </>
    ),
  }[state]
}

interface QuestionProps extends Omit<Props, 'onClose'> {
  readonly form: ReturnType<typeof Form.useForm<Values>>[0]
}

function Question({ action, ids, orders, form }: QuestionProps) {
  const { t } = useTranslation('order-list')
  const allowed = allowedOf(orders, action)
  return (
    <>
      <p>{t(`text.${action}`)}</p>
      {orders.length === ids.length && allowed < ids.length && (
        <p className="page-note">{t('allowed', { allowed: count(allowed), all: count(ids.length) })}</p>
      )}
      <Form form={form} layout="vertical" initialValues={{ priority: 'B' }}>
        {(action === 'hold' || action === 'resume') && (
          <Form.Item
            name="reason"
            label={t('shell:form.reason')}
            rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
          >
            <Input.TextArea rows={3} maxLength={500} showCount />
          </Form.Item>
        )}
        {action === 'priority' && (
          <Form.Item name="priority" label={t('common:field.priority')}>
            <Select options={priorities.map((value) => ({ value, label: t(`orders:priority.${value}`) }))} />
          </Form.Item>
        )}
      </Form>
    </>
  )
}
