import { useWidth } from '../ui/use-width.ts'
import { axisOf, frame, pathOf } from './chart-frame.rules.ts'
import './chart.css'

interface Trend {
  readonly name: string
  /** null: nothing in that month. */
  readonly values: readonly (number | null)[]
}

interface Props {
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
export function TrendChart({ label, months, trends, written }: Props) {
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
