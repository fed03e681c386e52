import type { GatePlan } from '@cloud-factory/contract/inspection/gate-plans'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useSettings } from '../../shared/settings.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { gatePlansQuery } from './inspections.queries.ts'
import './inspections.css'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'

const GatePlanForm = lazyDialog(async () => (await import('./gate-plan-form.tsx')).GatePlanForm)

/**
 * Requirements of each gate: stage, standard, sample size, and whether lots are created
 * automatically.
 */
export function GatePlansPage() {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const query = useQuery(gatePlansQuery)
  const { data } = query
  const [editing, edit] = useState<GatePlan | null>(null)
  return (
    <div className="page">
      <PageHeader title={t('shell:route.gatePlans')} note={t('plan.note')} />
      <QueryState query={query} />
      {data?.items.length === 0 && <p>{t('plan.empty')}</p>}
      <ul className="gate-plans">
        {data?.items.map((plan) => (
          <li key={plan.id}>
            <h2>
              {plan.names[language]} <small>{t(`gate.${plan.gate}`)}</small>
            </h2>
            <p>
              {t(`stage.${plan.stage}`)} · {plan.standardCode ?? t('plan.noStandard')} ·{' '}
              {t('plan.sample', { percent: plan.percent, atLeast: plan.atLeast })} ·{' '}
              {t(plan.automatic ? 'plan.automatic' : 'plan.byHand')}
              {plan.version === 0 && ` · ${t('plan.unset')}`}
            </p>
            <Allowed permission="quality.judge">
              <ReasonButton type="link" size="small" allowed onClick={() => edit(plan)}>
                {t('common:action.edit')}
              </ReasonButton>
            </Allowed>
          </li>
        ))}
      </ul>
      {editing !== null && (
        <GatePlanForm plan={editing} standards={data?.standards ?? []} onClose={() => edit(null)} />
      )}
    </div>
  )
}
