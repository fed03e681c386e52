import { PlusOutlined } from '@ant-design/icons'
import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { PackagesTable } from './packages-table.tsx'
import { PickPackages } from './pick-packages.tsx'

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
