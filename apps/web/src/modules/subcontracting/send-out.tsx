import type { PieceResult, SubcontractDetail } from '@cloud-factory/contract/subcontracting/subcontracts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useToday } from '../../shared/format/dates.ts'
import { CodeOutcomes } from '../../shared/scan/code-box.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useProcessName } from '../planning/plan.queries.ts'
import { SubcontractForm } from './subcontract-form.tsx'
import { lineText } from './subcontract-labels.tsx'
import { subcontractQuery, subcontractsQuery, useSubcontractChanged } from './subcontracting.queries.ts'

interface Props {
  readonly order: { readonly id: string; readonly no: string }
  readonly pieceIds: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The chosen line, else the first one. */
function targetOf(subcontract: SubcontractDetail | undefined, lineId: string | null) {
  const [first] = subcontract?.lines ?? []
  const line = subcontract?.lines.find(({ id }) => id === lineId) ?? first
  return subcontract === undefined || line === undefined ? null : { id: subcontract.id, lineId: line.id }
}

/** The open subcontracts of an order, and the chosen one with its line. */
function useTarget(orderId: string) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [lineId, setLineId] = useState<string | null>(null)
  const open = useQuery(subcontractsQuery({ orderId, status: 'draft,out', pageSize: 100 }))
  const items = open.data?.items ?? []
  const id = chosenId ?? items[0]?.id ?? null
  const { data } = useQuery({ ...subcontractQuery(id ?? ''), enabled: id !== null })
  const lines = data?.lines ?? []
  const target = targetOf(data, lineId)
  return { open, items, id, lines, target, setChosenId, setLineId }
}

/** Puts pieces of an order into one of its open subcontracts, or into a new one, and sends them if they leave today. */
export function SendOut({ order, pieceIds, onDone, onClose }: Props) {
  const chosen = useTarget(order.id)
  const [isNew, setNew] = useState(false)
  if (!isNew) return <SendOutDialog {...{ pieceIds, chosen, onDone, onClose }} onNew={() => setNew(true)} />
  return (
    <SubcontractForm
      subcontract={null}
      order={order}
      onSaved={(saved) => chosen.setChosenId(saved.id)}
      onClose={() => setNew(false)}
    />
  )
}

interface DialogProps extends Omit<Props, 'order'> {
  readonly chosen: ReturnType<typeof useTarget>
  readonly onNew: () => void
}

function SendOutDialog({ pieceIds, chosen, onNew, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('subcontracting')
  const navigate = useNavigate()
  const { open, target } = chosen
  const [leaves, setLeaves] = useState(false)
  const [refused, setRefused] = useState<readonly PieceResult[]>([])
  const { busy, error, submit } = useSubmit()
  const send = useSending(pieceIds)
  const run = async () => {
    if (target === null) return
    const left = await send(target.id, target.lineId, leaves)
    setRefused(left)
    if (left.length > 0) return
    onDone()
    void navigate(`/warehouse/subcontract/${target.id}`)
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={620}
        title={t('sendOut.title', { count: pieceIds.length })}
        okText={t(leaves ? 'action.send' : 'action.add')}
        cancelText={t('common:close')}
        okButtonProps={{ loading: busy, disabled: target === null }}
        onOk={() => void submit(run)}
        onCancel={onClose}
      >
        {error !== null && <ProblemAlert error={error} />}
        {open.error !== null && <ProblemAlert error={open.error} onRetry={() => void open.refetch()} />}
        <Choices {...chosen} />
        <p>
          <Button onClick={onNew}>{t('action.new')}</Button>
        </p>
        <Checkbox checked={leaves} onChange={({ target: box }) => setLeaves(box.checked)}>
          {t('sendOut.leaves')}
        </Checkbox>
        {refused.length > 0 && <CodeOutcomes isAlert outcomes={refused} wordOf={() => t('result.already')} />}
      </Modal>
    </>
  )
}

/** Which subcontract, and which of its lines. */
function Choices({ items, id, lines, target, setChosenId, setLineId }: ReturnType<typeof useTarget>) {
  const { t } = useTranslation('subcontracting')
  const processName = useProcessName()
  return (
    <Form layout="vertical" component="div">
      <Form.Item label={t('shell:route.subcontract')} htmlFor="send-out-to">
        <Select
          id="send-out-to"
          value={id}
          onChange={setChosenId}
          notFoundContent={t('sendOut.none')}
          options={items.map(({ id: value, no, supplier }) => ({ value, label: `${no} · ${supplier.name}` }))}
        />
      </Form.Item>
      <Form.Item label={t('field.work')} htmlFor="send-out-line">
        <Select
          id="send-out-line"
          value={target?.lineId ?? null}
          onChange={setLineId}
          options={lines.map((line) => ({ value: line.id, label: lineText(t, processName, line) }))}
        />
      </Form.Item>
    </Form>
  )
}

/** Adds the pieces and, when they leave, sends them; resolves to those that were refused. */
function useSending(pieceIds: readonly string[]) {
  const changed = useSubcontractChanged()
  const today = useToday()
  return async (id: string, lineId: string, leaves: boolean): Promise<readonly PieceResult[]> => {
    const params = { id }
    try {
      const { items } = await api('POST /api/subcontracts/:id/pieces', {
        params,
        body: { lineId, pieces: [...pieceIds] },
      })
      const refused = items.filter(({ outcome }) => outcome === 'refused')
      const added = items.filter(({ outcome }) => outcome !== 'refused').map(({ piece }) => piece)
      if (!leaves || added.length === 0) return refused
      const sent = await api('POST /api/subcontracts/:id/send', {
        params,
        body: { pieces: added, sentOn: today },
      })
      return [...refused, ...sent.items.filter(({ outcome }) => outcome === 'refused')]
    } finally {
      void changed()
    }
  }
}
