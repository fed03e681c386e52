import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import type { DueCheck } from '@cloud-factory/contract/maintenance/equipment-rounds'
import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import type { RepairRow } from '@cloud-factory/contract/maintenance/repairs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useSession } from '../../shared/session.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { RowButton } from '../../shared/ui/row-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { queueQuery } from './dashboard.queries.ts'
import { AllRows, QueueRows, queueRows } from './queue-list.tsx'
import { waitingFirst } from './queue.rules.ts'
import { comparedRows, type QueueProps, useRowAction } from './queues.tsx'

export function AlarmQueue() {
  const { t } = useTranslation('dashboard')
  const nameOf = useNames()
  const act = useRowAction('alarms')
  const query = useQuery(
    queueQuery('GET /api/alarms', { view: 'current', sort: '-severity', pageSize: comparedRows }),
  )
  const ack = async (id: string) => {
    const { acked } = await api('POST /api/alarms/ack', { body: { ids: [id], note: '' } })
    if (acked === 0) say('warning', t('queue.taken'))
  }
  return (
    <QueueRows<AlarmRow>
      query={query}
      sorted={waitingFirst(({ ackedAt }) => ackedAt === null)}
      all={(total) => <AllRows to="/equipment/alarms?view=current" total={total} />}
      rowOf={(alarm) => ({
        id: alarm.id,
        title: `${alarm.machine.code} ${alarm.ownText || alarm.ownCode || nameOf(alarm.rule.names)}`,
        to: `/equipment/detail/${alarm.machine.id}?part=alarms`,
        facts: [
          alarm.severity === 'critical' && <b className="is-late">{t('common:severity.critical')}</b>,
          <Ago key="at" at={alarm.raisedAt} pattern="{m}-{d} {h}:{i}" />,
          alarm.ackedAt !== null && t('queue.acked', { by: alarm.ackedBy }),
        ],
        action: alarm.ackedAt === null && (
          <RowButton allowed={alarm.can.ack} onClick={() => act(() => ack(alarm.id))}>
            {t('queue.ack')}
          </RowButton>
        ),
      })}
    />
  )
}

/** Repair orders of the person are looked for among so many, oldest first. */
const comparedRepairs = 50

export function RepairQueue() {
  const { t } = useTranslation('dashboard')
  const act = useRowAction('equipment')
  const query = useQuery(
    queueQuery('GET /api/repairs', { status: 'reported', sort: 'reportedAt', pageSize: comparedRepairs }),
  )
  const userId = useSession(({ user }) => user?.id)
  return (
    <QueueRows<RepairRow>
      query={query}
      sorted={waitingFirst(({ assignee }) => assignee?.id === userId)}
      all={(total) => <AllRows to="/equipment/maintenance?part=repairs&status=reported" total={total} />}
      rowOf={({ id, no, machine, description, stopped, assignee, reportedAt, can, version }) => ({
        id,
        title: `${no} ${machine.code} ${machine.name}`,
        to: `/equipment/repair/${id}`,
        facts: [
          stopped && <b className="is-late">{t('queue.stopped')}</b>,
          description,
          assignee?.name,
          <Ago key="at" at={reportedAt} pattern="{m}-{d} {h}:{i}" />,
        ],
        action: (
          <RowButton
            allowed={can.accept}
            onClick={() =>
              act(() => api('POST /api/repairs/:id/accept', { params: { id }, body: { version } }))
            }
          >
            {t('queue.accept')}
          </RowButton>
        ),
      })}
    />
  )
}

export function RoundQueue() {
  const { t } = useTranslation('dashboard')
  const query = useQuery(queueQuery('GET /api/checks/due', { pageSize: queueRows }))
  return (
    <QueueRows<DueCheck>
      query={query}
      all={(total) => <AllRows to="/equipment/maintenance?part=checks&pageSize=50" total={total} />}
      rowOf={({ id, code, name, workshop, lastDay }) => ({
        id,
        title: `${code} ${name}`,
        to: `/equipment/detail/${id}`,
        facts: [
          workshop ?? '',
          lastDay === null ? t('common:never') : t('queue.lastRound', { day: lastDay }),
        ],
        action: (
          <Link className="row-button" to={`/equipment/at/${code}`}>
            {t('queue.round')}
          </Link>
        ),
      })}
    />
  )
}

export function PlanQueue({ open }: QueueProps) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(
    queueQuery('GET /api/maintenance-plans', { state: 'overdue,due', sort: 'due', pageSize: queueRows }),
  )
  return (
    <QueueRows<PlanRow>
      query={query}
      all={(total) => <AllRows to="/equipment/maintenance?part=plans&state=overdue,due" total={total} />}
      rowOf={(plan) => ({
        id: plan.id,
        title: `${plan.machine.code} ${plan.title}`,
        to: `/equipment/detail/${plan.machineId}`,
        facts: [
          plan.dueOn !== null && (
            <span className={plan.state === 'overdue' ? 'is-late' : undefined}>
              {t('dueOn', { day: plan.dueOn })}
            </span>
          ),
        ],
        action: (
          <RowButton allowed={plan.can.done} onClick={() => open({ kind: 'done', plan })}>
            {t('queue.done')}
          </RowButton>
        ),
      })}
    />
  )
}
