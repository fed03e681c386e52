import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { kilograms } from '../../shared/format/numbers.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

interface Props {
  readonly lot: LotRow
  readonly action: 'release' | 'reject' | 'quarantine' | 'delete'
  readonly onClose: () => void
}

/** Asks for confirmation before a lot is released, held, rejected or removed from its receipt. */
export function LotDialog({ lot, action, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const { id, version } = lot
  const act = async (reason: string | undefined) => {
    const params = { id }
    const noted = { params, body: { version, note: reason ?? '' }, idempotencyKey }
    try {
      if (action === 'release')
        await api('POST /api/lots/:id/release', { params, body: { version }, idempotencyKey })
      if (action === 'reject') await api('POST /api/lots/:id/reject', noted)
      if (action === 'quarantine') await api('POST /api/lots/:id/quarantine', noted)
      if (action === 'delete') await api('DELETE /api/lots/:id', { params, query: { version } })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`lotTitle.${action}`, { heat: lot.heat.no })}
      action={t(`action.${action}`)}
      danger={action === 'reject' || action === 'delete'}
      reason={action === 'reject' || action === 'quarantine' ? 'required' : undefined}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`lotText.${action}`)}</p>
      <p>
        {lot.profile} · {lot.grade.code} · {kilograms(lot.kg)} kg
      </p>
    </ActionDialog>
  )
}
