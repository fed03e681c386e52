import type { NestDetail } from '@cloud-factory/contract/nesting/nests'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useAllowed } from '../../shared/permission.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useNestsChanged } from './nests.queries.ts'

export type NestAction = keyof NestDetail['can']

export const dangerousActions: ReadonlySet<NestAction> = new Set(['cancel'])

interface DialogProps {
  readonly nest: NestDetail
  readonly action: NestAction
  readonly onClose: () => void
}

/** Asks before a step of a nest. */
export function NestDialog({ nest, action, onClose }: DialogProps) {
  const { t } = useTranslation('nesting')
  const changed = useNestsChanged()
  const call = { params: { id: nest.id }, body: { version: nest.version } }
  return (
    <ActionDialog
      title={`${t(`action.${action}`)}: ${nest.no}`}
      action={t(`action.${action}`)}
      danger={dangerousActions.has(action)}
      act={(_reason, idempotencyKey) => api(`POST /api/nests/:id/${action}`, { ...call, idempotencyKey })}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`actionText.${action}`)}</p>
    </ActionDialog>
  )
}

/** Requests the bars that a plan has to buy, and shows the requisition. */
export function RequestButton({ nest: { id, no, status, items } }: { readonly nest: NestDetail }) {
  const { t } = useTranslation('nesting')
  const navigate = useNavigate()
  const changed = useNestsChanged()
  const canBuy = useAllowed({ permission: 'purchase.edit' })
  const [isOpen, setOpen] = useState(false)
  const isShort = status === 'planned' && items.some(({ stockBarId }) => stockBarId === null)
  if (!canBuy || !isShort) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('action.requestBars')}</Button>
      {isOpen && (
        <ActionDialog
          title={`${t('action.requestBars')}: ${no}`}
          action={t('action.request')}
          act={async (_reason, idempotencyKey) => {
            const purchase = await api('POST /api/nests/:id/request-bars', { params: { id }, idempotencyKey })
            void navigate(`/warehouse/purchase/${purchase.id}`)
          }}
          changed={changed}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          <p>{t('requestText')}</p>
        </ActionDialog>
      )}
    </>
  )
}
