import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { InputNumber, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { tonnes, gramsShown } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { useCloseTab, useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { KeyFacts, limitsText, PackageStatusTag } from './shipping-labels.tsx'
import { PackageContents } from './package-contents.tsx'
import { packageQuery } from './shipping.queries.ts'
import '../../shared/ui/record.css'
import './shipping.css'
import { PackageForm } from './package-form.tsx'

type PackageAction = 'close' | 'reopen' | 'delete'

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

/** One package: contents, weight and actions. */
export function PackagePage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const { data: pack, error, refetch } = useQuery(packageQuery(id))
  useTabTitle(pack?.no)
  if (pack !== undefined) return <PackageShown key={id} pack={pack} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/order/shipping?part=packages">{t('toPackages')}</Link>
        </>
      )}
    </div>
  )
}

type OpenDialog = PackageAction | 'edit'

function PackageShown({ pack }: { readonly pack: PackageRow }) {
  const { t } = useTranslation('shipping')
  const closeTab = useCloseTab()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const { order, delivery } = pack
  const done = () => {
    close()
    if (dialog === 'delete') void closeTab({ to: `/order/detail/${order.id}?part=shipping`, force: true })
  }
  return (
    <div className="page is-filling order-page">
      <PageHeader
        title={
          <span className="order-title">
            {pack.no} <PackageStatusTag status={pack.status} />
          </span>
        }
        note={
          <>
            <Link to={`/order/detail/${order.id}?part=shipping`}>{order.no}</Link> · {pack.project.name}
            {pack.note !== null && ` · ${pack.note}`}
          </>
        }
      >
        <PackageActions pack={pack} onAsk={setDialog} />
      </PageHeader>
      <KeyFacts
        facts={[
          [t('field.pieces'), pack.pieces],
          [
            t('field.netKg'),
            <>
              {gramsShown(pack.netKg)}
              {pack.unweighed > 0 && <small> {t('unweighed', { count: pack.unweighed })}</small>}
            </>,
          ],
          [t('field.grossKg'), gramsShown(pack.grossKg)],
          [t('field.weighedKg'), gramsShown(pack.weighedKg)],
          [t('field.limits'), limitsText(pack, t)],
          [
            t('field.delivery'),
            delivery === null ? '–' : <Link to={`/order/delivery/${delivery.id}`}>{delivery.no}</Link>,
          ],
        ]}
      />
      <PackageContents pack={pack} />
      {dialog === 'edit' && <PackageForm pack={pack} onSaved={close} onClose={close} />}
      {dialog !== null && dialog !== 'edit' && (
        <PackageDialog pack={pack} action={dialog} onDone={done} onClose={close} />
      )}
    </div>
  )
}

interface ActionsProps {
  readonly pack: PackageRow
  readonly onAsk: (dialog: OpenDialog) => void
}

function PackageActions({ pack, onAsk }: ActionsProps) {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const { can } = pack
  return (
    <span className="page-actions">
      {pack.status === 'open' ? (
        <ReasonButton type="primary" allowed={can.close} onClick={() => onAsk('close')}>
          {t('action.close')}
        </ReasonButton>
      ) : (
        <ReasonButton allowed={can.reopen} onClick={() => onAsk('reopen')}>
          {t('action.reopen')}
        </ReasonButton>
      )}
      <ReasonButton allowed={can.edit} onClick={() => onAsk('edit')}>
        {t('action.edit')}
      </ReasonButton>
      {pack.pieces > 0 && (
        <Button icon={<PrinterOutlined />} onClick={() => void navigate(`/order/package/${pack.id}/print`)}>
          {t('common:action.print')}
        </Button>
      )}
      <ReasonButton danger allowed={can.delete} onClick={() => onAsk('delete')}>
        {t('action.delete')}
      </ReasonButton>
    </span>
  )
}
