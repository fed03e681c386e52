import { Columns, Kpi, KpiRow, MoreRows, Nothing, Spark } from '../charts/charts.tsx'
import { MachineCode } from '../charts/marks.tsx'
import { commonStart, fittingRows } from '../frame/frame.rules.ts'
import { liftingVerdict } from '../figures.ts'
import { headHeight, rowHeight, type } from '../frame/type.rules.ts'
import { widthOf } from '../map/bays.rules.ts'
import { useSpeech, type WallWord } from '../labels.ts'
import type { PanelProps } from '../screen.types.ts'
import type { EnvironmentData } from '@cloud-factory/domain/wall/wall-site'
import { useTurn } from '../link/clock.ts'

/** Current power, energy of the day and per tonne, energy by hour, and the largest consumers. */
export function EnergyPanel({ data, width, height, zoom }: PanelProps<'energy'>) {
  const { t, time, figure } = useSpeech()
  const rest = height - headHeight * zoom - 4
  const withTop = width > 600 * zoom && rest > 70 && data.top.length > 0
  const columns = data.byHour.map(({ at, kwh }) => ({ key: at, label: time(at, '{h}'), value: kwh }))
  const start = commonStart(data.top.map(({ code }) => code))
  const most = Math.max(1, ...data.top.map(({ kwh }) => kwh))
  return (
    <div className="panel-rows">
      <KpiRow alone={data.byHour.length === 0 && !withTop} height={height} zoom={zoom}>
        <Kpi large value={figure(data.powerKw)} unit={t('unit.kw')} label={t('cutting.power')} />
        <Kpi value={figure(data.todayKwh)} unit={t('unit.kwh')} label={t('energy.today')} />
        <Kpi value={figure(data.kwhPerTonne, 1)} unit={t('unit.kwhPerT')} label={t('energy.perTonne')} />
      </KpiRow>
      {width > 400 && (
        <p className="panel-caption">
          {t('energy.byHour')} ({t('unit.kwh')})
        </p>
      )}
      <div className="side-by-side">
        <Columns
          width={withTop ? width * 0.5 : width}
          height={rest}
          columns={columns}
          zoom={zoom}
          title={t('energy.byHour')}
        />
        {withTop && (
          <ul className="line-bars" aria-label={t('energy.top')}>
            {data.top.slice(0, Math.floor(rest / (rowHeight * zoom))).map(({ code, kwh }) => (
              <li key={code}>
                <span className="machine-cell">
                  <MachineCode code={code.slice(start.length)} />
                </span>
                <span className="mini-bar">
                  <i style={{ transform: `scaleX(${kwh / most})` }} />
                </span>
                <b>{figure(kwh)}</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Energy per tonne of output, and the part of each process in it. */
export function ProcessEnergyPanel({ data, height, zoom }: PanelProps<'process_energy'>) {
  const { t, names, figure } = useSpeech()
  if (data.bars.length === 0) return <Nothing>{t('energy.none')}</Nothing>
  // Rows are as large as all of them fit: without one, they do not add up.
  const fit = Math.max(1, Math.min(zoom, height / (headHeight + data.bars.length * rowHeight)))
  const room = Math.floor((height - headHeight * fit) / (rowHeight * fit))
  const { shown, rest } = fittingRows(data.bars, room)
  const most = Math.max(1, ...data.bars.map(({ kwh }) => kwh))
  return (
    <div className="panel-rows" style={{ '--k': fit } as React.CSSProperties}>
      <KpiRow alone={room < 1} height={height} zoom={fit}>
        <Kpi large value={figure(data.perTonne, 1)} unit={t('unit.kwhPerT')} label={t('energy.ofOutput')} />
        <Kpi value={figure(data.todayKwh)} unit={t('unit.kwh')} label={t('energy.today')} />
      </KpiRow>
      {room > 0 && (
        <ul className="line-bars">
          {shown.map((bar) => (
            <li key={bar.names?.zh ?? ''}>
              <span>{bar.names === null ? t('energy.rest') : names(bar.names)}</span>
              <span className="mini-bar">
                <i style={{ transform: `scaleX(${bar.kwh / most})` }} />
              </span>
              <b>{bar.perTonne === null ? `${figure(bar.kwh)} ${t('unit.kwh')}` : figure(bar.perTonne, 1)}</b>
            </li>
          ))}
          <MoreRows count={rest} />
        </ul>
      )}
    </div>
  )
}

/** Days without an accident. */
export function SafetyPanel({ data: { safety }, height, zoom }: PanelProps<'safety'>) {
  const { t, figure } = useSpeech()
  if (safety === null) return <Nothing>{t('safety.none')}</Nothing>
  return (
    <KpiRow alone height={height} zoom={zoom}>
      <Kpi
        large
        value={figure(safety.days)}
        unit={t('unit.days')}
        label={t('safety.since', { since: safety.since })}
      />
    </KpiRow>
  )
}

/**
 * Whether the wind permits lifting, and the climate painting: steel at least 3 K above the dew point (ISO 8502-4). Without
 * values both are unknown.
 */
export function WeatherPanel({ data, height, zoom, thresholds, options }: PanelProps<'weather'>) {
  const { t, figure } = useSpeech()
  if (data.station === null) return <Nothing>{t('weather.none')}</Nothing>
  const limit = Number(options['gustMs'])
  const lifting = liftingVerdict(data, limit)
  const tall = height > 250 * zoom
  return (
    <div className="panel-rows">
      <div className="weather">
        <p className="paint-words">
          <b className={`verdict is-${lifting}`}>{t(`weather.lifting.${lifting}`)}</b>
          <span>{t('weather.gust', { gust: figure(data.gustMs, 1), limit: figure(limit) })}</span>
        </p>
        <p className="paint-words">
          <b className={`verdict is-${data.painting}`}>{t(`paint.${data.painting}`)}</b>
          <span>
            {t('weather.margin', {
              margin: figure(data.marginK, 1),
              limit: figure(thresholds.dewMarginK, 1),
            })}
          </span>
        </p>
      </div>
      {tall && (
        <div className="kpi-grid">
          <Kpi value={figure(data.windMs, 1)} unit="m/s" label={t('weather.wind')} />
          <Kpi value={figure(data.airC, 1)} unit="°C" label={t('paint.air')} />
          <Kpi value={figure(data.humidity)} unit="%" label={t('paint.humidity')} />
        </div>
      )}
    </div>
  )
}

type Reading = EnvironmentData['readings'][number]

const named = new Set(['temperature', 'humidity', 'surface_temperature', 'pressure', 'gas'])

/** Sensor readings of the hall, each with its last 24 hours. */
export function EnvironmentPanel({ data, width, height, zoom, options }: PanelProps<'environment'>) {
  const { t } = useSpeech()
  const labelOf = useLabel(data.readings)
  // A column has room for the longest label.
  const longest = Math.max(0, ...data.readings.map((one) => widthOf(labelOf(one), type.small * zoom)))
  const columns = Math.max(1, Math.floor(width / Math.max(250 * zoom, longest + 12)))
  const rows = Math.max(1, Math.floor(height / (74 * zoom)))
  const readings = data.readings.slice(0, Math.max(columns * rows, Number(options['rows'] ?? 0)))
  const turn = useTurn(Math.ceil(readings.length / (columns * rows)), 8)
  if (readings.length === 0) return <Nothing>{t('environment.none')}</Nothing>
  const shown = readings.slice(turn * columns * rows, (turn + 1) * columns * rows)
  const used = Math.min(rows, Math.ceil(shown.length / columns))
  return (
    <div className="environment" style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {shown.map((reading) => (
        <Small
          key={`${reading.machine} ${reading.signal}`}
          reading={reading}
          label={labelOf(reading)}
          width={width / columns - 12}
          height={height / used - 8}
          zoom={zoom}
        />
      ))}
    </div>
  )
}

/** Machine and signal of a reading, without the start that all codes share. */
function useLabel(readings: readonly Reading[]) {
  const { t, names } = useSpeech()
  const start = commonStart(readings.map(({ machine }) => machine))
  return (reading: Reading): string => {
    const { machine, role } = reading
    const usual = names(reading.names) || reading.signal
    const name = role !== null && named.has(role) ? t(`environment.${role}` as WallWord) : usual
    return `${machine.slice(start.length)} · ${name}`
  }
}

interface SmallProps {
  readonly reading: Reading
  readonly label: string
  readonly width: number
  readonly height: number
  readonly zoom: number
}

function Small({ reading, label, width, height, zoom }: SmallProps) {
  const { figure } = useSpeech()
  const { unit, value, hours } = reading
  return (
    <div className="reading">
      <span className="kpi-label">{label}</span>
      <span className="reading-value">
        <b>{figure(value, 1)}</b> <small>{unit}</small>
      </span>
      <Spark
        width={Math.max(10, width - 190 * zoom)}
        height={Math.min(height - 26 * zoom, 90 * zoom)}
        values={hours}
        label={label}
      />
    </div>
  )
}
