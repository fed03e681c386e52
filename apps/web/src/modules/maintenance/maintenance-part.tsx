import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { listQuery } from './maintenance.queries.ts'
import { hoursShown, PlanStateTag, RepairStatusTag } from './maintenance-labels.tsx'
import { planDue, PlanUse } from './plan-use.tsx'
import './maintenance.css'

interface Props {
  readonly machineId: string
  readonly code: string
}

/** Repairs, plans, what was done and checks of one machine. */
export function MaintenancePart({ machineId, code }: Props) {
  return (
    <div className="repair-cards machine-maintenance">
      <div className="card-column">
        <OwnRepairs machineId={machineId} />
        <OwnPlans machineId={machineId} />
      </div>
      <div className="card-column">
        <OwnActions machineId={machineId} />
        <OwnChecks machineId={machineId} code={code} />
      </div>
    </div>
  )
}

type Own = Pick<Props, 'machineId'>
const shown = 20

function OwnRepairs({ machineId }: Own) {
  const { t } = useTranslation('maintenance')
  const instant = useInstant()
  const { data, error } = useQuery(listQuery('GET /api/repairs', { machineId, pageSize: shown }))
  return (
    <Card title={t('part.repairs')} error={error} total={data?.total} more={`machineId=${machineId}`}>
      {data?.items.map(({ id, no, status, symptom, reportedAt, downtimeS }) => (
        <li key={id}>
          <Link to={`/equipment/repair/${id}`}>{no}</Link>
          <RepairStatusTag status={status} />
          <span>{t(`symptom.${symptom}`)}</span>
          <span className="page-note">{instant(reportedAt, '{y}-{m}-{d} {h}:{i}')}</span>
          {downtimeS !== null && <span>{hoursShown(downtimeS)}</span>}
        </li>
      ))}
    </Card>
  )
}

function OwnPlans({ machineId }: Own) {
  const { t } = useTranslation('maintenance')
  const { data, error } = useQuery(listQuery('GET /api/maintenance-plans', { machineId, pageSize: shown }))
  return (
    <Card
      title={t('part.plans')}
      error={error}
      total={data?.total}
      more={`part=plans&machineId=${machineId}`}
    >
      {data?.items.map((plan) => (
        <li key={plan.id}>
          <span>{plan.title}</span>
          <PlanStateTag state={plan.state} />
          <PlanUse plan={plan} />
          <span className="page-note">{planDue(t, plan)}</span>
        </li>
      ))}
    </Card>
  )
}

function OwnActions({ machineId }: Own) {
  const { t } = useTranslation('maintenance')
  const { data, error } = useQuery(listQuery('GET /api/maintenance-actions', { machineId, pageSize: shown }))
  return (
    <Card title={t('actions')} error={error} total={data?.total}>
      {data?.items.map(({ id, title, doneOn, used, by }) => (
        <li key={id}>
          <span>{doneOn}</span>
          <span>{title}</span>
          {used !== null && <span>{t('use.at', { used: thousands(Math.round(used)) })}</span>}
          <span className="page-note">{by}</span>
        </li>
      ))}
    </Card>
  )
}

function OwnChecks({ machineId, code }: Props) {
  const { t } = useTranslation('maintenance')
  const instant = useInstant()
  const { data, error } = useQuery(listQuery('GET /api/checks', { machineId, pageSize: shown }))
  return (
    <Card title={t('checks.done')} error={error} total={data?.total}>
      {data?.items.map(({ id, at, by, items, faults }) => (
        <li key={id}>
          <span>{instant(at, '{y}-{m}-{d} {h}:{i}')}</span>
          <span className={faults > 0 ? 'is-late' : ''}>{t('checks.result', { items, faults })}</span>
          <span className="page-note">{by}</span>
        </li>
      ))}
      <li>
        <Link to={`/equipment/at/${code}`}>{t('source.check')}</Link>
      </li>
    </Card>
  )
}

interface CardProps {
  readonly title: string
  readonly error: unknown
  /** Undefined while it is being fetched. */
  readonly total: number | undefined
  /** Query of the whole list. */
  readonly more?: string
  readonly children: ReactNode
}

function Card({ title, error, total, more, children }: CardProps) {
  const { t } = useTranslation('maintenance')
  return (
    <section className="fact-card" aria-label={title}>
      <h2>{title}</h2>
      {error !== null && <ProblemAlert error={error} />}
      {total === 0 && <p className="page-note">{t('nothing')}</p>}
      <ul className="at-repairs">{children}</ul>
      {more !== undefined && (total ?? 0) > 0 && (
        <Link to={`/equipment/maintenance?${more}`}>{t('whole')}</Link>
      )}
    </section>
  )
}
