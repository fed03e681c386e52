import { useWidth } from '../ui/use-width.ts'
import { axisOf, frame, pathOf } from './chart-frame.rules.ts'
import './chart.css'

interface ParetoShown {
  readonly key: string
  readonly name: string
  readonly value: number
  /** Cumulative share including this bar, 0 to 1. */
  readonly cumulative: number
}

interface ParetoChartProps {
  readonly label: string
  readonly bars: readonly ParetoShown[]
  readonly written: (value: number) => string
}

/**
 * Bars in descending order with the line of their cumulative share, as wide as the space allows. The table next to it
 * has the same content as text.
 */
export function ParetoChart({ label, bars, written }: ParetoChartProps) {
  const [box, measured] = useWidth<HTMLElement>()
  const width = measured || frame.width
  const inner = width - shareWidth
  const axis = axisOf(bars.length, [0, ...bars.map(({ value }) => value)], inner)
  const most = axis.ticks.at(-1) ?? 1
  const { left, right } = frame
  const step = (inner - left - right) / bars.length
  const half = Math.min(48, step * 0.32)
  return (
    <figure ref={box} className="control-line is-fitted is-bars">
      <svg viewBox={`0 0 ${width} ${frame.height + 16}`} role="img" aria-label={label}>
        {axis.ticks.map((tick) => (
          <g key={tick} className="grid">
            <line x1={left} x2={inner - right} y1={axis.y(tick)} y2={axis.y(tick)} />
            <text x={left - 6} y={axis.y(tick) + 4} textAnchor="end">
              {written(tick)}
            </text>
          </g>
        ))}
        {[0, 0.5, 1].map((share) => (
          <text key={share} x={width} y={axis.y(share * most) + 4} textAnchor="end">
            {share * 100} %
          </text>
        ))}
        {bars.map(({ key, name, value }, index) => (
          <g key={key}>
            <rect
              className="bar"
              x={axis.x(index) - half}
              y={axis.y(value)}
              width={half * 2}
              height={Math.max(0, axis.y(0) - axis.y(value))}
            >
              <title>{`${name} ${written(value)}`}</title>
            </rect>
            <text x={axis.x(index)} y={frame.height - 2} textAnchor="middle">
              {cut(name, step)}
            </text>
          </g>
        ))}
        <ShareLine axis={axis} most={most} bars={bars} />
      </svg>
    </figure>
  )
}

interface LineProps {
  readonly axis: ReturnType<typeof axisOf>
  /** The value that stands as high as the whole. */
  readonly most: number
  readonly bars: readonly ParetoShown[]
}

/** The running share of the bars. */
function ShareLine({ axis, most, bars }: LineProps) {
  const heights = bars.map(({ cumulative }) => cumulative * most)
  return (
    <>
      <path className="cumulative" d={pathOf(axis, heights)} />
      {bars.map(({ key, cumulative }, index) => (
        <circle
          key={key}
          className="cumulative-point"
          cx={axis.x(index)}
          cy={axis.y(cumulative * most)}
          r={3}
        >
          <title>{`${Math.round(cumulative * 100)} %`}</title>
        </circle>
      ))}
    </>
  )
}

/** px for the scale of the shares, at the right. */
const shareWidth = 28
/** Width of a letter in px. */
const letterWidth = 6.2

/** The part of a name that fits under its bar; a Chinese character is as wide as two letters. */
function cut(name: string, width: number): string {
  let room = Math.floor((width - 8) / letterWidth)
  let text = ''
  for (const letter of name) {
    room -= letter.charCodeAt(0) > 0x2e80 ? 2 : 1
    if (room < 0) return `${text.trimEnd()}…`
    text += letter
  }
  return text
}

interface Trend {
  readonly name: string
  /** null: nothing in that month. */
  readonly values: readonly (number | null)[]
}

interface TrendChartProps {
  readonly label: string
  /** Shown below the points, `2026-03`. */
  readonly months: readonly string[]
  /** One or two lines; the second is dashed. */
  readonly trends: readonly Trend[]
  readonly written: (value: number) => string
}

/** Width in px of the name of a month or day. */
const nameWidth = 64

/** Lines over months, as wide as the space allows. The table next to it has the same content as text. */
export function TrendChart({ label, months, trends, written }: TrendChartProps) {
  const known = trends.flatMap(({ values }) => values.filter((value) => value !== null))
  const [box, measured] = useWidth<HTMLElement>()
  const width = measured || frame.width
  const axis = axisOf(months.length, [0, ...known], width)
  const { left, right, height } = frame
  // Only some months are labelled, so that labels do not overlap.
  const every = Math.max(1, Math.ceil((months.length * nameWidth) / (width - left - right)))
  return (
    <figure ref={box} className="control-line is-fitted">
      <figcaption className="trend-names">
        {trends.map(({ name }, at) => (
          <span key={name} data-trend={at}>
            {name}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {axis.ticks.map((tick) => (
          <g key={tick} className="grid">
            <line x1={left} x2={width - right} y1={axis.y(tick)} y2={axis.y(tick)} />
            <text x={left - 6} y={axis.y(tick) + 4} textAnchor="end">
              {written(tick)}
            </text>
          </g>
        ))}
        {months.map((month, index) =>
          index % every === 0 ? (
            <text key={month} x={axis.x(index)} y={height - 4} textAnchor="middle">
              {month}
            </text>
          ) : null,
        )}
        {trends.map(({ name, values }, at) => (
          <g key={name} className="trend" data-trend={at}>
            <path d={pathOf(axis, values)} />
            {values.map((value, index) =>
              value === null ? null : (
                <circle key={months[index]} cx={axis.x(index)} cy={axis.y(value)} r={3.5}>
                  <title>{`${months[index]} · ${name} · ${written(value)}`}</title>
                </circle>
              ),
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}
