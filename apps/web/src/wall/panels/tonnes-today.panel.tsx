import type { TonnesToday } from '@cloud-factory/domain/wall/wall-panels'
import { Bullet } from '../charts/bullet.tsx'
import { Columns } from '../charts/columns.tsx'
import { Kpi, type Tone } from '../charts/kpi.tsx'
import { figure, percent, tonnesOf } from '../figures.ts'
import { roundUp } from '../charts/round-up.rules.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/**
 * Tonnes of the current working day against the plan, and the forecast for the end of the shift.
 */
export function TonnesTodayPanel({ data, width, height, zoom }: PanelProps<'tonnes_today'>) {
  const { t, time } = useSpeech()
  const { doneKg, planKg, planNowKg, forecastKg, forecastLowKg: low, forecastHighKg: high } = data
  const end = roundUp(Math.max(doneKg, planKg ?? 0, high ?? 0, 1) / 1000) * 1000
  const columns = data.byHour.map(({ at, kg }) => ({ key: at, label: time(at, '{h}'), value: kg / 1000 }))
  const rest = height - 108 * zoom
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
      {planNowKg !== null && planKg !== 0 && <Ahead doneKg={doneKg} planNowKg={planNowKg} />}
      {rest > 50 && (
        <Columns width={width} height={rest} columns={columns} zoom={zoom} title={t('panel.tonnes_today')} />
      )}
    </div>
  )
}

function toneOf({ doneKg, planKg, planNowKg }: TonnesToday): Tone {
  if (planNowKg === null || planKg === 0) return 'plain'
  return doneKg < planNowKg ? 'warn' : 'good'
}

function Heads({ data }: { readonly data: TonnesToday }) {
  const { t } = useSpeech()
  const { doneKg, planKg, forecastKg, forecastLowKg: low, forecastHighKg: high } = data
  const plan =
    planKg === null
      ? t('tonnes.noPlan')
      : `${t('tonnes.plan')} ${tonnesOf(planKg)} · ${percent(planKg === 0 ? null : doneKg / planKg)}`
  const band = low === null || high === null ? tonnesOf(forecastKg) : `${tonnesOf(low)}–${tonnesOf(high)}`
  return (
    <div className="kpi-row">
      <Kpi large value={tonnesOf(doneKg)} unit={t('unit.t')} tone={toneOf(data)} label={plan} />
      <Kpi value={band} label={t('tonnes.forecast')} />
      <Kpi value={figure(data.hoursPerTonne, 1)} label={t('tonnes.labour')} />
    </div>
  )
}

function Ahead({ doneKg, planNowKg }: { readonly doneKg: number; readonly planNowKg: number }) {
  const { t } = useSpeech()
  const ahead = doneKg - planNowKg
  return (
    <p className="panel-note">
      {t('tonnes.planNow')} {tonnesOf(planNowKg)} {t('unit.t')} ·{' '}
      <b className={ahead < 0 ? 'is-warn' : 'is-good'}>
        {ahead < 0 ? '▼' : '▲'} {tonnesOf(Math.abs(ahead))} {t('unit.t')}{' '}
        {t(ahead < 0 ? 'tonnes.behind' : 'tonnes.ahead')}
      </b>
    </p>
  )
}
