import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { useState, useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { MarkSelect } from '../orders/mark-select.tsx'
import './work.css'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { HoldRow } from '@cloud-factory/contract/production/production'
import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Button } from 'antd'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { HoldDialog, type HoldSubject } from './piece-dialogs.tsx'

interface HoldMarkDialogProps {
  readonly orderId: string
  readonly onClose: () => void
}

/** Chooses a mark and holds it. Mount it when it opens. */
function HoldMarkDialog({ orderId, onClose }: HoldMarkDialogProps) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const [marks, choose] = useState<readonly MarkRow[]>([])
  const [missing, setMissing] = useState(false)
  const hold = async (reason: string | undefined) => {
    const [mark] = marks
    setMissing(mark === undefined)
    if (mark === undefined) throw new MarkMissing()
    try {
      await api('POST /api/marks/:id/hold', {
        params: { id: mark.id },
        body: { reason: reason ?? '' },
        idempotencyKey,
      })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('hold.holdMark')}
      action={t('common:action.hold')}
      danger
      reason="required"
      act={hold}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('hold.askMarkText')}</p>
      <MarkSelect
        orderId={orderId}
        label={t('productionLot.marks')}
        chosen={marks}
        most={1}
        wrong={missing && marks.length === 0}
        onChoose={choose}
      />
    </ActionDialog>
  )
}

class MarkMissing extends Error {}

interface OrderHoldsProps {
  readonly order: OrderRow
  /** Holding and resuming the whole order is the order's own action. */
  readonly onAct: (act: 'hold' | 'resume') => void
}

const noFilters = [] as const
type OpenDialog = HoldSubject | 'mark'

/** Holds of an order with user and reason; open holds first. */
export function OrderHolds({ order, onAct }: OrderHoldsProps) {
  const { t } = useTranslation('production')
  const instant = useInstant()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const list = useListState('GET /api/orders/:id/holds', noFilters)
  const query = useListQuery(list, (query) => ({
    queryKey: ['orders', 'holds', order.id, query],
    queryFn: ({ signal }) => api('GET /api/orders/:id/holds', { params: { id: order.id }, query, signal }),
    placeholderData: keepPreviousData,
  }))
  const columns = useMemo(() => holdColumns(t, instant), [t, instant])
  const { can } = order
  return (
    <>
      <DataTable<HoldRow>
        name="holds"
        label={t('hold.title')}
        list={list}
        query={query}
        columns={columns}
        searchHint={null}
        empty={t('hold.none')}
        actions={
          <>
            {order.status === 'on_hold' ? (
              <ReasonButton type="primary" allowed={can.resume} onClick={() => onAct('resume')}>
                {t('hold.resumeOrder')}
              </ReasonButton>
            ) : (
              <ReasonButton allowed={can.hold} onClick={() => onAct('hold')}>
                {t('hold.holdOrder')}
              </ReasonButton>
            )}
            <Allowed permission="order.release">
              <Button onClick={() => setDialog('mark')}>{t('hold.holdMark')}</Button>
            </Allowed>
          </>
        }
        rowActions={{
          width: { zh: 90, other: 106 },
          render: (hold) => <ResumeButton hold={hold} order={order} onAct={onAct} onAsk={setDialog} />,
        }}
      />
      {dialog === 'mark' && <HoldMarkDialog orderId={order.id} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'mark' && (
        <HoldDialog subject={dialog} act="resume" onClose={() => setDialog(null)} />
      )}
    </>
  )
}

interface ResumeProps extends OrderHoldsProps {
  readonly hold: HoldRow
  readonly onAsk: (subject: HoldSubject) => void
}

/** Releases an open hold. */
function ResumeButton({ hold, order, onAct, onAsk }: ResumeProps) {
  const { t } = useTranslation('production')
  if (hold.releasedAt !== null) return null
  const subject = subjectOf(hold)
  const button = (allowed: true | string, onClick: () => void) => (
    <ReasonButton size="small" allowed={allowed} onClick={onClick}>
      {t('common:action.resume')}
    </ReasonButton>
  )
  if (subject === null) return button(order.can.resume, () => onAct('resume'))
  return <Allowed permission="order.release">{button(true, () => onAsk(subject))}</Allowed>
}

/** The mark or the piece that a hold is on; null for the whole order. */
function subjectOf({ markId, mark, pieceId, serial }: HoldRow): HoldSubject | null {
  if (pieceId !== null) return { kind: 'piece', id: pieceId, name: serial ?? '' }
  return markId === null ? null : { kind: 'mark', id: markId, name: mark ?? '' }
}

type Instant = ReturnType<typeof useInstant>
const minute = '{y}-{m}-{d} {h}:{i}'

const holdColumns = (t: TFunction<'production'>, instant: Instant): readonly Column<HoldRow>[] => [
  {
    key: 'subject',
    title: t('hold.subject'),
    width: 150,
    pinned: true,
    render: (hold) => subjectText(t, hold),
  },
  {
    key: 'state',
    title: t('hold.open'),
    width: { zh: 90, other: 110 },
    render: ({ releasedAt }) =>
      releasedAt === null ? (
        <StatusTag tone="warn" text={t('hold.open')} />
      ) : (
        <StatusTag tone="neutral" text={t('hold.over')} />
      ),
  },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: { zh: 80, other: 104 },
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  { key: 'reason', title: t('common:field.reason'), width: 175, render: ({ reason }) => reason },
  {
    key: 'heldAt',
    title: t('hold.since'),
    width: 200,
    sort: 'heldAt',
    render: ({ heldAt, heldBy }) => `${instant(heldAt, minute)} ${heldBy}`,
  },
  {
    key: 'releasedAt',
    title: t('hold.until'),
    width: 220,
    render: ({ releasedAt, releasedBy, releaseReason }) =>
      releasedAt === null
        ? absent
        : [instant(releasedAt, minute), releasedBy, releaseReason].filter((word) => word !== null).join(' '),
  },
]

function subjectText(t: TFunction<'production'>, { mark, serial }: HoldRow): string {
  if (serial !== null) return t('hold.piece', { serial })
  return mark === null ? t('hold.order') : t('hold.mark', { mark })
}
