import type { TonnesMonth } from '@cloud-factory/domain/wall/wall-panels'
import { percent, tonnesOf } from '../figures.ts'
import { roundUp } from '../charts/round-up.rules.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/**
 * The month's cumulative tonnes by day, the plan as a straight line, and the forecast range of the
 * month's end.
 */
export function TonnesMonthPanel({ data, width, height, zoom }: PanelProps<'tonnes_month'>) {
  const { t } = useSpeech()
  const font = 12.5 * zoom
  const head = font * 1.7
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
        {low !== null && high !== null && width > 440 * zoom && (
          <span>
            {t('month.forecast')}{' '}
            <b>
              {tonnesOf(low)}–{tonnesOf(high)}
            </b>{' '}
            {t('unit.t')}
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
