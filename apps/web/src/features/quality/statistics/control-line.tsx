import type { ControlChartView } from '@cloud-factory/contract/quality-statistics'
import { useNavigate } from 'react-router'
import { axisOf, frame, pathOf } from '../../../shared/chart/chart-frame.rules.ts'
import '../../../shared/chart/chart.css'

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

/** One line of a control chart with its centre and limits. The table of signals below says the same in words. */
export function ControlLine(props: Props) {
  const {
    label,
    caption,
    values,
    limits,
    tolerances = [],
    marked = new Set(),
    titleOf,
    pathTo,
    written,
  } = props
  const navigate = useNavigate()
  const known = values.filter((value) => value !== null)
  const drawn = [...known, ...tolerances, ...(limits === null ? [] : [...limits.lower, ...limits.upper])]
  const axis = axisOf(values.length, drawn)
  const right = frame.width - frame.right
  return (
    <figure className="control-line">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={label}>
        {axis.ticks.map((tick) => (
          <g key={tick} className="grid">
            <line x1={frame.left} x2={right} y1={axis.y(tick)} y2={axis.y(tick)} />
            <text x={frame.left - 6} y={axis.y(tick) + 4} textAnchor="end">
              {written(tick)}
            </text>
          </g>
        ))}
        {tolerances.map((value) => (
          <line
            key={value}
            className="tolerance"
            x1={frame.left}
            x2={right}
            y1={axis.y(value)}
            y2={axis.y(value)}
          />
        ))}
        {limits !== null && (
          <>
            <line
              className="centre"
              x1={frame.left}
              x2={right}
              y1={axis.y(limits.centre)}
              y2={axis.y(limits.centre)}
            />
            <path className="limit" d={pathOf(axis, limits.lower, true)} />
            <path className="limit" d={pathOf(axis, limits.upper, true)} />
          </>
        )}
        <path className="run" d={pathOf(axis, values)} />
        {values.map((value, index) => {
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
        })}
      </svg>
    </figure>
  )
}
