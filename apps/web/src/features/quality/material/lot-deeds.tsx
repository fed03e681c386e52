import type { LotRow } from '@cloud-factory/contract/receipts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../../shared/ui/row-menu.tsx'

const LotDialog = lazyPart(async () => (await import('./lot-dialog.tsx')).LotDialog)
const ConcedeForm = lazyPart(async () => (await import('./concede-form.tsx')).ConcedeForm)
const AssignForm = lazyPart(async () => (await import('./assign-form.tsx')).AssignForm)
const LotForm = lazyPart(async () => (await import('./lot-form.tsx')).LotForm)

const rarer = ['reject', 'quarantine', 'concede', 'edit', 'delete'] as const
type Asked = 'release' | 'assign' | (typeof rarer)[number]

/** What may be done with a lot: release and assign at hand, the rest behind three dots. */
export function LotDeeds({ lot }: { readonly lot: LotRow }) {
  const { t } = useTranslation('material')
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => ask(null)
  const opened = { lot, onClose: close }
  const isFirst = lot.status === 'quarantine'
  return (
    <span className="row-actions">
      {isFirst ? (
        <ReasonButton type="link" size="small" may={lot.can.release} onClick={() => ask('release')}>
          {t('deed.release')}
        </ReasonButton>
      ) : (
        <ReasonButton type="link" size="small" may={lot.can.assign} onClick={() => ask('assign')}>
          {t('deed.assign')}
        </ReasonButton>
      )}
      <RowMenu
        label={t('moreOf', { name: lot.heat.no })}
        deeds={[...(isFirst ? (['assign'] as const) : []), ...rarer].map((deed) => ({
          key: deed,
          word: t(`deed.${deed}`),
          may: lot.can[deed],
          danger: deed === 'reject' || deed === 'delete',
          onChoose: () => ask(deed),
        }))}
      />
      <Overlay onClose={close}>
        {asked === 'assign' && <AssignForm {...opened} />}
        {asked === 'concede' && <ConcedeForm {...opened} />}
        {asked === 'edit' && <LotForm lot={lot} receipt={null} onClose={close} />}
        {(asked === 'release' || asked === 'reject' || asked === 'quarantine' || asked === 'delete') && (
          <LotDialog {...opened} deed={asked} />
        )}
      </Overlay>
    </span>
  )
}
