import { PrinterOutlined } from '@ant-design/icons'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { useCloseTab, useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { gramsShown } from '../../shared/format/numbers.ts'
import { KeyFacts } from './key-facts.tsx'
import type { PackageAction } from './package-dialog.tsx'
import { PackageContents } from './package-contents.tsx'
import { packageQuery } from './shipping.queries.ts'
import { limitsText, PackageStatusTag } from './shipping-labels.tsx'
import '../../shared/ui/record.css'
import './shipping.css'
import { PackageForm } from './package-form.tsx'
import { PackageDialog } from './package-dialog.tsx'

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
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const close = () => setAsked(null)
  const { order, delivery } = pack
  const done = () => {
    close()
    if (asked === 'delete') void closeTab({ to: `/order/detail/${order.id}?part=shipping`, force: true })
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
        <PackageActions pack={pack} onAsk={setAsked} />
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
      {asked === 'edit' && <PackageForm pack={pack} onSaved={close} onClose={close} />}
      {asked !== null && asked !== 'edit' && (
        <PackageDialog pack={pack} action={asked} onDone={done} onClose={close} />
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
          {t('print.open')}
        </Button>
      )}
      <ReasonButton danger allowed={can.delete} onClick={() => onAsk('delete')}>
        {t('action.delete')}
      </ReasonButton>
    </span>
  )
}
