import type { DocumentRow } from '@cloud-factory/contract/order-documents/order-documents'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useDocumentsChanged } from './documents.queries.ts'

interface Props {
  readonly document: DocumentRow
  readonly action: 'retire' | 'restore'
  readonly onClose: () => void
}

/** Asks for confirmation before a document is retired or restored. */
export function DocumentDialog({ document, action, onClose }: Props) {
  const { t } = useTranslation('order-documents')
  const changed = useDocumentsChanged(document.orderId)
  const idempotencyKey = useRequestKey()
  const { id, version, name } = document
  const act = async (reason: string | undefined) => {
    const sent = { params: { id }, idempotencyKey }
    try {
      if (action === 'retire')
        await api('POST /api/documents/:id/retire', { ...sent, body: { version, reason: reason ?? '' } })
      else await api('POST /api/documents/:id/restore', { ...sent, body: { version } })
    } finally {
      // Also after a refusal: the document is then not what the list shows.
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`ask.${action}`, { name })}
      action={t(`action.${action}`)}
      danger={action === 'retire'}
      reason={action === 'retire' ? 'required' : undefined}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      {t(`ask.${action}Text`)}
    </ActionDialog>
  )
}
