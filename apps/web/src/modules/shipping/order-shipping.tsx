import type { PackageLimits } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { gramsShown, count, tonnes } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { type PackageStart, PackageForm } from './package-form.tsx'
import { planQuery, packingQuery } from './shipping.queries.ts'
import { AppstoreAddOutlined, PlusOutlined } from '@ant-design/icons'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useNavigate } from 'react-router'
import { usePermissionTags } from '../../shared/permission.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { PackagesTable } from './packages-table.tsx'
import './shipping.css'
import { DeliveryForm } from './delivery-form.tsx'

interface Props {
  readonly start: PackageStart
  readonly onClose: () => void
}

type Plan = Answer<'GET /api/orders/:id/packing-plan'>

/** Maximum number of packages and pieces per request; the rest is planned again afterwards. */
const packagesAtOnce = 100
const piecesAtOnce = 2000

/** Suggests how the pieces that are ready fit into packages, and opens those packages. */
function PackingPlan({ start, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const [limits, setLimits] = useState(start.limits)
  const query = useQuery(planQuery(start.orderId, inputOf(limits)))
  const { busy, error, submit } = useSubmit()
  const first = firstOf(query.data)
  const open = async () => {
    await api('POST /api/orders/:id/packages', {
      params: { id: start.orderId },
      body: {
        no: null,
        ...limits,
        packingKg: start.packingKg,
        note: null,
        contents: first.map(({ pieceIds }) => [...pieceIds]),
      },
      idempotencyKey,
    })
    onClose()
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={760}
        title={t('plan.title')}
        onCancel={onClose}
        mask={{ closable: false }}
        footer={
          <div className="pick-foot">
            <Button onClick={onClose}>{t('common:form.cancel')}</Button>
            <Button
              type="primary"
              loading={busy}
              disabled={first.length === 0 || query.isFetching}
              onClick={() => void submit(() => open().finally(() => void changed()))}
            >
              {t('plan.open', { count: first.length })}
            </Button>
          </div>
        }
      >
        <p className="page-note">{t('plan.text')}</p>
        {error !== null && <ProblemAlert error={error} />}
        {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        <LimitLine limits={limits} onChange={setLimits} />
        {query.data !== undefined && <PlanShown plan={query.data} shown={first} />}
      </Modal>
    </>
  )
}

const limitNames = ['maxKg', 'maxLengthMm', 'maxWidthMm', 'maxHeightMm'] as const

function LimitLine({
  limits,
  onChange,
}: {
  readonly limits: PackageLimits
  readonly onChange: (limits: PackageLimits) => void
}) {
  const { t } = useTranslation('shipping')
  return (
    <div className="plan-limits">
      {limitNames.map((name) => (
        <label key={name} className="dialog-field">
          {t(`field.${name}`)}
          <InputNumber<number>
            min={1}
            max={name === 'maxKg' ? 1_000_000 : 100_000}
            precision={0}
            changeOnWheel={false}
            placeholder={t('noLimits')}
            className="number-field"
            value={limits[name]}
            onChange={(value) => onChange({ ...limits, [name]: value })}
          />
        </label>
      ))}
    </div>
  )
}

function PlanShown({ plan, shown }: { readonly plan: Plan; readonly shown: Plan['packages'] }) {
  const { t } = useTranslation('shipping')
  const reasonText = useReasonText()
  const isCut = plan.more || shown.length < plan.packages.length
  return (
    <div className="plan-shown" aria-live="polite">
      {plan.packages.length === 0 && <p>{t('plan.none')}</p>}
      <ol className="plan-packages">
        {shown.map(({ pieceIds, serials, netKg }) => (
          <li key={pieceIds[0]}>
            <b>{t('plan.package', { pieces: pieceIds.length, kg: gramsShown(netKg) })}</b>
            <span className="plan-serials">{serials.join('  ')}</span>
          </li>
        ))}
      </ol>
      {isCut && <p>{t('plan.more')}</p>}
      {plan.misfits.length > 0 && (
        <>
          <h3>{t('plan.misfits', { count: plan.misfits.length })}</h3>
          <ul className="plan-misfits">
            {plan.misfits.slice(0, 50).map(({ pieceId, serial, reason }) => (
              <li key={pieceId}>
                <b>{serial}</b> {reasonText(reason)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** The first packages of a plan, as many as one request takes. */
function firstOf(plan: Plan | undefined): Plan['packages'] {
  let pieces = 0
  return (plan?.packages ?? []).slice(0, packagesAtOnce).filter(({ pieceIds }) => {
    pieces += pieceIds.length
    return pieces <= piecesAtOnce
  })
}

const inputOf = (limits: PackageLimits) =>
  Object.fromEntries(
    limitNames.flatMap((name) => (limits[name] === null ? [] : [[name, Math.floor(limits[name])]])),
  )

const stands = ['waiting', 'ready', 'packing', 'packed', 'shipped', 'received'] as const
type Packing = Answer<'GET /api/orders/:id/packing'>

/** Packing and shipping of an order: progress, its packages, and buttons for new ones. */
export function OrderShipping({ order }: { readonly order: OrderRow }) {
  const { data: packing, error, refetch } = useQuery(packingQuery(order.id))
  return (
    <div className="order-part shipping-part">
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {packing !== undefined && <Stand packing={packing} />}
      <Packages order={order} packing={packing} />
    </div>
  )
}

function Stand({ packing }: { readonly packing: Packing }) {
  const { t } = useTranslation('shipping')
  return (
    <Facts
      className="key-facts shipping-facts"
      facts={stands.map((stand) => [
        t(`stand.${stand}`),
        t('piecesAndTonnes', { pieces: count(packing[stand].pieces), tonnes: tonnes(packing[stand].kg) }),
      ])}
    />
  )
}

type Opened = 'package' | 'plan' | 'delivery'

function Packages({ order, packing }: { readonly order: OrderRow; readonly packing: Packing | undefined }) {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const canShip = usePermissionTags().includes('order.ship') || 'permission.denied'
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const allowed = packing?.can.pack
  const start = packing && { orderId: order.id, limits: packing.limits, packingKg: packing.packingKg }
  return (
    <>
      <PackagesTable
        orderId={order.id}
        empty={<span>{t('emptyOrderPackages')}</span>}
        actions={
          <span className="page-actions">
            <ReasonButton allowed={canShip} onClick={() => setOpened('delivery')}>
              {t('newDelivery')}
            </ReasonButton>
            <ReasonButton allowed={allowed} icon={<AppstoreAddOutlined />} onClick={() => setOpened('plan')}>
              {t('plan.title')}
            </ReasonButton>
            <ReasonButton
              type="primary"
              allowed={allowed}
              icon={<PlusOutlined />}
              onClick={() => setOpened('package')}
            >
              {t('newPackage')}
            </ReasonButton>
          </span>
        }
      />
      {opened === 'package' && start !== undefined && (
        <PackageForm
          pack={start}
          onSaved={({ id }) => {
            close()
            void navigate(`/order/package/${id}`)
          }}
          onClose={close}
        />
      )}
      {opened === 'plan' && start !== undefined && <PackingPlan start={start} onClose={close} />}
      {opened === 'delivery' && (
        <DeliveryForm
          delivery={null}
          from={{ projectId: order.project.id, consignee: order.customer }}
          onSaved={({ id }) => {
            close()
            void navigate(`/order/delivery/${id}`)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
