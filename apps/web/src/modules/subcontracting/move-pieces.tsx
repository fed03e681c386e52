import type {
  PieceResult,
  SubcontractDetail,
  SubcontractPiece,
} from '@cloud-factory/contract/subcontracting/subcontracts'
import { type ReceiptResult, receiptResults } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Modal, Segmented, Table, type TableColumnsType } from 'antd'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useToday } from '../../shared/format/dates.ts'
import { gramsShown } from '../../shared/format/numbers.ts'
import { CodeOutcomes } from '../../shared/scan/code-box.tsx'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { PieceBox } from './add-pieces.tsx'
import { OutsideStatusTag, SerialCell, type T } from './subcontract-labels.tsx'
import { allOutsideQuery, useSubcontractChanged } from './subcontracting.queries.ts'
import '../shipping/shipping.css'

type Move = 'send' | 'receive'

interface Props {
  readonly subcontract: SubcontractDetail
  readonly move: Move
  readonly onClose: () => void
}

/** When, with what result, and the weights by scale. */
interface Facts {
  readonly day: string
  readonly result: ReceiptResult
  readonly reason: string
  readonly weights: ReadonlyMap<string, number>
}

/** As many as one request takes. */
const maxPieces = 500

const statusOf: Readonly<Record<Move, string>> = { send: 'planned', receive: 'out,back' }

/** The pieces that can be moved, and the ticked ones: what is planned goes out together, unless the user unticks some. */
function useTicked(subcontractId: string, move: Move) {
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const query = useQuery(allOutsideQuery(subcontractId, { status: statusOf[move] }))
  const pieces = query.data ?? []
  const chosen = ticked ?? (move === 'send' ? pieces.map(({ pieceId }) => pieceId) : [])
  useDirty((ticked ?? []).length > 0)
  return { query, pieces, chosen, setTicked }
}

/** Sends planned pieces, or receives and judges pieces: ticked in the list, scanned or pasted. */
export function MovePieces({ subcontract, move, onClose }: Props) {
  const { t } = useTranslation('subcontracting')
  const today = useToday()
  const [facts, setFacts] = useState<Facts>({
    day: today,
    result: 'accepted',
    reason: '',
    weights: new Map(),
  })
  const { query, pieces, chosen, setTicked } = useTicked(subcontract.id, move)
  const [refused, setRefused] = useState<readonly PieceResult[]>([])
  const { busy, error, submit } = useSubmit()
  const act = useMoving(subcontract.id, move, facts)
  const needsReason = move === 'receive' && facts.result === 'rejected' && facts.reason.trim() === ''
  const run = async () => {
    const items = await act(chosen.slice(0, maxPieces))
    const left = items.filter(({ outcome }) => outcome === 'refused')
    setRefused(left)
    setTicked(chosen.slice(maxPieces))
    if (left.length === 0 && chosen.length <= maxPieces) onClose()
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={900}
        title={`${t(`action.${move}`)}: ${subcontract.no}`}
        onCancel={onClose}
        mask={{ closable: false }}
        footer={
          <MoveFoot
            {...{ move, pieces, chosen, facts, busy, onClose }}
            isOff={chosen.length === 0 || needsReason}
            onMove={() => void submit(run)}
          />
        }
      >
        {error !== null && <ProblemAlert error={error} />}
        {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        <FactFields move={move} facts={facts} onChange={setFacts} />
        {!needsReason && <PieceBox action={move} result={move} onCodes={act} />}
        {refused.length > 0 && <CodeOutcomes isAlert outcomes={refused} wordOf={() => t('result.already')} />}
        <MoveTable
          {...{ move, pieces, chosen, facts }}
          isLoading={query.isFetching}
          onTick={setTicked}
          onChange={setFacts}
        />
      </Modal>
    </>
  )
}

interface ShownProps {
  readonly move: Move
  readonly pieces: readonly SubcontractPiece[]
  readonly chosen: readonly string[]
  readonly facts: Facts
}

interface FootProps extends ShownProps {
  readonly busy: boolean
  readonly isOff: boolean
  readonly onMove: () => void
  readonly onClose: () => void
}

/** Number and weight of the ticked pieces, and the button. */
function MoveFoot({ move, pieces, chosen, facts, busy, isOff, onMove, onClose }: FootProps) {
  const { t } = useTranslation('subcontracting')
  const kg = pieces
    .filter(({ pieceId }) => chosen.includes(pieceId))
    .reduce((sum, { pieceId, kgOut }) => sum + (facts.weights.get(pieceId) ?? kgOut), 0)
  return (
    <div className="pick-foot">
      <span aria-live="polite">{t('chosen', { count: chosen.length, kg: gramsShown(kg) })}</span>
      <Button onClick={onClose}>{t('common:close')}</Button>
      <Button type="primary" loading={busy} disabled={isOff} onClick={onMove}>
        {t(`action.${move}`)}
      </Button>
    </div>
  )
}

interface TableProps extends ShownProps {
  readonly isLoading: boolean
  readonly onTick: (ids: readonly string[]) => void
  readonly onChange: FactFieldsProps['onChange']
}

function MoveTable({ move, pieces, chosen, facts, isLoading, onTick, onChange }: TableProps) {
  const { t } = useTranslation('subcontracting')
  return (
    <Table<SubcontractPiece>
      rowKey="pieceId"
      size="small"
      aria-label={t('part.pieces')}
      loading={isLoading}
      dataSource={pieces}
      scroll={{ x: 'max-content', y: 320 }}
      locale={{ emptyText: t('empty.pieces') }}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      rowSelection={{
        preserveSelectedRowKeys: true,
        selectedRowKeys: [...chosen],
        onChange: (keys) => onTick(keys.map(String)),
      }}
      columns={columnsOf(t, move, facts, onChange)}
    />
  )
}

/** Sends or receives pieces with these facts; resolves to the result of each. */
function useMoving(id: string, move: Move, { day, result, reason, weights }: Facts) {
  const changed = useSubcontractChanged()
  const params = { id }
  return async (pieces: readonly string[]): Promise<readonly PieceResult[]> => {
    try {
      const { items } =
        move === 'send'
          ? await api('POST /api/subcontracts/:id/send', {
              params,
              body: { pieces: [...pieces], sentOn: day },
            })
          : await api('POST /api/subcontracts/:id/receive', {
              params,
              body: {
                backOn: day,
                result,
                reason: result === 'rejected' ? reason.trim() : '',
                pieces: pieces.map((piece) => ({ piece, kg: weights.get(piece) ?? null })),
              },
            })
      return items
    } finally {
      void changed()
    }
  }
}

interface FactFieldsProps {
  readonly move: Move
  readonly facts: Facts
  readonly onChange: Dispatch<SetStateAction<Facts>>
}

function FactFields({ move, facts, onChange }: FactFieldsProps) {
  const { t } = useTranslation('subcontracting')
  return (
    <Form layout="vertical" component="div">
      <div className="form-pair">
        <Form.Item label={t(move === 'send' ? 'field.sentOn' : 'field.backOn')} htmlFor="move-day" required>
          <DayField
            id="move-day"
            value={facts.day}
            onChange={(day) => onChange((before) => ({ ...before, day: day ?? before.day }))}
          />
        </Form.Item>
        {move === 'receive' && (
          <Form.Item label={t('field.result')}>
            <Segmented<ReceiptResult>
              aria-label={t('field.result')}
              value={facts.result}
              onChange={(result) => onChange((before) => ({ ...before, result }))}
              options={receiptResults.map((value) => ({ value, label: t(`outside.${value}`) }))}
            />
          </Form.Item>
        )}
      </div>
      {move === 'receive' && facts.result === 'rejected' && (
        <Form.Item label={t('field.reason')} htmlFor="move-reason" required>
          <Input
            id="move-reason"
            maxLength={300}
            value={facts.reason}
            onChange={({ target }) => onChange((before) => ({ ...before, reason: target.value }))}
          />
        </Form.Item>
      )}
      <p className="page-note">{t(`moveText.${move}`)}</p>
    </Form>
  )
}

/** Not on a phone, where they stand under the serial. */
const wide: 'md'[] = ['md']

function columnsOf(
  t: T,
  move: Move,
  { weights }: Facts,
  onChange: FactFieldsProps['onChange'],
): TableColumnsType<SubcontractPiece> {
  const weigh = (pieceId: string, kg: number | null) =>
    onChange((before) => {
      const next = new Map(before.weights)
      if (kg === null) next.delete(pieceId)
      else next.set(pieceId, kg)
      return { ...before, weights: next }
    })
  const scale: TableColumnsType<SubcontractPiece>[number] = {
    key: 'scale',
    title: t('field.scale'),
    width: 130,
    render: (_, { pieceId, serial, kgIn }) => (
      <InputNumber
        size="small"
        aria-label={`${t('field.scale')}: ${serial}`}
        min={0}
        max={999_999_999}
        step={1}
        placeholder={kgIn === null ? '' : String(kgIn)}
        value={weights.get(pieceId) ?? null}
        onChange={(kg) => weigh(pieceId, kg)}
      />
    ),
  }
  return [
    { key: 'serial', title: t('field.piece'), width: 140, render: (_, piece) => <SerialCell {...piece} /> },
    ...(move === 'receive' ? [scale] : []),
    { key: 'profile', title: t('field.profile'), dataIndex: 'profile', width: 150, responsive: wide },
    {
      key: 'status',
      title: t('field.status'),
      width: 120,
      responsive: wide,
      render: (_, { status }) => <OutsideStatusTag status={status} />,
    },
    {
      key: 'kg',
      title: t('field.kgOut'),
      align: 'right',
      width: 120,
      responsive: wide,
      render: (_, { kgOut }) => gramsShown(kgOut),
    },
  ]
}
