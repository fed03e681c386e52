import type { NdtSettings } from '@cloud-factory/contract/ndt'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { PlanForm } from './plan-form.tsx'

/** How much is tested, and when. */
export function PlanPart() {
  const { t } = useTranslation('welds')
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'ndt', 'settings'],
    queryFn: ({ signal }) => api('GET /api/ndt/settings', { signal }),
  })
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active />
  return (
    <div className="rate-part">
      <dl className="quality-facts">
        {factsOf(data, t('ndtPlan.hours')).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`ndtPlan.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="form-note">{t('ndtPlan.source')}</p>
      <ReasonButton type="primary" allowed={data.can.edit} onClick={() => setEditing(true)}>
        {t('action.edit')}
      </ReasonButton>
      {editing && <PlanForm settings={data} onClose={() => setEditing(false)} />}
    </div>
  )
}

const factsOf = (plan: NdtSettings, hours: string) =>
  [
    ['percent1', `${plan.percent[1]} %`],
    ['percent2', `${plan.percent[2]} %`],
    ['percent3', `${plan.percent[3]} %`],
    ['atLeastMm', `${plan.atLeastMm} mm`],
    ['waitHours', `${plan.waitHours} ${hours}`],
    ['waitHoursHigh', `${plan.waitHoursHigh} ${hours}`],
    ['highFromMpa', `${plan.highFromMpa} MPa`],
  ] as const
