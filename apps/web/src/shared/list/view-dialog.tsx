import type { SavedView } from '@cloud-factory/contract/views/views'
import { viewLists } from '@cloud-factory/domain/views/view-lists'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from '../i18n/use-translation.tsx'
import { api } from '../api.ts'
import { FormDrawer } from '../form/form-drawer.tsx'
import { useRequestKey } from '../form/request-key.ts'
import { useAllowed } from '../permission.ts'
import type { Views } from './use-views.ts'
import { ActionDialog } from '../form/action-dialog.tsx'

type Values = { readonly name: string; readonly shared: boolean }

interface ViewFormProps {
  readonly views: Views
  /** null: creates a view from the current state. */
  readonly view: SavedView | null
  readonly shown: Pick<SavedView, 'query' | 'columns'>
  readonly onSaved: (view: SavedView) => void
  readonly onClose: () => void
}

/** Name and sharing of a view. */
export function ViewForm({ views, view, shown, onSaved, onClose }: ViewFormProps) {
  const { t } = useTranslation('views')
  const idempotencyKey = useRequestKey()
  const canShare = useAllowed({ permission: viewLists[views.list].share })
  const save = async ({ name, shared }: Values, version: number): Promise<SavedView> => {
    const saved =
      view === null
        ? await api('POST /api/me/views', {
            body: { list: views.list, ...shown, name, shared },
            idempotencyKey,
          })
        : await api('PATCH /api/me/views/:id', {
            params: { id: view.id },
            body: { version, query: view.query, columns: view.columns, name, shared },
          })
    await views.refresh()
    return saved
  }
  return (
    <FormDrawer<Values, SavedView>
      title={view === null ? t('saveAs') : t('rename')}
      labels={{ name: t('name'), shared: t('shareWith') }}
      initial={{
        values: { name: view?.name ?? '', shared: view?.shared ?? false },
        version: view?.version ?? 0,
      }}
      save={save}
      theirs={(current) => {
        const { name, shared, version } = current as SavedView
        return { values: { name, shared }, version }
      }}
      show={(field, value) => (field === 'shared' ? t(value === true ? 'yes' : 'no') : undefined)}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={60} placeholder={t('nameHint')} />
      </Form.Item>
      <Form.Item
        name="shared"
        valuePropName="checked"
        extra={canShare ? t('shareText') : t('problem:reason.view.not_shareable')}
      >
        <Checkbox disabled={!canShare && view?.shared !== true}>{t('shareWith')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}

interface RemoveViewProps {
  readonly view: SavedView
  readonly views: Views
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before deleting a view. */
export function RemoveView({ view, views, onDone, onClose }: RemoveViewProps) {
  const { t } = useTranslation('views')
  const { id, name, version, shared } = view
  return (
    <ActionDialog
      title={t('deleteAsk', { name })}
      action={t('delete')}
      danger
      act={() =>
        api('DELETE /api/me/views/:id', { params: { id }, query: { version } }).finally(
          () => void views.refresh(),
        )
      }
      onDone={onDone}
      onClose={onClose}
    >
      {t(shared ? 'deleteShared' : 'deleteText')}
    </ActionDialog>
  )
}

export type OpenDialog = { readonly form: SavedView | null } | { readonly remove: SavedView }

interface DialogProps {
  readonly dialog: OpenDialog
  readonly views: Views
  readonly shown: Pick<SavedView, 'query' | 'columns'>
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** The form of a view, or the question before it is removed. */
export function ViewDialog({ dialog, views, shown, onRemoved, onClose }: DialogProps) {
  if ('form' in dialog)
    return (
      <ViewForm
        views={views}
        view={dialog.form}
        shown={shown}
        onSaved={(saved) => {
          onClose()
          if (dialog.form === null) views.open(saved)
        }}
        onClose={onClose}
      />
    )
  return (
    <RemoveView
      view={dialog.remove}
      views={views}
      onDone={() => {
        onClose()
        onRemoved()
      }}
      onClose={onClose}
    />
  )
}
