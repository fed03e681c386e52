import type { ReactNode } from 'react'

export type Tone = 'good' | 'bad' | 'warn' | 'plain'

interface Props {
  readonly label: string
  readonly value: string
  readonly unit?: string
  readonly tone?: Tone
  readonly large?: boolean
  readonly children?: ReactNode
}

/** A number with its label; the number comes first because people look for it first. */
export function Kpi({ label, value, unit, tone = 'plain', large = false, children }: Props) {
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
  const grown = alone ? Math.max(1, Math.min(1.4, height / (80 * zoom))) : 1
  return (
    <div
      className={`kpi-row ${alone ? 'is-alone' : ''}`}
      style={{ '--k': zoom * grown } as React.CSSProperties}
    >
      {children}
    </div>
  )
}

/** Text of a panel without data: neither an error nor a number. */
export const Nothing = ({ children }: { readonly children: string }) => (
  <p className="panel-nothing">{children}</p>
)
