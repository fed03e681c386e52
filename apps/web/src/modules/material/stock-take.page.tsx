import type { StockTakeBar, StockTakeDetail } from '@cloud-factory/contract/material/stock-takes'
import type { StockTakeResult } from '@cloud-factory/domain/material/material-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button as AntButton, Input } from 'antd'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { csvText, downloadText } from '../../shared/format/csv.ts'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { newUuid } from '../../shared/new-uuid.ts'
import { CameraScan } from '../../shared/scan/camera-scan.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { StockTakeTag } from './material-labels.tsx'
import { stockTakeQuery } from './material.queries.ts'
import '../quality-records/quality.css'

type T = ReturnType<typeof useTranslation<'material'>>['t']
type Action = Exclude<keyof StockTakeDetail['can'], 'count'>

const tones: Readonly<Record<StockTakeResult, Tone>> = {
  found: 'good',
  wrong_place: 'warn',
  unexpected: 'warn',
  missing: 'bad',
  used: 'neutral',
}

const barColumns = (t: T): readonly Column<StockTakeBar>[] => [
  { key: 'bar', title: t('field.bar'), width: 76, pinned: true, render: ({ id }) => `B${id}` },
  {
    key: 'status',
    title: t('field.result'),
    width: { zh: 100, other: 130 },
    render: ({ result }) => <StatusTag tone={tones[result]} text={t(`take.result.${result}`)} />,
  },
  { key: 'profile', title: t('field.profile'), width: 136, render: ({ profile }) => profile },
  { key: 'grade', title: t('field.grade'), width: 76, render: ({ grade }) => grade },
  {
    key: 'length',
    title: t('common:field.lengthMm'),
    width: 96,
    align: 'right',
    render: ({ lengthMm }) => thousands(lengthMm),
  },
  { key: 'heat', title: t('field.heat'), width: 100, render: ({ heat }) => heat },
  { key: 'place', title: t('field.location'), width: 100, render: ({ location }) => location || absent },
  {
    key: 'found',
    title: t('take.found'),
    width: 100,
    render: ({ foundLocation }) =>
      foundLocation === null ? absent : foundLocation || t('take.result.found'),
  },
  { key: 'by', title: t('take.countedBy'), width: 100, render: ({ countedBy }) => countedBy ?? absent },
]

/** What differs, as a file. */
const differencesCsv = (t: T, items: readonly StockTakeBar[]): string =>
  csvText([
    [
      t('field.bar'),
      t('field.result'),
      t('field.profile'),
      t('field.grade'),
      t('field.heat'),
      t('field.location'),
      t('take.found'),
    ],
    ...items
      .filter(({ result }) => result !== 'found' && result !== 'used')
      .map((bar) => [
        `B${bar.id}`,
        t(`take.result.${bar.result}`),
        bar.profile,
        bar.grade,
        bar.heat,
        bar.location,
        bar.foundLocation,
      ]),
  ])

type Count = { readonly bar: string; readonly location: string | null; readonly counted: boolean }

/** Counts by scan, by typing and by tick; each shows at once what it did. */
function useCount(id: string) {
  const changed = useQualityChanged()
  return useMutation({
    mutationFn: (body: Count) =>
      api('POST /api/stock-takes/:id/counts', { params: { id }, body, idempotencyKey: newUuid() }),
    onSettled: changed,
  })
}

function Scan({
  take,
  count: counting,
}: {
  readonly take: StockTakeDetail
  readonly count: ReturnType<typeof useCount>
}) {
  const { t } = useTranslation('material')
  const [bar, setBar] = useState('')
  const [place, setPlace] = useState(take.location)
  const found = (code: string) =>
    counting.mutate({ bar: code, location: place.trim() || null, counted: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = bar.trim()
    if (code === '') return
    setBar('')
    found(code)
  }
  const last = counting.data?.items.find(({ id }) => `B${id}` === counting.variables?.bar.toUpperCase())
  return (
    <div className="weld-scan">
      <form onSubmit={submit}>
        <Input
          size="large"
          maxLength={60}
          aria-label={t('take.here')}
          prefix={<span className="soft">{t('take.here')}</span>}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
        />
        <Input
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          aria-label={t('take.scan')}
          placeholder={t('take.scan')}
          value={bar}
          onChange={({ target }) => setBar(target.value)}
        />
        <AntButton size="large" htmlType="submit" type="primary" loading={counting.isPending}>
          {t('take.count')}
        </AntButton>
        <CameraScan size="large" goesOn label={t('common:scan.camera')} onCode={found} />
      </form>
      {counting.error !== null && <ProblemAlert error={counting.error} />}
      {last !== undefined && (
        <p role="status">
          B{last.id} · {last.profile} · {thousands(last.lengthMm)} mm · {t(`take.result.${last.result}`)}
        </p>
      )}
    </div>
  )
}

interface DialogProps {
  readonly take: StockTakeDetail
  readonly action: Action
  readonly onClose: () => void
}

function TakeDialog({ take, action, onClose }: DialogProps) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const { id, no, version, results } = take
  return (
    <ActionDialog
      title={`${t(`take.${action}`)}: ${no}`}
      action={t(`take.${action}`)}
      danger
      reason={action === 'close' ? 'required' : undefined}
      act={(reason, idempotencyKey) =>
        action === 'close'
          ? api('POST /api/stock-takes/:id/close', {
              params: { id },
              body: { version, reason: reason ?? '' },
              idempotencyKey,
            })
          : api('POST /api/stock-takes/:id/cancel', { params: { id }, body: { version }, idempotencyKey })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {action === 'close'
          ? t('take.closeText', { missing: results.missing, moved: results.wrong_place + results.unexpected })
          : t('take.cancelText')}
      </p>
    </ActionDialog>
  )
}

function Take({ take }: { readonly take: StockTakeDetail }) {
  const { t } = useTranslation('material')
  const [action, setAction] = useState<Action | null>(null)
  const counting = useCount(take.id)
  const columns = useMemo(() => barColumns(t), [t])
  const { no, status, location, profile, reason, results, can, items } = take
  const isOpen = status === 'open'
  const tick = ({ id, foundLocation }: StockTakeBar) =>
    counting.mutate({ bar: `B${id}`, location: null, counted: foundLocation === null })
  return (
    <div className="page">
      <RecordHead<Action>
        no={no}
        state={<StockTakeTag status={status} />}
        about={[location, profile, reason].filter(Boolean).join(' · ')}
        actions={placeActions<Action>(can, { next: isOpen ? ['close'] : [], more: isOpen ? ['cancel'] : [] })}
        wordOf={(word) => t(`take.${word}`)}
        onAct={setAction}
        figures={[
          [t('take.expected'), count(take.expected)],
          [t('take.counted'), count(take.counted)],
          [t('take.result.missing'), count(results.missing)],
          [
            `${t('take.result.wrong_place')} + ${t('take.result.unexpected')}`,
            `${count(results.wrong_place)} + ${count(results.unexpected)}`,
          ],
        ]}
      >
        <Button onClick={() => downloadText(`${no}.csv`, differencesCsv(t, items), 'text/csv')}>
          {t('take.csv')}
        </Button>
      </RecordHead>
      {can.count === true && <Scan take={take} count={counting} />}
      <RowTable
        label={t('take.expected')}
        columns={columns}
        rows={items}
        empty={<p>{t('take.noBars')}</p>}
        {...(isOpen
          ? {
              rowActions: {
                width: { zh: 80, other: 120 },
                render: (bar: StockTakeBar) => (
                  <ReasonButton type="link" size="small" allowed={can.count} onClick={() => tick(bar)}>
                    {bar.foundLocation === null ? t('take.count') : t('take.undo')}
                  </ReasonButton>
                ),
              },
            }
          : {})}
      />
      {action !== null && <TakeDialog take={take} action={action} onClose={() => setAction(null)} />}
    </div>
  )
}

/** A stock take: its bars are counted by scan or by tick, then the differences are booked. */
export function StockTakePage() {
  const { t } = useTranslation('material')
  const { id = '' } = useParams()
  const query = useQuery(stockTakeQuery(id))
  return (
    <RecordPage
      query={query}
      title={({ no }) => no}
      list={{ to: '/warehouse/stock-takes', text: t('take.toList') }}
    >
      {(take) => <Take take={take} />}
    </RecordPage>
  )
}
