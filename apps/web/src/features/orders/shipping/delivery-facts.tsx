import type { DeliveryRow } from '@cloud-factory/contract/deliveries'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Facts } from '../../../shared/ui/facts.tsx'
import { useInstant } from '../../../shared/format/dates.ts'
import { absent } from '../../../shared/format/numbers.ts'

/** Where it goes, on which truck, and when. */
export function DeliveryFacts({ delivery }: { readonly delivery: DeliveryRow }) {
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
