import type { ControlChartView } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { useNavigate } from 'react-router'
import { type Axis, axisOf, frame, pathOf } from '../../shared/chart/chart-frame.rules.ts'
import '../../shared/chart/chart.css'

type Limits = ControlChartView['location']

interface Props {
  readonly label: string
  readonly caption: string
  readonly values: readonly (number | null)[]
  readonly limits: Limits
  /** Limits of the standard, in the unit of the values; drawn dashed. */
  readonly tolerances?: readonly number[]
  /** Points that say more than chance. */
  readonly marked?: ReadonlySet<number>
  readonly titleOf: (index: number) => string
  /** Where a point leads; null: nowhere. */
  readonly pathTo: (index: number) => string | null
  readonly written: (value: number) => string
}

/**
 * One line of a control chart with its centre and limits. The table of signals below has the same
 * data as text.
 */
export function ControlLine(props: Props) {
  const { label, caption, values, limits, tolerances = [], written } = props
  const known = values.filter((value) => value !== null)
  const drawn = [...known, ...tolerances, ...(limits === null ? [] : [...limits.lower, ...limits.upper])]
  const axis = axisOf(values.length, drawn)
  return (
    <figure className="control-line">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={label}>
        {axis.ticks.map((tick) => (
          <g key={tick} className="grid">
            <Level y={axis.y(tick)} />
            <text x={frame.left - 6} y={axis.y(tick) + 4} textAnchor="end">
              {written(tick)}
            </text>
          </g>
        ))}
        {tolerances.map((value) => (
          <Level key={value} className="tolerance" y={axis.y(value)} />
        ))}
        {limits !== null && (
          <>
            <Level className="centre" y={axis.y(limits.centre)} />
            <path className="limit" d={pathOf(axis, limits.lower, true)} />
            <path className="limit" d={pathOf(axis, limits.upper, true)} />
          </>
        )}
        <path className="run" d={pathOf(axis, values)} />
        <Points {...props} axis={axis} />
      </svg>
    </figure>
  )
}

/** A horizontal line across the chart. */
function Level({ y, className }: { readonly y: number; readonly className?: string }) {
  return <line className={className} x1={frame.left} x2={frame.width - frame.right} y1={y} y2={y} />
}

interface PointsProps extends Pick<Props, 'values' | 'marked' | 'titleOf' | 'pathTo'> {
  readonly axis: Axis
}

/** A circle for each value. A click opens the page of the point. */
function Points({ values, marked = new Set(), titleOf, pathTo, axis }: PointsProps) {
  const navigate = useNavigate()
  return values.map((value, index) => {
    if (value === null) return null
    const path = pathTo(index)
    return (
      // A point is reached by keyboard through the table of signals: a thousand stops would help nobody.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
      <circle
        key={index}
        className={marked.has(index) ? 'point is-marked' : 'point'}
        cx={axis.x(index)}
        cy={axis.y(value)}
        r={marked.has(index) ? 5 : values.length > 200 ? 1.8 : 3}
        data-leads={path !== null}
        onClick={path === null ? undefined : () => void navigate(path)}
      >
        <title>{titleOf(index)}</title>
      </circle>
    )
  })
}
