import type { ReactNode } from 'react'
import { useSpeech } from '../labels.ts'
import { headHeight, type } from '../frame/type.rules.ts'

/** Colour means abnormal: what is as it should be is plain. */
export type Tone = 'bad' | 'warn' | 'plain'

interface KpiProps {
  readonly label: string
  readonly value: string
  readonly unit?: string
  readonly tone?: Tone
  readonly large?: boolean
  readonly children?: ReactNode
}

/** A number with its label; the number comes first because people look for it first. */
export function Kpi({ label, value, unit, tone = 'plain', large = false, children }: KpiProps) {
  return (
    <div className={`kpi is-${tone} ${large ? 'is-large' : ''}`}>
      <span className="kpi-value">
        {value}
        {unit !== undefined && <small>{unit}</small>}
      </span>
      <span className="kpi-label">{label}</span>
      {children}
    </div>
  )
}

interface RowProps {
  /** Nothing is shown below: the numbers take the whole panel. */
  readonly alone: boolean
  /** Height of the panel's body, px, and its font scale. */
  readonly height: number
  readonly zoom: number
  readonly children: ReactNode
}

/** Numbers side by side. */
export function KpiRow({ alone, height, zoom, children }: RowProps) {
  const grown = alone ? Math.max(1, Math.min(1.4, height / (headHeight * zoom))) : 1
  return (
    <div
      className={`kpi-row ${alone ? 'is-alone' : ''}`}
      style={{ '--k': zoom * grown } as React.CSSProperties}
    >
      {children}
    </div>
  )
}

/** The number of rows for which there is no room. */
export const MoreRows = ({ count }: { readonly count: number }) =>
  count > 0 ? (
    <li className="is-soft">
      <span>+{count}</span>
    </li>
  ) : null

/** Text of a panel without data: neither an error nor a number. */
export const Nothing = ({ children }: { readonly children: string }) => (
  <p className="panel-nothing">{children}</p>
)

interface BulletProps {
  readonly width: number
  readonly height: number
  readonly value: number
  /** End of the scale. */
  readonly end: number
  /** Target for now and for the end; null: not set. */
  readonly mark: number | null
  readonly plan: number | null
  readonly low: number | null
  readonly high: number | null
  readonly middle: number | null
}

/** Actual against plan, with the forecast range of the end. */
export function Bullet({ width, height, value, end, mark, plan, low, high, middle }: BulletProps) {
  const at = (amount: number) => (Math.max(0, Math.min(amount, end)) / end) * width
  return (
    <svg className="chart bullet" width={width} height={height} aria-hidden="true">
      <rect className="track" width={width} height={height} rx={3} />
      {low !== null && high !== null && (
        <rect className="cone" x={at(low)} width={Math.max(2, at(high) - at(low))} height={height} />
      )}
      <rect className="done" y={height * 0.2} width={at(value)} height={height * 0.6} rx={2} />
      {middle !== null && <line className="expected" x1={at(middle)} x2={at(middle)} y1={0} y2={height} />}
      {plan !== null && <rect className="goal" x={at(plan) - 2} width={4} height={height} />}
      {mark !== null && <path className="due" d={`M${at(mark)} ${height * 0.28}l-6 ${-height * 0.28}h12z`} />}
    </svg>
  )
}

interface Column {
  readonly key: string | number
  readonly label: string
  readonly value: number | null
}
interface ColumnsProps {
  readonly width: number
  readonly height: number
  readonly columns: readonly Column[]
  readonly zoom: number
  readonly title: string
}

/** Columns side by side, the highest with its value; the last one is still growing. */
export function Columns({ width, height, columns, zoom, title }: ColumnsProps) {
  if (columns.length === 0 || height < 24) return null
  const font = type.small * zoom
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

/** A readable axis end: a short number times a power of ten, at least `value`. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * power >= value) ?? 10
  return step * power
}

interface RingProps {
  readonly size: number
  /** 0 to 1; null: unknown. */
  readonly share: number | null
  readonly label: string
  readonly target?: number | null
}

/** A share as a ring that is open at the top; a notch marks the target. */
export function Ring({ size, share, label, target = null }: RingProps) {
  const { percent } = useSpeech()
  const middle = size / 2
  const thick = size * 0.11
  const radius = middle - thick
  const length = 2 * Math.PI * radius
  const part = Math.max(0, Math.min(1, share ?? 0))
  const turn = (target ?? 0) * 360 - 90
  const text = percent(share)
  // `100 %` must fit inside the ring.
  const letters = size * ([0.26, 0.22, 0.19][Math.max(0, text.length - 3)] ?? 0.19)
  return (
    <div className="ring">
      <svg className="chart" width={size} height={size} aria-hidden="true">
        <circle className="track" cx={middle} cy={middle} r={radius} strokeWidth={thick} />
        <circle
          className="part"
          cx={middle}
          cy={middle}
          r={radius}
          strokeWidth={thick}
          strokeDasharray={`${part * length} ${length}`}
          transform={`rotate(-90 ${middle} ${middle})`}
        />
        {target !== null && (
          <line
            className="goal"
            x1={middle + radius - thick * 0.7}
            x2={middle + radius + thick * 0.7}
            y1={middle}
            y2={middle}
            transform={`rotate(${turn} ${middle} ${middle})`}
          />
        )}
        <text x={middle} y={middle + letters * 0.34} fontSize={letters} textAnchor="middle">
          {text}
        </text>
      </svg>
      <span className="ring-label">{label}</span>
    </div>
  )
}

interface SparkProps {
  readonly width: number
  readonly height: number
  readonly values: readonly (number | null)[]
  readonly label: string
}

/**
 * A sparkline. Unknown values leave a gap, never a connecting line. A single value draws no line.
 */
export function Spark({ width, height, values, label }: SparkProps) {
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

interface LinePoint {
  readonly x: number
  readonly y: number | null
}

/** A path through points, interrupted where a value is missing. */
export function linesOf(points: readonly LinePoint[]): string {
  let path = ''
  let pen = false
  for (const { x, y } of points) {
    if (y !== null) path += `${pen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    pen = y !== null
  }
  return path
}
