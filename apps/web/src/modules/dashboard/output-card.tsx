import type { DashboardOutput } from '@cloud-factory/contract/dashboard/dashboard'
import { planVerdict } from '@cloud-factory/domain/planning/plan-verdict'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { useSettings } from '../../shared/settings.ts'
import { Bars, Card } from './card.tsx'
import { outputQuery } from './dashboard.queries.ts'

/** Output of each day of the month, with the current day marked. */
function DayBars({ output: { days, daysInMonth, day } }: { readonly output: DashboardOutput }) {
  const { t } = useTranslation('dashboard')
  const byDay = new Map(days.map((one) => [Number(one.day.slice(8)), one.kg]))
  const bars = Array.from({ length: daysInMonth }, (_, at) => {
    const date = at + 1
    const kg = byDay.get(date) ?? 0
    return {
      key: date,
      value: kg,
      title: t('dayTonnes', { day: date, tonnes: (kg / 1000).toFixed(1) }),
      tick: date === 1 || date % 5 === 0 ? String(date) : '',
      tone:
        date === Number(day.slice(8)) ? ('is-today' as const) : kg === 0 ? ('is-none' as const) : undefined,
    }
  })
  return <Bars label={t('byDay')} bars={bars} />
}

/** Tonnes with one decimal. */
const inTonnes = (kg: number | null) =>
  kg === null ? absent : thousands((Math.round(kg / 100) / 10).toFixed(1))

/** Tonnes against plan, today and this month; links to the report with these numbers. */
export function OutputCard() {
  const { t } = useTranslation('dashboard')
  const language = useSettings((settings) => settings.language)
  const query = useQuery(outputQuery)
  const { data } = query
  return (
    <Card
      title={
        data === undefined
          ? t('common:role.output')
          : t('outputOf', { process: data.process.names[language] })
      }
      query={query}
      aside={data !== undefined && <Link to={data.to}>{t('common:route.productionReport')}</Link>}
    >
      {data !== undefined && (
        <>
          <div className="outputs">
            <Against title={t('today')} {...data.today} tile="output_today" to={data.to} />
            <Against title={t('common:thisMonth')} {...data.month} tile="output_month" to={data.to} />
          </div>
          <DayBars output={data} />
        </>
      )}
    </Card>
  )
}

interface AgainstProps extends Readonly<DashboardOutput['today']> {
  readonly title: string
  readonly tile: string
  readonly to: string
}

/** A bar for actual against plan, with a mark at the target for now. */
function Against({ title, kg, planKg, planNowKg, tile, to }: AgainstProps) {
  const { t } = useTranslation('dashboard')
  const share = (part: number) => (planKg === null || planKg === 0 ? 0 : Math.min(1, part / planKg)) * 100
  const hasBacklog = planNowKg !== null && planVerdict(kg, planNowKg) === 'behind'
  return (
    <Link className="output" to={to} data-tile={tile}>
      <span className="figure-title">{title}</span>
      <span className="output-done">
        <span className="figure-count">{inTonnes(kg)}</span> t
      </span>
      <span className="share-track" aria-hidden>
        <span className={`share-bar is-${hasBacklog ? 'warn' : 'good'}`} style={{ width: `${share(kg)}%` }} />
        {planNowKg !== null && planKg !== null && planKg > 0 && (
          <span className="output-now" style={{ insetInlineStart: `${share(planNowKg)}%` }} />
        )}
      </span>
      <span className="page-note">{planWords(t, planKg, planNowKg)}</span>
    </Link>
  )
}

function planWords(t: TFunction<'dashboard'>, planKg: number | null, planNowKg: number | null): string {
  if (planKg === null) return t('noTarget')
  return planKg === 0 ? t('restDay') : t('planned', { plan: inTonnes(planKg), now: inTonnes(planNowKg) })
}
