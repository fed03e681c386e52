import type { Pareto } from '@cloud-factory/contract/wall-panels'
import { Nothing } from '../charts/kpi.tsx'
import { figure, percent, spanOf, tonnesOf } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

function amountOf(value: number, unit: Pareto['unit']): string {
  if (unit === 's') return spanOf(value)
  return unit === 'kg' ? `${tonnesOf(value)} t` : figure(value)
}

/** The few causes that make most of it: bars by size, and the share of all down to each. */
export function ParetoPanel(props: PanelProps<'stop_pareto' | 'defect_pareto'>) {
  const { data, width, height, zoom, options } = props
  const { t, names } = useSpeech()
  const room = Math.max(1, Math.min(Number(options['bars'] ?? 6), Math.floor(height / (22 * zoom))))
  const bars = data.bars.slice(0, room)
  if (bars.length === 0) return <Nothing>{t('pareto.none')}</Nothing>
  const row = Math.min(46 * zoom, height / bars.length)
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const share = 48 * zoom
  const [label, amount] = [width * 0.38, (data.unit === 's' ? 84 : 64) * zoom]
  const bar = width - label - amount - share - 18
  const dots = bars.map(({ cumulative }, at) => ({ x: cumulative * bar, y: at * row + row / 2 }))
  return (
    <div
      className="pareto"
      style={{ gridTemplateColumns: `${label}px ${bar}px ${amount}px ${share}px`, gridAutoRows: row }}
    >
      {bars.map(({ names: words, value, cumulative }, at) => (
        <div key={`${at} ${words.zh}`} className="pareto-row">
          <span className="pareto-name">{names(words)}</span>
          <span className="pareto-bar">
            <i style={{ transform: `scaleX(${value / most})` }} />
          </span>
          <b>{amountOf(value, data.unit)}</b>
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
