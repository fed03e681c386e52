import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { tonnes, gramsShown } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { PickDialog, usePicking } from './pick-dialog.tsx'
import { packagesQuery } from './shipping.queries.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PackagesTable } from './packages-table.tsx'

interface Props {
  readonly delivery: DeliveryRow
  readonly onClose: () => void
}

/** Selects closed packages of the delivery's project that are on no truck. */
function PickPackages({ delivery, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const picking = usePicking<PackageRow>()
  const loose = { status: 'closed', loose: 'true', projectId: delivery.project.id, sort: 'no' } as const
  const query = useQuery(packagesQuery({ ...picking.query, ...loose }))
  const kg = [...picking.chosen.values()].reduce((sum, pack) => sum + (pack.weighedKg ?? pack.grossKg), 0)
  const putOn = async () => {
    try {
      await api('POST /api/deliveries/:id/packages', {
        params: { id: delivery.id },
        body: { version: delivery.version, packageIds: [...picking.chosen.keys()], remove: false },
        idempotencyKey,
      })
      onClose()
    } finally {
      void changed()
    }
  }
  return (
    <PickDialog<PackageRow>
      title={t('pickPackages.title')}
      searchWord={t('searchPackages')}
      none={t('pickPackages.none')}
      picking={picking}
      query={query}
      sum={t('pickPackages.chosen', { count: picking.chosen.size, tonnes: tonnes(kg) })}
      closeWord={t('common:form.cancel')}
      actionWord={t('action.putOn')}
      onPick={putOn}
      onClose={onClose}
      columns={[
        { key: 'no', title: t('field.packageNo'), dataIndex: 'no', width: 180 },
        { key: 'order', title: t('field.order'), width: 140, render: (_, { order }) => order.no },
        { key: 'pieces', title: t('field.pieces'), align: 'right', width: 80, dataIndex: 'pieces' },
        {
          key: 'kg',
          title: t('field.grossKg'),
          align: 'right',
          width: 120,
          render: (_, { grossKg, weighedKg }) => gramsShown(weighedKg ?? grossKg),
        },
      ]}
    />
  )
}

/** Packages on a delivery; on a draft they are put on and taken down. */
export function DeliveryPackages({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const [picking, setPicking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { id, version, can, status } = delivery
  const takeDown = async (pack: PackageRow) => {
    setError(null)
    try {
      await api('POST /api/deliveries/:id/packages', {
        params: { id },
        body: { version, packageIds: [pack.id], remove: true },
      })
    } catch (failure) {
      setError(failure)
    } finally {
      void changed()
    }
  }
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
                  type="primary"
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
