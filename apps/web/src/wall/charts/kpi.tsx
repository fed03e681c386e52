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

/** A number with what it is; the number comes first, as it is looked for first. */
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
  /** Nothing stands below: the numbers take the room of the panel. */
  readonly alone: boolean
  /** Room of the panel's body, px, and how large its letters are. */
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

/** What a panel says when there is nothing to show: no error, and no number either. */
export const Nothing = ({ children }: { readonly children: string }) => (
  <p className="panel-nothing">{children}</p>
)
