import { PlusOutlined } from '@ant-design/icons'
import type { DeliveryRow, DeliveryPiece } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { PackagesTable } from './packages-table.tsx'
import { PickPackages } from './pick-dialog.tsx'
import '../../shared/ui/record.css'
import './shipping.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { count, tonnes, absent, gramsShown } from '../../shared/format/numbers.ts'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { type DeliveryAct, type DeliveryAction, deliveryActions } from './shipping-actions.rules.ts'
import { DeliveryDialog, FoundDialog, WeighBox } from './delivery-actions.tsx'
import { deliveryStatusWords, DeliveryStatusTag, Difference, exceptionsText } from './shipping-labels.tsx'
import { deliveryQuery, signatureQuery, deliveryPiecesQuery } from './shipping.queries.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { DeliveryForm } from './delivery-form.tsx'

/** Packages on a delivery; on a draft they are put on and taken down. */
function DeliveryPackages({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const [picking, setPicking] = useState(false)
  const { error, submit } = useSubmit()
  const { id, version, can, status } = delivery
  const takeDown = (pack: PackageRow) =>
    submit(() =>
      api('POST /api/deliveries/:id/packages', {
        params: { id },
        body: { version, packageIds: [pack.id], remove: true },
      }).finally(() => void changed()),
    )
  return (
    <section className="delivery-packages" aria-label={t('packages')}>
      {error !== null && <ProblemAlert error={error} />}
      <PackagesTable
        deliveryId={id}
        empty={<span>{t('emptyDelivery')}</span>}
        {...(status === 'draft'
          ? {
              actions: (
                <ReasonButton
                  icon={<PlusOutlined />}
                  allowed={can.loadPackages}
                  onClick={() => setPicking(true)}
                >
                  {t('action.putOn')}
                </ReasonButton>
              ),
              rowActions: {
                width: 120,
                render: (pack: PackageRow) => (
                  <ReasonButton
                    type="link"
                    size="small"
                    allowed={can.loadPackages}
                    aria-label={`${t('action.takeDown')}: ${pack.no}`}
                    onClick={() => void takeDown(pack)}
                  >
                    {t('action.takeDown')}
                  </ReasonButton>
                ),
              },
            }
          : {})}
      />
      {picking && <PickPackages delivery={delivery} onClose={() => setPicking(false)} />}
    </section>
  )
}

/** Pieces missing or damaged at the receipt; missing pieces may have been found since. */
function SiteExceptions({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const instant = useInstant()
  const { data, error } = useQuery(deliveryPiecesQuery(delivery.id, 'true'))
  const [found, setFound] = useState<DeliveryPiece | null>(null)
  const close = () => setFound(null)
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <ul className="receipt-exceptions">
        {data?.map((piece) => {
          const { id, serial, packageNo, exception } = piece
          if (exception === null) return null
          const later = exception.found
          return (
            <li key={id}>
              <b>{serial}</b> ({packageNo}) {t(`exception.${exception.kind}`)} {exception.note}{' '}
              {later !== null && (
                <span>
                  {'→ '}
                  {t('found.at', { by: later.by, at: instant(later.at) })} {later.note}
                </span>
              )}
              {exception.kind === 'missing' && later === null && (
                <ReasonButton
                  size="small"
                  allowed={delivery.can.find}
                  aria-label={`${t('action.found')}: ${serial}`}
                  onClick={() => setFound(piece)}
                >
                  {t('action.found')}
                </ReasonButton>
              )}
            </li>
          )
        })}
      </ul>
      {found !== null && <FoundDialog deliveryId={delivery.id} piece={found} onClose={close} />}
    </>
  )
}

/** One delivery: truck, contents, weight and receipt. */
export function DeliveryPage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const query = useQuery(deliveryQuery(id))
  return (
    <RecordPage
      query={query}
      title={({ no }) => no}
      list={{ to: '/order/shipping', text: t('toDeliveries') }}
    >
      {(delivery) => <DeliveryShown key={id} delivery={delivery} />}
    </RecordPage>
  )
}

const takesAway: ReadonlySet<DeliveryAct> = new Set(['delete', 'recall'])

function DeliveryShown({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const closeTab = useCloseTab()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<DeliveryAction | 'edit' | null>(null)
  const close = () => setDialog(null)
  const done = () => {
    close()
    if (dialog === 'delete') void closeTab({ to: '/order/shipping', force: true })
  }
  const { id, status, project } = delivery
  const act = (action: DeliveryAct) => {
    if (action === 'receive') void navigate(`/order/delivery/${id}/receipt`)
    else if (action === 'print') void navigate(`/order/delivery/${id}/print`)
    else setDialog(action)
  }
  return (
    <div className="page delivery-page">
      <RecordHead
        no={delivery.no}
        state={<DeliveryStatusTag status={status} />}
        about={[`${project.code} ${project.name}`, delivery.customer].join(' · ')}
        steps={stepsOf(deliveryStatusWords, status, t('field.status'), (state) =>
          t(`deliveryStatus.${state}`),
        )}
        actions={deliveryActions(delivery)}
        wordOf={(action) => t(`action.${action}`)}
        danger={takesAway}
        onAct={act}
        figures={[
          [t('field.packages'), count(delivery.packages)],
          [t('field.pieces'), count(delivery.pieces)],
          [t('field.grossKg'), gramsShown(delivery.grossKg)],
          [
            t('field.bridgeNetKg'),
            <span key="bridge">
              {gramsShown(delivery.weighedKg)}{' '}
              {delivery.differenceKg !== null && <Difference {...delivery} />}
            </span>,
          ],
        ]}
      >
        <ConversationButton kind="delivery" id={id} />
      </RecordHead>
      {status === 'received' && <DeliveryReceipt delivery={delivery} />}
      <div className="overview">
        <DeliveryFacts delivery={delivery} />
        {(status === 'draft' || status === 'loaded') && <WeighBox delivery={delivery} />}
      </div>
      <DeliveryPackages delivery={delivery} />
      {dialog === 'edit' && <DeliveryForm delivery={delivery} onSaved={close} onClose={close} />}
      {dialog !== null && dialog !== 'edit' && (
        <DeliveryDialog delivery={delivery} action={dialog} onDone={done} onClose={close} />
      )}
    </div>
  )
}

/** Recipient and time of the receipt, the signature, and missing or damaged pieces. */
function DeliveryReceipt({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const instant = useInstant()
  const { id, missing, damaged, receivedBy, receivedAt, receiptNote } = delivery
  const signature = useQuery({ ...signatureQuery(id), enabled: delivery.hasSignature })
  return (
    <section className="overview-card receipt-card" aria-label={t('receipt.title')}>
      <div>
        <h2>{t('receipt.title')}</h2>
        <p>{t('receipt.by', { name: receivedBy, at: instant(receivedAt) })}</p>
        {receiptNote !== null && <p className="order-note">{receiptNote}</p>}
        <p>{missing + damaged === 0 ? t('receipt.complete') : exceptionsText(delivery, t)}</p>
        {missing + damaged > 0 && <SiteExceptions delivery={delivery} />}
      </div>
      {signature.error !== null && <ProblemAlert error={signature.error} />}
      {signature.data !== undefined && (
        <img
          className="signature"
          alt={t('receipt.signatureOf', { name: receivedBy })}
          src={`data:image/png;base64,${signature.data.png}`}
        />
      )}
    </section>
  )
}

/** Where it goes, on which truck, and when. */
function DeliveryFacts({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const instant = useInstant()
  const { driver, driverPhone, sentAt, sentBy, project, differenceReason } = delivery
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('field.consignee'), delivery.consignee],
    [t('field.address'), delivery.address || absent],
    [
      t('field.project'),
      <Link key="project" to={`/order/list?projectId=${project.id}`}>
        {project.name}
      </Link>,
    ],
    [t('field.plannedOn'), delivery.plannedOn ?? absent],
    [t('field.truckPlate'), delivery.truckPlate || absent],
    [t('field.netTonnes'), tonnes(delivery.netKg)],
    [
      t('field.driver'),
      driver === null && driverPhone === null ? (
        absent
      ) : (
        <>
          {driver} {driverPhone !== null && <a href={`tel:${driverPhone}`}>{driverPhone}</a>}
        </>
      ),
    ],
    [t('field.sentAt'), sentAt === null ? absent : `${instant(sentAt)} ${sentBy ?? ''}`],
    ...(differenceReason === null ? [] : [[t('field.differenceReason'), differenceReason] as const]),
    [t('field.note'), delivery.note ?? absent],
  ]
  return (
    <section className="overview-card" aria-label={t('truck')}>
      <h2>{t('truck')}</h2>
      <Facts className="facts" facts={facts} />
    </section>
  )
}
