import type { ReactNode } from 'react'

/** A control under its name; the name belongs to the control for a reader of screens too. */
export function Labelled({
  label,
  note,
  children,
}: {
  readonly label: string
  readonly note?: string
  readonly children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is what is given
    <label className="screen-field">
      <span>{label}</span>
      {children}
      {note !== undefined && <small>{note}</small>}
    </label>
  )
}
