import type { DocumentRow, DocumentKind } from '@cloud-factory/contract/order-documents/order-documents'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useDocumentsChanged } from './documents.queries.ts'
import { Form, Input, Select } from 'antd'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import type { Versioned } from '../../shared/form/use-save-form.ts'
import { documentKindWords } from './document-files.rules.ts'

interface DocumentDialogProps {
  readonly document: DocumentRow
  readonly action: 'retire' | 'restore'
  readonly onClose: () => void
}

/** Asks for confirmation before a document is retired or restored. */
export function DocumentDialog({ document, action, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('order-documents')
  const changed = useDocumentsChanged(document.orderId)
  const { id, version, name } = document
  const act = (reason: string | undefined, idempotencyKey: string): Promise<unknown> => {
    const sent = { params: { id }, idempotencyKey }
    return action === 'retire'
      ? api('POST /api/documents/:id/retire', { ...sent, body: { version, reason: reason ?? '' } })
      : api('POST /api/documents/:id/restore', { ...sent, body: { version } })
  }
  return (
    <ActionDialog
      title={t(`ask.${action}`, { name })}
      action={t(`action.${action}`)}
      danger={action === 'retire'}
      reason={action === 'retire' ? 'required' : undefined}
      act={act}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t(`ask.${action}Text`)}
    </ActionDialog>
  )
}

/** A document as the form holds it. */
type DocumentValues = { readonly name: string; readonly kind: DocumentKind; readonly note: string | null }

interface DocumentFormProps {
  readonly document: DocumentRow
  readonly onClose: () => void
}

/** Renames a document or changes what it is. */
export function DocumentForm({ document, onClose }: DocumentFormProps) {
  const { t } = useTranslation('order-documents')
  const changed = useDocumentsChanged(document.orderId)
  const save = ({ name, kind, note }: DocumentValues, version: number) =>
    api('PATCH /api/documents/:id', {
      params: { id: document.id },
      body: { version, name: name.trim(), kind, note: note?.trim() || null },
    })
  return (
    <FormDrawer<DocumentValues, DocumentRow>
      title={t('action.edit')}
      labels={{ name: t('field.name'), kind: t('field.kind'), note: t('field.note') }}
      initial={versioned(document)}
      save={save}
      theirs={(current) => versioned(current as DocumentRow)}
      show={(field, value) => (field === 'kind' ? t(`kind.${String(value)}`) : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('field.name')}
        extra={t('nameHint')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={160} />
      </Form.Item>
      <Form.Item name="kind" label={t('field.kind')}>
        <Select options={documentKindWords.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
    </FormDrawer>
  )
}

const versioned = ({ name, kind, note, version, updatedBy }: DocumentRow): Versioned<DocumentValues> => ({
  values: { name, kind, note },
  version,
  by: updatedBy,
})
