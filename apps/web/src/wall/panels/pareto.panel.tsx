import type { Pareto } from '@cloud-factory/domain/wall/wall-panels'
import { Nothing } from '../charts/charts.tsx'
import { spanOf } from '../figures.ts'
import { rowHeight, type } from '../frame/type.rules.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from '../screen.types.ts'

function useAmount(unit: Pareto['unit']): (value: number) => string {
  const { figure, tonnesOf } = useSpeech()
  if (unit === 's') return spanOf
  return unit === 'kg' ? (value) => `${tonnesOf(value)} t` : figure
}

type ParetoProps = PanelProps<'stop_pareto' | 'defect_pareto'>

/** Pareto chart: the largest causes as bars by size, with the cumulative share. */
export function ParetoPanel({ data, width, height, zoom, options }: ParetoProps) {
  const { t, names, percent } = useSpeech()
  const amountOf = useAmount(data.unit)
  const room = Math.max(1, Math.min(Number(options['bars'] ?? 6), Math.floor(height / (rowHeight * zoom))))
  const bars = data.bars.slice(0, room)
  if (bars.length === 0) return <Nothing>{t('pareto.none')}</Nothing>
  const row = Math.min(92 * zoom, height / bars.length)
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const share = 72 * zoom
  const amount = (data.unit === 's' ? 120 : 84) * zoom
  // The smallest panel has no room for bars.
  const bar = Math.max(0, width * 0.56 - amount - share - 18)
  const label = width - bar - amount - share - 18
  const dots = bars.map(({ cumulative }, at) => ({ x: cumulative * bar, y: at * row + row / 2 }))
  return (
    <div
      className={row < 2.5 * type.text * zoom ? 'pareto is-low' : 'pareto'}
      style={{ gridTemplateColumns: `${label}px ${bar}px ${amount}px ${share}px`, gridAutoRows: row }}
    >
      {bars.map(({ names: words, value, cumulative }, at) => (
        <div key={`${at} ${words.zh}`} className="pareto-row">
          <span className="pareto-name">{names(words)}</span>
          <span className="pareto-bar">
            <i style={{ transform: `scaleX(${value / most})` }} />
          </span>
          <b>{amountOf(value)}</b>
          <span className="is-soft">{percent(cumulative)}</span>
        </div>
      ))}
      <svg
        className="chart pareto-line"
        style={{ left: label + 6 }}
        width={bar}
        height={bars.length * row}
        aria-hidden="true"
      >
        <polyline points={dots.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {dots.map(({ x, y }) => (
          <circle key={y} cx={x} cy={y} r={3 * zoom} />
        ))}
      </svg>
    </div>
  )
}
