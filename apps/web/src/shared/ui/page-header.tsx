import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  /** A line under the title. */
  readonly note?: ReactNode
  /** Buttons at the right. */
  readonly children?: ReactNode
}

export function PageHeader({ title, note, children }: Props) {
  return (
    <div className="page-header">
      <div>
        <h1>{title}</h1>
        {note !== undefined && <p className="page-note">{note}</p>}
      </div>
      {children !== undefined && <div className="page-actions">{children}</div>}
    </div>
  )
}
