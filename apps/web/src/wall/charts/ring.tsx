import { percent } from '../figures.ts'

interface Props {
  readonly size: number
  /** 0 to 1; null: unknown. */
  readonly share: number | null
  readonly label: string
  readonly target?: number | null
}

/** A share as a ring that is open at the top; a notch marks the target. */
export function Ring({ size, share, label, target = null }: Props) {
  const middle = size / 2
  const thick = size * 0.11
  const radius = middle - thick
  const length = 2 * Math.PI * radius
  const part = Math.max(0, Math.min(1, share ?? 0))
  const turn = (target ?? 0) * 360 - 90
  const text = percent(share)
  // `100%` must fit inside the ring.
  const letters = size * (text.length > 3 ? 0.21 : 0.25)
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
