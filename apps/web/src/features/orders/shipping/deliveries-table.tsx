import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useInstant } from '../../../shared/format/dates.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { ProjectSelect } from '../project-select.tsx'
import { deliveryColumns } from './deliveries.columns.tsx'
import { deliveriesQuery } from './shipping.queries.ts'
import { deliveryStatusWords } from './shipping-labels.tsx'

const filterNames = ['status', 'projectId'] as const

/** All deliveries. */
export function DeliveriesTable() {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/deliveries', filterNames)
  const query = useQuery(deliveriesQuery(list.query))
  const columns = useMemo(() => deliveryColumns({ t, instant }), [t, instant])
  return (
    <DataTable
      name="deliveries"
      label={t('deliveries')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('searchDeliveries')}
      onOpen={({ id }) => void navigate(`/order/delivery/${id}`)}
      empty={<span>{t('emptyDeliveries')}</span>}
      filters={
        <>
          <SelectFilter
            list={list}
            name="status"
            many
            label={t('field.status')}
            options={deliveryStatusWords.map((value) => ({ value, label: t(`deliveryStatus.${value}`) }))}
          />
          <ProjectSelect
            className="list-filter"
            label={t('field.project')}
            placeholder={t('field.project')}
            value={list.state.filters['projectId'] ?? null}
            onChange={(id) => list.filter({ projectId: id ?? undefined })}
          />
        </>
      }
    />
  )
}
