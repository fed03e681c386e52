import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { LotDialog } from './lot-dialog.tsx'
import { ConcedeForm } from './concede-form.tsx'
import { AssignForm } from './assign-form.tsx'
import { LotForm } from './lot-form.tsx'
import { PlaceForm } from './place-form.tsx'

const rarer = ['place', 'reject', 'quarantine', 'concede', 'edit', 'delete'] as const
type OpenDialog = 'release' | 'assign' | (typeof rarer)[number]

/** Actions on a lot: release and assign as buttons, the others in a menu. */
export function LotActions({ lot }: { readonly lot: LotRow }) {
  const { t } = useTranslation('material')
  const [asked, ask] = useState<OpenDialog | null>(null)
  const close = () => ask(null)
  const opened = { lot, onClose: close }
  const isFirst = lot.status === 'quarantine'
  return (
    <span className="row-actions">
      {isFirst ? (
        <ReasonButton type="link" size="small" allowed={lot.can.release} onClick={() => ask('release')}>
          {t('action.release')}
        </ReasonButton>
      ) : (
        <ReasonButton type="link" size="small" allowed={lot.can.assign} onClick={() => ask('assign')}>
          {t('action.assign')}
        </ReasonButton>
      )}
      <RowMenu
        label={t('moreOf', { name: lot.heat.no })}
        actions={[...(isFirst ? (['assign'] as const) : []), ...rarer].map((action) => ({
          key: action,
          word: t(`action.${action}`),
          allowed: lot.can[action],
          danger: action === 'reject' || action === 'delete',
          onChoose: () => ask(action),
        }))}
      />
      {asked === 'assign' && <AssignForm {...opened} />}
      {asked === 'place' && <PlaceForm {...opened} />}
      {asked === 'concede' && <ConcedeForm {...opened} />}
      {asked === 'edit' && <LotForm lot={lot} receipt={null} onClose={close} />}
      {(asked === 'release' || asked === 'reject' || asked === 'quarantine' || asked === 'delete') && (
        <LotDialog {...opened} action={asked} />
      )}
    </span>
  )
}
