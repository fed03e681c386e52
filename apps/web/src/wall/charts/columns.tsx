import { roundUp } from './round-up.rules.ts'

interface Column {
  readonly key: string | number
  readonly label: string
  readonly value: number | null
}
interface Props {
  readonly width: number
  readonly height: number
  readonly columns: readonly Column[]
  readonly zoom: number
  readonly title: string
}

/** Columns side by side, the highest with its value; the last one is still growing. */
export function Columns({ width, height, columns, zoom, title }: Props) {
  if (columns.length === 0 || height < 24) return null
  const font = 12 * zoom
  const [above, below] = [font * 0.4, font * 1.4]
  const end = roundUp(Math.max(...columns.map(({ value }) => value ?? 0)))
  const step = Math.min(width / columns.length, 64 * zoom)
  const room = height - above - below
  const every = Math.max(1, Math.ceil((font * 3.2) / step))
  return (
    <svg className="chart columns" width={width} height={height} role="img" aria-label={title}>
      <line className="axis" x1={0} x2={width} y1={height - below} y2={height - below} />
      {columns.map(({ key, label, value }, at) => {
        const tall = value === null ? 0 : (Math.max(0, value) / end) * room
        return (
          <g key={key}>
            <rect
              className={at === columns.length - 1 ? 'column is-last' : 'column'}
              x={at * step + step * 0.14}
              y={above + room - tall}
              width={step * 0.72}
              height={tall}
              rx={2}
            />
            {at % every === 0 && (
              <text x={at * step + step / 2} y={height - font * 0.25} fontSize={font} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
