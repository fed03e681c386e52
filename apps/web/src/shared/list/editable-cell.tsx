import { EditOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Point } from '../ui/popup-menu.tsx'

interface Props {
  /** Accessible name of the button: the field and the row. */
  readonly label: string
  /** From the record's `can`; without the right there is no button. */
  readonly allowed: true | string
  /** Opens the editor, with its top left corner at this point. */
  readonly onEdit: (at: Point) => void
  /** The value. */
  readonly children: ReactNode
}

/** A value of a list that can be changed in its row: a pencil appears when the row is pointed at or has the focus. */
export function EditableCell({ label, allowed, onEdit, children }: Props) {
  if (allowed !== true) return children
  return (
    <span className="editable-cell">
      {children}
      <button
        type="button"
        className="cell-pencil"
        aria-label={label}
        onClick={({ currentTarget }) => {
          const box =
            currentTarget.closest('td')?.getBoundingClientRect() ?? currentTarget.getBoundingClientRect()
          onEdit({ x: box.left, y: box.bottom })
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <EditOutlined aria-hidden="true" />
      </button>
    </span>
  )
}
