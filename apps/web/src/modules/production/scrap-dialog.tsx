import type { WorkPiece } from '@cloud-factory/contract/production/work'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'

interface Props {
  readonly piece: Pick<WorkPiece, 'id' | 'serial'>
  readonly onClose: () => void
}

/** Scraps a piece, with a reason, and asks for another in its place. Mount it when it opens. */
export function ScrapDialog({ piece: { id, serial }, onClose }: Props) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const [replace, setReplace] = useState(true)
  const scrap = async (reason: string | undefined) => {
    try {
      const body = { reason: reason ?? '', replace }
      await api('POST /api/pieces/:id/scrap', { params: { id }, body, idempotencyKey })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('scrap.title', { serial })}
      action={t('scrap.action')}
      danger
      reason="required"
      act={scrap}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('scrap.text')}</p>
      <Checkbox checked={replace} onChange={({ target }) => setReplace(target.checked)}>
        {t('scrap.replace')}
      </Checkbox>
    </ActionDialog>
  )
}
