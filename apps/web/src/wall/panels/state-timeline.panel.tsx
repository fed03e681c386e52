import type { StateTimeline } from '@cloud-factory/domain/wall/wall-panels'
import { memo } from 'react'
import { Nothing } from '../charts/kpi.tsx'
import { turnsOf } from '../frame/turns.rules.ts'
import { useTurn } from '../frame/use-turn.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'
import { hoursBetween, pathsOf } from './timeline.rules.ts'

/**
 * States of machines over the last hours, one row each. If the rows do not all fit, the panel shows
 * them page by page.
 */
export function StateTimelinePanel({ data, width, height, zoom }: PanelProps<'state_timeline'>) {
  const { t, time } = useSpeech()
  const { machines, from, to, more } = data
  const font = Math.min(15, 11.5 * zoom)
  const foot = font * 1.6
  const most = Math.max(1, Math.floor((height - foot) / (font * 1.25)))
  const { turns, each: room } = turnsOf(machines.length, most)
  const row = Math.min(26, (height - foot) / room)
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
