import { Kpi, Ring, Spark, Nothing } from '../charts/charts.tsx'
import { useSpeech } from '../labels.ts'
import { headHeight, rowHeight, type } from '../frame/type.rules.ts'
import type { PanelProps } from '../screen.types.ts'
import type { OeeData, StateTimeline } from '@cloud-factory/domain/wall/wall-panels'
import { memo } from 'react'
import { turnsOf } from '../frame/frame.rules.ts'
import { widthOf } from '../map/bays.rules.ts'
import { useTurn } from '../link/clock.ts'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'

/** A line without a standard rate has no OEE. */
const knownFirst = (lines: OeeData['lines']) =>
  lines.toSorted((one, other) => Number(one.oee === null) - Number(other.oee === null))

/** The number in a smaller ring cannot be read. */
const minRing = 82

interface RingRoom {
  readonly width: number
  readonly zoom: number
  /** Largest size that a ring may have. */
  readonly maxRing: number
}

/** Size of the rings and of the type of their row, so that figure, rings and the words below them have room beside each other; null: no room. */
function ringsIn(words: readonly string[], labels: readonly string[], { width, zoom, maxRing }: RingRoom) {
  const gap = 12
  const sum = (lengths: readonly number[]) => lengths.reduce((all, length) => all + length, 0)
  const lettersOf = (text: string) => widthOf(text, type.small) * 0.85
  const figure = Math.max(type.hero * 3, ...labels.map(lettersOf))
  const k = Math.max(1, Math.min(zoom, (width - 3 * gap) / (figure + sum(words.map(lettersOf)))))
  const columns = (size: number) => sum(words.map((word) => Math.max(size, lettersOf(word) * k) + gap * k))
  const room = width - figure * k
  const sizes = Array.from({ length: 30 }, (_, step) => maxRing * (1 - step / 40))
  const ring = sizes.find((size) => size > minRing && columns(size) <= room) ?? null
  return ring === null ? { k: zoom, ring } : { k, ring }
}

interface LineBarsProps {
  readonly rows: readonly { readonly name: string | undefined; readonly share: number | null }[]
}

/** A bar and its percentage for each name. */
function LineBars({ rows }: LineBarsProps) {
  const { percent } = useSpeech()
  return (
    <ul className="line-bars">
      {rows.map(({ name, share }) => (
        <li key={name}>
          <span>{name}</span>
          <span className="mini-bar">
            <i style={{ transform: `scaleX(${share ?? 0})` }} />
          </span>
          <b>{percent(share)}</b>
        </li>
      ))}
    </ul>
  )
}

/** OEE of the current working day and its three factors, and the share of time with known state. */
export function OeePanel({ data, width, height, zoom, thresholds }: PanelProps<'oee'>) {
  const { t, wordOf, percent } = useSpeech()
  const target = data.target ?? thresholds.oeeTarget
  const parts = ['availability', 'performance', 'quality'] as const
  const words = parts.map((part) => t(`oee.${part}`))
  const { ring, k } = ringsIn(
    words,
    [t('oee.target', { value: percent(target) }), t('oee.coverage', { value: percent(data.coverage) })],
    {
      width,
      zoom,
      maxRing: Math.min(height > 220 ? height * 0.48 : height - 30 * zoom, (width * 0.54) / 3 - 10),
    },
  )
  const tone = data.oee === null ? 'plain' : data.oee < target ? 'warn' : 'plain'
  const rest = height - Math.max((ring ?? 0) + 30 * zoom, headHeight * zoom)
  const room = Math.max(1, Math.floor((rest - 6) / (rowHeight * zoom)))
  return (
    <div className="panel-rows">
      <div className="oee" style={{ '--k': k } as React.CSSProperties}>
        <Kpi
          large
          value={percent(data.oee, 1)}
          tone={tone}
          label={t('oee.target', { value: percent(target) })}
        >
          <span className="kpi-label">{t('oee.coverage', { value: percent(data.coverage) })}</span>
        </Kpi>
        {ring !== null && (
          <div className="rings">
            {parts.map((part, at) => (
              <Ring key={part} size={ring} share={data[part]} label={words[at] ?? ''} />
            ))}
          </div>
        )}
      </div>
      {rest > 70 && (
        <div className="oee-more">
          {ring !== null && data.days.length > 1 && (
            <div>
              <p className="panel-note">{t('oee.days')}</p>
              <Spark
                width={width * 0.42}
                height={rest - 38 * zoom}
                values={data.days.map(({ oee }) => oee)}
                label={t('oee.days')}
              />
            </div>
          )}
          <LineBars
            rows={[
              ...(ring === null ? parts.map((part, at) => ({ name: words[at], share: data[part] })) : []),
              ...knownFirst(data.lines).map(({ line, oee }) => ({ name: wordOf('line', line), share: oee })),
            ].slice(0, room)}
          />
        </div>
      )}
    </div>
  )
}

/**
 * States of machines over the last hours, one row each. If the rows do not all fit, the panel shows
 * them page by page.
 */
export function StateTimelinePanel({ data, width, height }: PanelProps<'state_timeline'>) {
  const { t, time } = useSpeech()
  const { machines, from, to, more } = data
  const font = type.small
  const foot = font * 1.6
  const most = Math.max(1, Math.floor((height - foot) / (font * 1.25)))
  const { turns, each: room } = turnsOf(machines.length, most)
  const row = Math.min(40, (height - foot) / room)
  const turn = useTurn(turns, 10)
  if (machines.length === 0) return <Nothing>{t('timeline.none')}</Nothing>
  const longest = Math.max(...machines.map(({ code }) => code.length))
  const left = Math.min(width * 0.3, longest * font * 0.64 + 10)
  const bar = width - left
  const x = (at: number) => left + ((at - from) / Math.max(1, to - from)) * bar
  const shown = machines.slice(turn * room, turn * room + room)
  return (
    <svg
      className="chart timeline"
      width={width}
      height={height}
      role="img"
      aria-label={t('panel.state_timeline')}
    >
      {hoursBetween(from, to, Math.max(3, Math.floor(bar / (font * 5)))).map((at) => (
        <g key={at}>
          <line className="grid" x1={x(at)} x2={x(at)} y1={0} y2={room * row} />
          {x(at) < width - font * 1.2 && x(at) > left + font * 3 && (
            <text x={x(at)} y={height - font * 0.3} fontSize={font} textAnchor="middle">
              {time(at)}
            </text>
          )}
        </g>
      ))}
      {shown.map((machine, at) => (
        <g key={machine.id} transform={`translate(0 ${at * row})`}>
          <text x={left - 8} y={row / 2 + font * 0.35} fontSize={font} textAnchor="end">
            {machine.code}
          </text>
          <g transform={`translate(${left} ${row * 0.14})`}>
            <Bands machine={machine} from={from} to={to} width={bar} height={row * 0.72} />
          </g>
        </g>
      ))}
      {more > 0 && (
        <text y={height - font * 0.3} fontSize={font}>
          {t('timeline.more', { count: more })}
        </text>
      )}
    </svg>
  )
}

interface BandsProps {
  readonly machine: StateTimeline['machines'][number]
  readonly from: number
  readonly to: number
  readonly width: number
  readonly height: number
}

const Bands = memo(function Bands({ machine, from, to, width, height }: BandsProps) {
  const paths = pathsOf(machine.bands, { from, to }, { width, height })
  return [...paths].map(([state, path]) => <path key={state} className={`band is-${state}`} d={path} />)
})

type BandList = StateTimeline['machines'][number]['bands']

/**
 * BandList of a row as one path per state, `width` wide: a row has at most six shapes, however often
 * its machine changed. BandList narrower than a pixel are drawn one pixel wide, so that short stops
 * stay visible.
 */
function pathsOf(
  bands: BandList,
  span: { readonly from: number; readonly to: number },
  size: { readonly width: number; readonly height: number },
): ReadonlyMap<MachineState, string> {
  const paths = new Map<MachineState, string>()
  const scale = size.width / Math.max(1, span.to - span.from)
  for (const [at, { from, state }] of bands.entries()) {
    const begin = Math.max(from, span.from)
    const end = Math.min(bands[at + 1]?.from ?? span.to, span.to)
    if (end <= begin) continue
    const x = (begin - span.from) * scale
    const wide = Math.max(1, (end - begin) * scale)
    const box = `M${x.toFixed(1)} 0h${wide.toFixed(1)}v${size.height}h${(-wide).toFixed(1)}z`
    paths.set(state, (paths.get(state) ?? '') + box)
  }
  return paths
}

const hourMs = 3_600_000

/** Full hours between two instants, thinned out to at most `most` labels. */
function hoursBetween(from: number, to: number, most: number): readonly number[] {
  const step = [1, 2, 3, 4, 6, 12, 24].find((hours) => (to - from) / (hours * hourMs) <= most) ?? 24
  const first = Math.ceil(from / (step * hourMs)) * step * hourMs
  const hours: number[] = []
  for (let at = first; at <= to; at += step * hourMs) hours.push(at)
  return hours
}
