import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'

const dialogs = () => import('./lot-dialogs.tsx')
const ConcedeForm = lazyDialog(async () => (await dialogs()).ConcedeForm)
const LotDialog = lazyDialog(async () => (await dialogs()).LotDialog)
const PlaceForm = lazyDialog(async () => (await dialogs()).PlaceForm)
const AddBarsForm = lazyDialog(async () => (await dialogs()).AddBarsForm)
const AssignForm = lazyDialog(async () => (await import('./assign-form.tsx')).AssignForm)
const LotForm = lazyDialog(async () => (await import('./lot-form.tsx')).LotForm)

const rarer = ['place', 'reject', 'quarantine', 'concede', 'edit', 'delete'] as const
type OpenDialog = 'release' | 'assign' | 'addBars' | (typeof rarer)[number]

/** Actions on a lot: release and assign as buttons, the others in a menu. */
export function LotActions({ lot }: { readonly lot: LotRow }) {
  const { t } = useTranslation('material')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isFirst = lot.status === 'quarantine'
  return (
    <span className="row-actions">
      {isFirst ? (
        <ReasonButton type="link" size="small" allowed={lot.can.release} onClick={() => setDialog('release')}>
          {t('action.release')}
        </ReasonButton>
      ) : (
        <ReasonButton type="link" size="small" allowed={lot.can.assign} onClick={() => setDialog('assign')}>
          {t('action.assign')}
        </ReasonButton>
      )}
      <RowMenu
        label={t('moreOf', { name: lot.heat.no })}
        actions={[
          ...(isFirst ? (['assign'] as const) : []),
          ...(lot.form === 'plate' || lot.lengthMm !== null ? [] : (['addBars'] as const)),
          ...rarer,
        ].map((action) => ({
          key: action,
          word: t(`action.${action}`),
          // Bars are added by those who may say where they lie.
          allowed: lot.can[action === 'addBars' ? 'place' : action],
          danger: action === 'reject' || action === 'delete',
          onChoose: () => setDialog(action),
        }))}
      />
      {dialog !== null && <LotDialogs lot={lot} dialog={dialog} onClose={() => setDialog(null)} />}
    </span>
  )
}

interface DialogsProps {
  readonly lot: LotRow
  readonly dialog: OpenDialog
  readonly onClose: () => void
}

function LotDialogs({ dialog, ...opened }: DialogsProps) {
  switch (dialog) {
    case 'assign':
      return <AssignForm {...opened} />
    case 'addBars':
      return <AddBarsForm {...opened} />
    case 'place':
      return <PlaceForm {...opened} />
    case 'concede':
      return <ConcedeForm {...opened} />
    case 'edit':
      return <LotForm {...opened} receipt={null} />
    case 'release':
    case 'reject':
    case 'quarantine':
    case 'delete':
      return <LotDialog {...opened} action={dialog} />
  }
}
