import type { SavedView } from '@cloud-factory/contract/views/views'
import { RemoveView } from './remove-view.tsx'
import type { Views } from './use-views.ts'
import { ViewForm } from './view-form.tsx'

export type OpenDialog = { readonly form: SavedView | null } | { readonly remove: SavedView }

interface DialogProps {
  readonly asked: OpenDialog
  readonly views: Views
  readonly shown: Pick<SavedView, 'query' | 'columns'>
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** The form of a view, or the question before it is removed. */
export function ViewDialog({ asked, views, shown, onRemoved, onClose }: DialogProps) {
  if ('form' in asked)
    return (
      <ViewForm
        views={views}
        view={asked.form}
        shown={shown}
        onSaved={(saved) => {
          onClose()
          if (asked.form === null) views.open(saved)
        }}
        onClose={onClose}
      />
    )
  return (
    <RemoveView
      view={asked.remove}
      views={views}
      onDone={() => {
        onClose()
        onRemoved()
      }}
      onClose={onClose}
    />
  )
}
