import { linesOf } from './lines.rules.ts'

interface Props {
  readonly width: number
  readonly height: number
  readonly values: readonly (number | null)[]
  readonly label: string
}

/**
 * A sparkline. Unknown values leave a gap, never a connecting line. A single value draws no line.
 */
export function Spark({ width, height, values, label }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || width < 10) return null
  const least = Math.min(...known)
  const most = Math.max(...known)
  const span = most - least || 1
  const points = values.map((value, at) => ({
    x: values.length === 1 ? width / 2 : (at / (values.length - 1)) * (width - 6) + 3,
    y: value === null ? null : height - 4 - ((value - least) / span) * (height - 8),
  }))
  const last = points.findLast(({ y }) => y !== null)
  return (
    <svg className="chart spark" width={width} height={height} role="img" aria-label={label}>
      <path className="line" d={linesOf(points)} />
      {last !== undefined && <circle className="dot" cx={last.x} cy={last.y ?? 0} r={3} />}
    </svg>
  )
}
