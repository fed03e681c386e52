import type { DashboardOutput } from '@cloud-factory/contract/dashboard'
import { useTranslation } from 'react-i18next'

const [height, step] = [56, 10]

/** Output of each day of the month, the running one marked; a drawing of its own, since home loads no chart library. */
export function DayBars({ output: { days, daysInMonth, day } }: { readonly output: DashboardOutput }) {
  const { t } = useTranslation('dashboard')
  const byDay = new Map(days.map((one) => [Number(one.day.slice(8)), one.kg]))
  const most = Math.max(1, ...byDay.values())
  const dates = Array.from({ length: daysInMonth }, (_, at) => at + 1)
  return (
    <svg
      className="day-bars"
      viewBox={`0 0 ${daysInMonth * step} ${height + 14}`}
      role="img"
      aria-label={t('byDay')}
    >
      {dates.map((date) => {
        const kg = byDay.get(date) ?? 0
        const tall = Math.max(kg > 0 ? 2 : 1, (kg / most) * height)
        const name = date === Number(day.slice(8)) ? 'is-today' : kg === 0 ? 'is-none' : undefined
        return (
          <g key={date}>
            <title>{t('dayTonnes', { day: date, tonnes: (kg / 1000).toFixed(1) })}</title>
            <rect
              className={name}
              x={(date - 1) * step + 1}
              y={height - tall}
              width={step - 2}
              height={tall}
            />
            {(date === 1 || date % 5 === 0) && (
              <text x={(date - 0.5) * step} y={height + 11} textAnchor="middle">
                {date}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
