import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { InputNumber } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, gramsShown, exactTonnes } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { limitsText, packageStatusWords, PackageStatusTag } from './shipping-labels.tsx'
import { PackageBolts } from '../bolts/package-bolts.tsx'
import { PackageContents } from './package-contents.tsx'
import { type PackageAct, type PackageAction, packageActions } from './shipping-actions.rules.ts'
import { packageQuery } from './shipping.queries.ts'
import '../../shared/ui/record.css'
import './shipping.css'
import { PackageForm } from './package-form.tsx'

interface Props {
  readonly pack: PackageRow
  readonly action: PackageAction
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before a package is closed, opened again or deleted. Mount it when it opens. */
function PackageDialog({ pack, action, onDone, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const [weighedKg, setWeighedKg] = useState<number | null>(pack.weighedKg)
  const { id, version, no } = pack
  const act = async (reason: string | undefined, idempotencyKey: string): Promise<unknown> => {
    const params = { id }
    if (action === 'delete') return api('DELETE /api/packages/:id', { params, query: { version } })
    if (action === 'reopen')
      return api('POST /api/packages/:id/reopen', {
        params,
        body: { version, reason: reason ?? '' },
        idempotencyKey,
      })
    const body = { version, weighedKg, ...(reason === undefined ? {} : { reason }) }
    return api('POST /api/packages/:id/close', { params, body, idempotencyKey })
  }
  return (
    <ActionDialog
      title={t(`ask.${action}`, { no })}
      action={t(`action.${action}`)}
      danger={action === 'delete'}
      reason={reasonOf(action)}
      act={act}
      changed={changed}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`ask.${action}Text`, { pieces: pack.pieces, tonnes: exactTonnes(pack.netKg) })}
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

/** One package: contents, weight and actions. */
export function PackagePage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const query = useQuery(packageQuery(id))
  const list = { to: '/order/shipping?part=packages', text: t('toPackages') }
  return (
    <RecordPage query={query} title={({ no }) => no} list={list}>
      {(pack) => <PackageShown key={id} pack={pack} />}
    </RecordPage>
  )
}

type OpenDialog = PackageAction | 'edit'

const takesAway: ReadonlySet<PackageAct> = new Set(['delete'])

const figuresOf = (pack: PackageRow, t: TFunction<'shipping'>) =>
  [
    [t('field.pieces'), pack.pieces],
    [
      t('field.netKg'),
      <>
        {gramsShown(pack.netKg)}
        {pack.unweighed > 0 && <small> {t('unweighed', { count: pack.unweighed })}</small>}
      </>,
    ],
    [
      t('field.grossKg'),
      <>
        {gramsShown(pack.grossKg)}
        {pack.weighedKg !== null && (
          <small>
            {' '}
            {t('field.weighedKg')} {gramsShown(pack.weighedKg)}
          </small>
        )}
      </>,
    ],
    [
      t('field.delivery'),
      pack.delivery === null ? (
        absent
      ) : (
        <Link to={`/order/delivery/${pack.delivery.id}`}>{pack.delivery.no}</Link>
      ),
    ],
  ] as const

function PackageShown({ pack }: { readonly pack: PackageRow }) {
  const { t } = useTranslation('shipping')
  const closeTab = useCloseTab()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const { order, status } = pack
  const done = () => {
    close()
    if (dialog === 'delete') void closeTab({ to: `/order/detail/${order.id}?part=shipping`, force: true })
  }
  return (
    <div className="page is-filling order-page">
      <RecordHead
        no={pack.no}
        state={<PackageStatusTag status={status} />}
        about={
          <>
            <Link to={`/order/detail/${order.id}?part=shipping`}>{order.no}</Link> ·{' '}
            {[pack.project.name, limitsText(pack, t), pack.note].filter(Boolean).join(' · ')}
          </>
        }
        steps={stepsOf(packageStatusWords, status, t('field.status'), (state) => t(`packageStatus.${state}`))}
        actions={packageActions(pack)}
        wordOf={(action) => t(`action.${action}`)}
        danger={takesAway}
        onAct={(action) =>
          action === 'print' ? void navigate(`/order/package/${pack.id}/print`) : setDialog(action)
        }
        figures={figuresOf(pack, t)}
      />
      <PackageContents pack={pack} />
      <PackageBolts pack={pack} />
      {dialog === 'edit' && <PackageForm pack={pack} onSaved={close} onClose={close} />}
      {dialog !== null && dialog !== 'edit' && (
        <PackageDialog pack={pack} action={dialog} onDone={done} onClose={close} />
      )}
    </div>
  )
}
