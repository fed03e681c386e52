import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { tonnes } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'

export type PackageAction = 'close' | 'reopen' | 'delete'

interface Props {
  readonly pack: PackageRow
  readonly action: PackageAction
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before a package is closed, opened again or deleted. Mount it when it opens. */
export function PackageDialog({ pack, action, onDone, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const [weighedKg, setWeighedKg] = useState<number | null>(pack.weighedKg)
  const { id, version, no } = pack
  const act = async (reason: string | undefined) => {
    const params = { id }
    try {
      if (action === 'delete') await api('DELETE /api/packages/:id', { params, query: { version } })
      else if (action === 'close')
        await api('POST /api/packages/:id/close', {
          params,
          body: { version, weighedKg, ...(reason === undefined ? {} : { reason }) },
          idempotencyKey,
        })
      else
        await api('POST /api/packages/:id/reopen', {
          params,
          body: { version, reason: reason ?? '' },
          idempotencyKey,
        })
    } finally {
      // Also after a refusal: the package is then not what the page shows.
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`ask.${action}`, { no })}
      action={t(`action.${action}`)}
      danger={action === 'delete'}
      reason={reasonOf(action)}
      act={act}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`ask.${action}Text`, { pieces: pack.pieces, tonnes: tonnes(pack.netKg) })}
      {action === 'close' && (
        <label className="dialog-field">
          {t('field.weighedKg')}
          <InputNumber<number>
            min={0}
            max={1_000_000}
            precision={1}
            value={weighedKg}
            onChange={setWeighedKg}
            placeholder={t('hint.notWeighed')}
            className="number-field"
          />
        </label>
      )}
    </ActionDialog>
  )
}

/**
 * Closing requires a reason if the scale weight differs too much from the pieces' weight; the error
 * says so.
 */
const reasonOf = (action: PackageAction): 'required' | 'optional' | undefined => {
  if (action === 'reopen') return 'required'
  return action === 'close' ? 'optional' : undefined
}
