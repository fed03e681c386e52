import { type ReactNode, useId } from 'react'

interface Props {
  readonly label: string
  readonly note?: string
  readonly children: (id: string) => ReactNode
}

/** A field with its label above it. */
export function Labelled({ label, note, children }: Props) {
  const id = useId()
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {note !== undefined && <p className="page-note">{note}</p>}
    </div>
  )
}
