import { planVerdict } from '@cloud-factory/domain/planning/plan-verdict'
import type { TonnesToday, TonnesMonth } from '@cloud-factory/domain/wall/wall-panels'
import { Bullet, Columns, Kpi, type Tone, roundUp } from '../charts/charts.tsx'
import { useSpeech } from '../labels.ts'
import { headHeight, rowHeight, type } from '../frame/type.rules.ts'
import type { PanelProps } from '../screen.types.ts'

/**
 * Tonnes of the current working day against the plan, and the forecast for the end of the shift.
 */
export function TonnesTodayPanel({ data, width, height, zoom }: PanelProps<'tonnes_today'>) {
  const { t, time } = useSpeech()
  const { doneKg, planKg, planNowKg, forecastKg, forecastLowKg: low, forecastHighKg: high } = data
  const end = roundUp(Math.max(doneKg, planKg ?? 0, high ?? 0, 1) / 1000) * 1000
  const columns = data.byHour.map(({ at, kg }) => ({ key: at, label: time(at, '{h}'), value: kg / 1000 }))
  const withVerdict = planNowKg !== null && planKg !== 0 && height > 300
  const rest = height - (headHeight + rowHeight + 26 + (withVerdict ? type.figure * 1.4 : 0)) * zoom
  return (
    <div className="panel-rows">
      <Heads data={data} />
      <Bullet
        width={width}
        height={16 * zoom}
        value={doneKg}
        end={end}
        mark={planNowKg}
        plan={planKg}
        low={low}
        high={high}
        middle={forecastKg}
      />
      {planNowKg !== null && planKg !== 0 && (
        <Ahead doneKg={doneKg} planNowKg={planNowKg} large={withVerdict} />
      )}
      {rest > 50 && (
        <Columns width={width} height={rest} columns={columns} zoom={zoom} title={t('panel.tonnes_today')} />
      )}
    </div>
  )
}

function toneOf({ doneKg, planKg, planNowKg }: TonnesToday): Tone {
  if (planNowKg === null || planKg === 0) return 'plain'
  return planVerdict(doneKg, planNowKg) === 'behind' ? 'warn' : 'plain'
}

function Heads({ data }: { readonly data: TonnesToday }) {
  const { t, figure, tonnesOf, tonnesBetween, percent } = useSpeech()
  const { doneKg, planKg, forecastKg, forecastLowKg: low, forecastHighKg: high, planThenKg } = data
  const plan =
    planKg === null
      ? t('tonnes.noPlan')
      : `${t('tonnes.plan')} ${tonnesOf(planKg)} · ${percent(planKg === 0 ? null : doneKg / planKg)}`
  const band = low === null || high === null ? tonnesOf(forecastKg) : tonnesBetween(low, high)
  const hasPlan = planThenKg !== null && planThenKg > 0
  const forecast = hasPlan ? t('tonnes.forecastOf', { plan: tonnesOf(planThenKg) }) : t('tonnes.forecast')
  // The whole range is below what is due then.
  const misses = hasPlan && planVerdict(high ?? forecastKg ?? planThenKg, planThenKg) === 'behind'
  return (
    <div className="kpi-row">
      <Kpi large value={tonnesOf(doneKg)} unit={t('unit.t')} tone={toneOf(data)} label={plan} />
      <Kpi value={band} label={forecast} tone={misses ? 'warn' : 'plain'} />
      <Kpi value={figure(data.hoursPerTonne, 1)} label={t('tonnes.labour')} />
    </div>
  )
}

interface AheadProps {
  readonly doneKg: number
  readonly planNowKg: number
  /** There is room for a line that is read from afar. */
  readonly large: boolean
}

/** Whether the output is on plan, and what was due by now. */
function Ahead({ doneKg, planNowKg, large }: AheadProps) {
  const { t, tonnesOf } = useSpeech()
  const ahead = doneKg - planNowKg
  const compared = planVerdict(doneKg, planNowKg)
  const verdict =
    compared === 'onPlan' ? (
      <b>✓ {t('tonnes.onPlan')}</b>
    ) : (
      <b className={compared === 'behind' ? 'is-warn' : ''}>
        {compared === 'behind' ? '▼' : '▲'} {tonnesOf(Math.abs(ahead))} {t('unit.t')}{' '}
        {t(`tonnes.${compared}`)}
      </b>
    )
  return (
    <>
      {large && <p className="panel-note is-verdict">{verdict}</p>}
      <p className="panel-note">
        {t('tonnes.planNow')} {tonnesOf(planNowKg)} {t('unit.t')}
        {!large && <> · {verdict}</>}
      </p>
    </>
  )
}

/**
 * The month's cumulative tonnes by day, the plan as a straight line, and the forecast range of the
 * month's end.
 */
export function TonnesMonthPanel({ data, width, height, zoom }: PanelProps<'tonnes_month'>) {
  const { t, tonnesOf, tonnesBetween, percent } = useSpeech()
  const font = type.small * zoom
  const head = font * 1.4
  const { planKg, forecastLowKg: low, forecastHighKg: high } = data
  const done = data.done.at(-1)?.kg ?? null
  return (
    <div className="panel-rows">
      <p className="panel-note is-spread" style={{ height: head }}>
        <span>
          {t('month.done')} <b>{tonnesOf(done)}</b> {t('unit.t')}
          {planKg !== null && planKg > 0 && done !== null && ` · ${percent(done / planKg)}`}
        </span>
        {planKg !== null && (
          <span>
            {t('month.plan')} <b>{tonnesOf(planKg)}</b> {t('unit.t')}
          </span>
        )}
        {low !== null && high !== null && width > 640 * zoom && (
          <span>
            {t('month.forecast')} <b>{tonnesBetween(low, high)}</b> {t('unit.t')}
          </span>
        )}
      </p>
      <Curve
        data={data}
        width={width}
        height={height - head - 4 * zoom}
        font={font}
        label={t('panel.tonnes_month')}
      />
    </div>
  )
}

interface CurveProps {
  readonly data: TonnesMonth
  readonly width: number
  readonly height: number
  readonly font: number
  readonly label: string
}

function Curve({ data, width, height, font, label }: CurveProps) {
  const { done, planKg, forecastLowKg: low, forecastHighKg: high, days } = data
  const end = roundUp(Math.max(planKg ?? 0, high ?? 0, done.at(-1)?.kg ?? 0, 2_000) / 1000) * 1000
  const left = font * 3.2
  const room = height - font * 1.5
  const x = (day: number) => left + (day / Math.max(1, days)) * (width - left - font)
  const y = (kg: number) => room - (kg / end) * (room - font * 0.6)
  const points = done.map(({ kg }, at) => `${x(at + 1).toFixed(1)} ${y(kg).toFixed(1)}`)
  const last = { x: x(done.length), y: y(done.at(-1)?.kg ?? 0) }
  const ticks = [...new Set([1, Math.round(days / 2), days])]
  return (
    <svg className="chart area" width={width} height={height} role="img" aria-label={label}>
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line className="grid" x1={left} x2={width} y1={y(part * end)} y2={y(part * end)} />
          <text x={left - font * 0.4} y={y(part * end) + font * 0.35} fontSize={font} textAnchor="end">
            {Math.round((part * end) / 1000)}
          </text>
        </g>
      ))}
      {ticks.map((day) => (
        <text key={day} x={x(day)} y={height - font * 0.2} fontSize={font} textAnchor="middle">
          {day}
        </text>
      ))}
      {planKg !== null && <line className="plan" x1={x(0)} y1={y(0)} x2={x(days)} y2={y(planKg)} />}
      {low !== null && high !== null && (
        <path className="cone" d={`M${last.x} ${last.y}L${x(days)} ${y(high)}V${y(low)}Z`} />
      )}
      {points.length > 0 && (
        <>
          <path className="fill" d={`M${x(0)} ${y(0)}L${points.join('L')}L${last.x} ${y(0)}Z`} />
          <path className="line" d={`M${x(0)} ${y(0)}L${points.join('L')}`} />
          <circle className="dot" cx={last.x} cy={last.y} r={font * 0.32} />
        </>
      )}
    </svg>
  )
}
