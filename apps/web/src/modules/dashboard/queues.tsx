import type { DueRow } from '@cloud-factory/contract/inspection/inspections'
import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import type { NcrRow } from '@cloud-factory/contract/ncr/ncrs'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ReadyLot } from '@cloud-factory/contract/production/work'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { RowButton } from '../../shared/ui/row-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { OwnProcesses, useOwnProcesses } from '../production/own-processes.tsx'
import { queueQuery } from './dashboard.queries.ts'
import { AllRows, QueueRows, queueRows } from './queue-list.tsx'
import { toReleaseFirst, waitingFirst } from './queue.rules.ts'

/** What a row opens a dialog for. */
export type QueueDialog =
  | { readonly kind: 'release'; readonly order: OrderRow }
  | { readonly kind: 'report'; readonly lot: ReadyLot }
  | { readonly kind: 'approve'; readonly ncr: NcrRow }
  | { readonly kind: 'done'; readonly plan: PlanRow }
  | { readonly kind: 'backup' }

export interface QueueProps {
  readonly open: (dialog: QueueDialog) => void
}

/** Performs the action of a row at once. A row that somebody else has taken says so and goes. */
export function useRowAction(area: 'alarms' | 'equipment' | 'people' | 'quality') {
  const client = useQueryClient()
  const problemMessage = useProblemMessage()
  return (act: () => Promise<unknown>): void => {
    const changed = () => {
      void client.invalidateQueries({ queryKey: [area] })
      void client.invalidateQueries({ queryKey: ['dashboard'] })
    }
    act()
      .catch((error: unknown) => say('warning', problemMessage(error)))
      .finally(changed)
  }
}

/** Rows that wait for this person are looked for among so many, the most urgent ones. */
export const comparedRows = 50
const openOrders = 'confirmed,released,in_production,on_hold'

export function OrderQueue({ open }: QueueProps) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(
    queueQuery('GET /api/orders', { status: openOrders, sort: 'risk', pageSize: comparedRows }),
  )
  const dueOf = ({ dueOn, daysLate, forecast }: OrderRow) => {
    if (daysLate !== null) return <b className="is-late">{t('daysLate', { count: daysLate })}</b>
    const late = forecast?.daysLate ?? 0
    if (late > 0) return <b className="is-late">{t('queue.forecastLate', { count: late })}</b>
    return dueOn === null ? '' : t('dueOn', { day: dueOn })
  }
  return (
    <QueueRows<OrderRow>
      query={query}
      sorted={toReleaseFirst}
      all={(total) => <AllRows to={`/order/list?status=${openOrders}`} total={total} />}
      rowOf={(order) => ({
        id: order.id,
        title: `${order.no} ${order.name}`,
        to: `/order/detail/${order.id}`,
        facts: [dueOf(order), order.customer, `${tonnes(order.weightKg)} t`, order.assignee?.name],
        action: order.can.release === true && (
          <RowButton allowed onClick={() => open({ kind: 'release', order })}>
            {t('common:action.release')}
          </RowButton>
        ),
      })}
    />
  )
}

export function LotQueue({ open }: QueueProps) {
  const { t } = useTranslation('dashboard')
  const nameOf = useNames()
  const [most, setMost] = useState(queueRows)
  const own = useOwnProcesses()
  const query = useQuery(queueQuery('GET /api/ready-lots', { pageSize: most, ...own.query }, own.isLoaded))
  return (
    <>
      <OwnProcesses own={own} />
      <QueueRows<ReadyLot>
        query={query}
        most={most}
        all={(total) =>
          total > most && (
            <button
              type="button"
              className="row-button queue-more"
              onClick={() => setMost(Math.min(200, most + 50))}
            >
              {t('queue.more', { n: count(total - most) })}
            </button>
          )
        }
        rowOf={(lot) => ({
          id: lot.id,
          title: [lot.order.no, lot.productionLot?.no, nameOf(lot.process.names)].filter(Boolean).join(' · '),
          to: `/order/detail/${lot.order.id}`,
          facts: [
            t('queue.waiting', { n: count(lot.pieces) }),
            `${tonnes(lot.kg)} t`,
            lot.dueOn === null ? '' : t('dueOn', { day: lot.dueOn }),
          ],
          action: (
            <RowButton allowed onClick={() => open({ kind: 'report', lot })}>
              {t('common:action.report')}
            </RowButton>
          ),
        })}
      />
    </>
  )
}

export function InspectionQueue() {
  const { t } = useTranslation('dashboard')
  const nameOf = useNames()
  const act = useRowAction('quality')
  const reasonText = useReasonText()
  const navigate = useNavigate()
  const query = useQuery(queueQuery('GET /api/due-inspections', { pageSize: queueRows }))
  const inspect = async ({ pieceIds, process }: DueRow) => {
    const body = { pieces: pieceIds, processId: process.id }
    const { items, left } = await api('POST /api/inspections', { body })
    const [made] = items
    if (made !== undefined) return navigate(`/quality/inspection/${made.id}`)
    say('warning', reasonText(left[0]?.reason ?? 'other'))
  }
  return (
    <QueueRows<DueRow>
      query={query}
      all={(total) => <AllRows to="/quality/due?pageSize=50" total={total} />}
      rowOf={(due) => ({
        id: due.id,
        title: `${due.order.no} · ${due.mark}`,
        to: `/order/detail/${due.order.id}`,
        facts: [
          nameOf(due.process.names),
          t('queue.waiting', { n: count(due.pieceIds.length) }),
          due.isHoldPoint && <b>{t('common:gate.hold')}</b>,
        ],
        action: (
          <RowButton allowed onClick={() => act(() => inspect(due))}>
            {t('queue.inspect')}
          </RowButton>
        ),
      })}
    />
  )
}

export function ApprovalQueue({ open }: QueueProps) {
  const { t } = useTranslation('dashboard')
  const nameOf = useNames()
  const query = useQuery(
    queueQuery('GET /api/ncrs', { status: 'dispositioned', sort: 'raisedAt', pageSize: comparedRows }),
  )
  return (
    <QueueRows<NcrRow>
      query={query}
      sorted={waitingFirst(({ can }) => can.approve === true)}
      all={(total) => <AllRows to="/quality/ncrs?status=dispositioned" total={total} />}
      rowOf={(ncr) => ({
        id: ncr.id,
        title: `${ncr.no} ${nameOf(ncr.defect.names)}`,
        to: `/quality/ncr/${ncr.id}`,
        facts: [
          ncr.order?.no ?? '',
          <span key="text" className={ncr.overdue ? 'is-late' : undefined}>
            {ncr.description}
          </span>,
          ncr.assignee?.name,
        ],
        action: (
          <RowButton allowed={ncr.can.approve} onClick={() => open({ kind: 'approve', ncr })}>
            {t('common:action.approve')}
          </RowButton>
        ),
      })}
    />
  )
}
