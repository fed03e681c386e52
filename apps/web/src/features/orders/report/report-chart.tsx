import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { barsOf, type Line } from './report-pivot.rules.ts'
import type { Scope } from './report-scope.rules.ts'
import { written } from './report-table.tsx'
import type { PlanNames } from './use-plan-names.ts'

interface Props {
  readonly scope: Scope
  readonly lines: readonly Line[]
  readonly processId: string
  readonly names: PlanNames
}

/** What one process did period by period; the table below says the same in numbers. */
export function ReportChart({ scope, lines, processId, names }: Props) {
  const { t } = useTranslation('report')
  const bars = barsOf(lines, processId, scope)
  const most = Math.max(...bars.map(({ value }) => value), 0)
  const best = bars.find(({ value }) => value === most)
  const unit = t(`unit.${scope.measure}`)
  const title = t('chart.title', {
    process: names.process(processId),
    measure: t(`measure.${scope.measure}`),
  })
  const label = t('chart.label', {
    title,
    most: `${written(most, scope.measure)} ${unit}`,
    period: best?.period ?? '',
  })
  // About twelve dates fit under the bars, on a phone half of them.
  const step = Math.ceil(bars.length / 12)
  return (
    <figure className="report-chart">
      <figcaption>
        <strong>{title}</strong>
        <span className="page-note">
          {t('chart.most', { most: `${written(most, scope.measure)} ${unit}`, period: best?.period ?? '' })}
        </span>
      </figcaption>
      <div className="report-bars" role="img" aria-label={label}>
        {bars.map(({ period, value }, at) => (
          <div
            key={period}
            className="report-bar"
            title={`${period}: ${written(value, scope.measure)} ${unit}`}
          >
            <span style={{ '--share': most === 0 ? 0 : value / most } as CSSProperties} />
            <small className={at % (step * 2) === 0 ? '' : 'is-between'}>
              {at % step === 0 ? period.slice(scope.per === 'month' ? 0 : 5) : ''}
            </small>
          </div>
        ))}
      </div>
    </figure>
  )
}
