import { axisOf, frame, pathOf } from './chart-frame.rules.ts'
import './chart.css'

interface Trend {
  readonly name: string
  /** Null: nothing in that month. */
  readonly values: readonly (number | null)[]
}

interface Props {
  readonly label: string
  /** Below the points, `2026-03`. */
  readonly months: readonly string[]
  /** One or two lines; the second is dashed. */
  readonly trends: readonly Trend[]
  readonly written: (value: number) => string
}

/** Lines over months. The table beside it says the same in words. */
export function TrendChart({ label, months, trends, written }: Props) {
  const known = trends.flatMap(({ values }) => values.filter((value) => value !== null))
  const axis = axisOf(months.length, [0, ...known])
  const { left, right, width, height } = frame
  // Every so many months are named, so that names do not run into each other.
  const every = Math.ceil(months.length / 14)
  return (
    <figure className="control-line">
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
