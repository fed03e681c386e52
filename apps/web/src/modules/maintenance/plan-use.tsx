import type { PlanRow } from '@cloud-factory/contract/maintenance/maintenance-plans'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, thousands } from '../../shared/format/numbers.ts'

type Use = Pick<PlanRow, 'trigger' | 'every' | 'progress'>

/** `210 of 250 h`, `every 30 days`. */
export function planUse(t: TFunction<'maintenance'>, { trigger, every, progress }: Use): string {
  if (trigger === 'days') return t('use.days', { every: thousands(every) })
  const unit = trigger === 'hours' ? 'h' : (progress?.unit ?? '')
  const used = progress?.used ?? null
  return t('use.counted', {
    used: used === null ? absent : thousands(Math.round(used)),
    every: thousands(every),
    unit,
  }).trim()
}

/** Elapsed share of a plan's interval, as text and as a bar. */
export function PlanUse({ plan }: { readonly plan: Use }) {
  const { t } = useTranslation('maintenance')
  const { progress, every } = plan
  const used = progress?.used ?? null
  const share = used === null ? 0 : Math.min(1, used / every)
  return (
    <span className="plan-use">
      <span>{planUse(t, plan)}</span>
      {used !== null && (
        <span className={share >= 1 ? 'plan-bar is-over' : 'plan-bar'} aria-hidden="true">
          <i style={{ inlineSize: `${share * 100}%` }} />
        </span>
      )}
    </span>
  )
}

/** Due date of a plan; a date estimated from the pace is marked. */
export function planDue(t: TFunction<'maintenance'>, { dueOn, progress, state }: PlanRow): string {
  if (progress === null) return dueOn ?? absent
  if (state === 'overdue') return t('plan.now')
  return dueOn === null ? absent : t('plan.forecast', { day: dueOn })
}
