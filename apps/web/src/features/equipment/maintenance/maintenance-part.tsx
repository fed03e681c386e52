import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../../shared/format/dates.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { listQuery } from './maintenance.queries.ts'
import { hoursShown, PlanStateTag, RepairStatusTag } from './maintenance-words.tsx'
import './maintenance.css'

interface Props {
  readonly machineId: string
  readonly code: string
}

/** Repairs, plans, what was done and checks of one machine. */
export function MaintenancePart({ machineId, code }: Props) {
  const { t } = useTranslation('maintenance')
  const instant = useInstant()
  const own = { machineId, pageSize: 20 }
  const repairs = useQuery(listQuery('GET /api/repairs', own))
  const plans = useQuery(listQuery('GET /api/maintenance-plans', own))
  const deeds = useQuery(listQuery('GET /api/maintenance-deeds', own))
  const checks = useQuery(listQuery('GET /api/checks', own))
  const error = repairs.error ?? plans.error ?? deeds.error ?? checks.error
  const day = (at: string) => instant(at, '{y}-{m}-{d} {h}:{i}')
  return (
    <div className="repair-cards machine-maintenance">
      {error !== null && <ProblemAlert error={error} />}
      <Card title={t('part.repairs')} empty={repairs.data?.total === 0} more={`machineId=${machineId}`}>
        {repairs.data?.items.map(({ id, no, status, symptom, reportedAt, downtimeS }) => (
          <li key={id}>
            <Link to={`/equipment/repair/${id}`}>{no}</Link>
            <RepairStatusTag status={status} />
            <span>{t(`symptom.${symptom}`)}</span>
            <span className="page-note">{day(reportedAt)}</span>
            {downtimeS !== null && <span>{hoursShown(downtimeS)}</span>}
          </li>
        ))}
      </Card>
      <Card
        title={t('part.plans')}
        empty={plans.data?.total === 0}
        more={`part=plans&machineId=${machineId}`}
      >
        {plans.data?.items.map(({ id, title, state, dueOn }) => (
          <li key={id}>
            <span>{title}</span>
            <PlanStateTag state={state} />
            <span className="page-note">{dueOn}</span>
          </li>
        ))}
      </Card>
      <Card title={t('deeds')} empty={deeds.data?.total === 0}>
        {deeds.data?.items.map(({ id, title, doneOn, by }) => (
          <li key={id}>
            <span>{doneOn}</span>
            <span>{title}</span>
            <span className="page-note">{by}</span>
          </li>
        ))}
      </Card>
      <Card title={t('checks.done')} empty={checks.data?.total === 0}>
        {checks.data?.items.map(({ id, at, by, items, faults }) => (
          <li key={id}>
            <span>{day(at)}</span>
            <span className={faults > 0 ? 'is-late' : ''}>{t('checks.result', { items, faults })}</span>
            <span className="page-note">{by}</span>
          </li>
        ))}
        <li>
          <Link to={`/equipment/at/${code}`}>{t('at.check')}</Link>
        </li>
      </Card>
    </div>
  )
}

interface CardProps {
  readonly title: string
  readonly empty: boolean
  /** Query of the whole list. */
  readonly more?: string
  readonly children: ReactNode
}

function Card({ title, empty, more, children }: CardProps) {
  const { t } = useTranslation('maintenance')
  return (
    <section className="repair-card" aria-label={title}>
      <h2>{title}</h2>
      {empty && <p className="page-note">{t('nothing')}</p>}
      <ul className="at-repairs">{children}</ul>
      {more !== undefined && !empty && <Link to={`/equipment/maintenance?${more}`}>{t('whole')}</Link>}
    </section>
  )
}
