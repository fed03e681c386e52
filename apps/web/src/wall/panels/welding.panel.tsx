import { roundUp, linesOf, Nothing, Ring } from '../charts/charts.tsx'
import type { WeldTrace, WeldingMachine } from '@cloud-factory/domain/wall/wall-panels'
import { useSpeech } from '../labels.ts'
import { rowHeight, type } from '../frame/type.rules.ts'
import type { PanelProps } from '../screen.types.ts'
import { MachineCode, StateSymbol } from '../charts/marks.tsx'
import { commonStart } from '../frame/frame.rules.ts'
import { useTurn } from '../link/clock.ts'

interface Limits {
  readonly low: number
  readonly high: number
}

/**
 * Ends of a trace's scale: the window extended by its width on both sides. A scale from zero would
 * show a flat line.
 */
function rangeOf(
  values: readonly (number | null)[],
  limits: Limits | null,
): { readonly from: number; readonly to: number } {
  if (limits === null) return { from: 0, to: roundUp(Math.max(1, ...values.map((value) => value ?? 0))) }
  const span = Math.max(limits.high - limits.low, limits.high * 0.01, 0.1)
  return { from: Math.max(0, limits.low - span), to: limits.high + span }
}

/** Outside the procedure's window while welding; without current there is no welding. */
const isOutside = (value: number | null, limits: Limits | null): boolean =>
  value !== null && limits !== null && value > 0 && (value < limits.low || value > limits.high)

const lengthMs = 60_000

/** Current and voltage of one welder over the last minute, with the window of the procedure. */
export function WeldTracePanel({ data, width, height, zoom }: PanelProps<'weld_trace'>) {
  const { t } = useSpeech()
  if (data.machine === null) return <Nothing>{t('welding.noMachine')}</Nothing>
  const font = type.small * zoom
  const head = font * 1.7
  const half = (height - head - 4 * zoom) / 2
  const { window: limits } = data
  return (
    <div className="panel-rows">
      <p className="panel-note is-spread" style={{ height: head }}>
        <span>
          <b>{data.machine.code}</b> {data.machine.name}
        </span>
        <span className="is-soft">{t('welding.last')}</span>
      </p>
      <svg
        className="chart trace"
        width={width}
        height={half * 2}
        role="img"
        aria-label={t('panel.weld_trace')}
      >
        <Strip
          points={data.points}
          of="currentA"
          unit="A"
          limits={limits === null ? null : { low: limits.lowA, high: limits.highA }}
          y={0}
          width={width}
          height={half - 3}
          font={font}
        />
        <Strip
          points={data.points}
          of="voltageV"
          unit="V"
          limits={limits === null ? null : { low: limits.lowV, high: limits.highV }}
          y={half}
          width={width}
          height={half - 3}
          font={font}
        />
      </svg>
    </div>
  )
}

interface StripProps {
  readonly points: WeldTrace['points']
  readonly of: 'currentA' | 'voltageV'
  readonly unit: string
  readonly limits: Limits | null
  readonly y: number
  readonly width: number
  readonly height: number
  readonly font: number
}

function Strip({ points, of, unit, limits, y, width, height, font }: StripProps) {
  const { figure } = useSpeech()
  const now = points.at(-1)?.[of] ?? null
  const upTo = points.at(-1)?.at ?? 0
  const right = width - font * 7
  const { from, to } = rangeOf(
    points.map((point) => point[of]),
    limits,
  )
  const at = (value: number) =>
    height - 3 - ((Math.max(from, Math.min(to, value)) - from) / (to - from)) * (height - 6)
  const line = linesOf(
    points.map((point) => {
      const value = point[of]
      return { x: (1 - (upTo - point.at) / lengthMs) * right, y: value === null ? null : at(value) }
    }),
  )
  return (
    <g transform={`translate(0 ${y})`} className={isOutside(now, limits) ? 'is-outside' : ''}>
      <rect className="track" width={right} height={height} rx={3} />
      {limits !== null && (
        <rect
          className="window"
          y={at(limits.high)}
          width={right}
          height={Math.max(1, at(limits.low) - at(limits.high))}
        />
      )}
      <path className={`line is-${of}`} d={line} />
      <text
        className="now"
        x={width}
        y={height / 2 + font * 0.55}
        fontSize={type.figure * (font / type.small)}
        textAnchor="end"
      >
        {figure(now, of === 'voltageV' ? 1 : 0)}
        <tspan fontSize={font} dx={3}>
          {unit}
        </tspan>
      </text>
    </g>
  )
}

/**
 * Arc-on ratio, share of arc time inside the procedure's window, and each welder with its current
 * values.
 */
export function WeldingPanel({ data, width, height, zoom, options }: PanelProps<'welding'>) {
  const { t } = useSpeech()
  const ring = Math.min(height > 200 ? height * 0.42 : height - 28 * zoom, width * 0.16)
  const stacked = height > 260
  const row = rowHeight * zoom
  const tableHeight = stacked ? height - ring - 38 * zoom : height
  const room = Math.max(1, Math.floor((tableHeight - 26 * zoom) / row))
  const most = stacked ? room : Math.min(room, Number(options['rows'] ?? room))
  const turns = Math.max(1, Math.ceil(data.machines.length / most))
  // The last page has as many rows as the others.
  const rows = Math.max(1, Math.ceil(data.machines.length / turns))
  const turn = useTurn(turns, 8)
  if (data.machines.length === 0) return <Nothing>{t('welding.none')}</Nothing>
  // The common prefix of all codes carries no information and takes room.
  const start = commonStart(data.machines.map(({ code }) => code))
  const shown = data.machines.slice(turn * rows, turn * rows + rows)
  return (
    <div className={`welding ${stacked ? 'is-stacked' : ''}`}>
      <div className="rings">
        <Ring size={ring} share={data.arcOn} label={t('welding.arcOn')} />
        <Ring size={ring} share={data.inWindow} label={t('welding.inWindow')} />
      </div>
      <table className="wall-table is-figures is-tight">
        <thead>
          <tr>
            <th>{t('drawer.machine')}</th>
            <th style={{ width: 64 * zoom }}>A</th>
            <th style={{ width: 64 * zoom }}>V</th>
            <th style={{ width: 76 * zoom }}>kJ/mm</th>
            <th style={{ width: 30 * zoom }} title={t('welding.inWindow')}>
              ✓
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((machine) => (
            <Row
              key={machine.id}
              machine={machine}
              code={machine.code.slice(start.length)}
              height={row}
              zoom={zoom}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly machine: WeldingMachine
  /** The code as displayed. */
  readonly code: string
  readonly height: number
  readonly zoom: number
}

function Row({ machine, code, height, zoom }: RowProps) {
  const { t, figure } = useSpeech()
  const { state, currentA, voltageV, heatKjMm, inWindow } = machine
  return (
    <tr style={{ height }}>
      <td className="is-fluid">
        <span className="machine-cell">
          <StateSymbol state={state} size={20 * zoom} /> <MachineCode code={code} />
        </span>
      </td>
      <td>{figure(currentA)}</td>
      <td>{figure(voltageV, 1)}</td>
      <td>{figure(heatKjMm, 2)}</td>
      <td>
        {inWindow !== null && (
          <b
            className={inWindow ? 'is-soft' : 'is-bad'}
            title={t(inWindow ? 'welding.inside' : 'welding.outside')}
          >
            {inWindow ? '✓' : '▲'}
          </b>
        )}
      </td>
    </tr>
  )
}
