import type { ReactNode } from 'react'
import { ReasonButton } from './reason-button.tsx'

interface Props {
  readonly can: { readonly edit: true | string; readonly delete: true | string }
  readonly words: { readonly edit: string; readonly delete: string }
  readonly onEdit: () => void
  readonly onDelete: () => void
  /** Further actions, before these two. */
  readonly children?: ReactNode
}

/** The row actions of an editable list: edit, delete. */
export function EditDelete({ can, words, onEdit, onDelete, children }: Props) {
  return (
    <span className="row-actions">
      {children}
      <ReasonButton type="link" size="small" allowed={can.edit} onClick={onEdit}>
        {words.edit}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger={can.delete === true}
        allowed={can.delete}
        onClick={onDelete}
      >
        {words.delete}
      </ReasonButton>
    </span>
  )
}
