import type { EnvironmentData } from '@cloud-factory/domain/wall/wall-panels'
import { Nothing } from '../charts/kpi.tsx'
import { Spark } from '../charts/spark.tsx'
import { figure } from '../figures.ts'
import { useTurn } from '../frame/use-turn.ts'
import { useSpeech, type WallWord } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

type Reading = EnvironmentData['readings'][number]

const named = new Set(['temperature', 'humidity', 'surface_temperature', 'pressure', 'gas'])

/** Sensor readings of the hall, each with its last 24 hours. */
export function EnvironmentPanel({ data, width, height, zoom, options }: PanelProps<'environment'>) {
  const { t } = useSpeech()
  const columns = Math.max(1, Math.floor(width / (210 * zoom)))
  const rows = Math.max(1, Math.floor(height / (64 * zoom)))
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
          width={width / columns - 12}
          height={height / used - 8}
          zoom={zoom}
        />
      ))}
    </div>
  )
}

interface SmallProps {
  readonly reading: Reading
  readonly width: number
  readonly height: number
  readonly zoom: number
}

function Small({ reading, width, height, zoom }: SmallProps) {
  const { t, names } = useSpeech()
  const { machine, signal, role, unit, value, hours } = reading
  const own = names(reading.names)
  const name =
    role !== null && named.has(role) ? t(`environment.${role}` as WallWord) : own === '' ? signal : own
  return (
    <div className="reading">
      <span className="kpi-label">
        {machine} · {name}
      </span>
      <span className="reading-value">
        <b>{figure(value, 1)}</b> <small>{unit}</small>
      </span>
      <Spark
        width={Math.max(10, width - 104 * zoom)}
        height={Math.min(height - 22 * zoom, 90 * zoom)}
        values={hours}
        label={name}
      />
    </div>
  )
}
