import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import type { RowActions } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ProjectSelect } from '../projects/project-select.tsx'
import { packageColumns } from './packages.columns.tsx'
import { packagesQuery } from './shipping.queries.ts'
import { packageStatusWords } from './shipping-labels.tsx'

const filterNames = ['status', 'projectId', 'loose'] as const

interface Props {
  readonly orderId?: string
  readonly deliveryId?: string
  readonly empty: ReactNode
  readonly actions?: ReactNode
  readonly rowActions?: RowActions<PackageRow>
}

/** Packages: all of them, of one order, or on one delivery. */
export function PackagesTable({ orderId, deliveryId, empty, actions, rowActions }: Props) {
  const { t } = useTranslation('shipping')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/packages', filterNames)
  const query = useQuery(packagesQuery({ ...list.query, orderId, deliveryId }))
  const of = orderId !== undefined ? 'order' : deliveryId !== undefined ? 'delivery' : null
  const columns = useMemo(() => packageColumns({ t, instant, of }), [t, instant, of])
  return (
    <DataTable
      name={of === null ? 'packages' : `packages-of-${of}`}
      label={t('packages')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('searchPackages')}
      onOpen={({ id }) => void navigate(`/order/package/${id}`)}
      empty={empty}
      actions={actions}
      {...(rowActions === undefined ? {} : { rowActions })}
      filters={
        <>
          <SelectFilter
            list={list}
            name="status"
            many
            label={t('field.status')}
            options={packageStatusWords.map((value) => ({ value, label: t(`packageStatus.${value}`) }))}
          />
          {of === null && (
            <ProjectSelect
              className="list-filter"
              label={t('field.project')}
              placeholder={t('field.project')}
              value={list.state.filters['projectId'] ?? null}
              onChange={(id) => list.filter({ projectId: id ?? undefined })}
            />
          )}
          {of !== 'delivery' && (
            <SelectFilter
              list={list}
              name="loose"
              label={t('field.delivery')}
              options={[{ value: 'true', label: t('loose') }]}
            />
          )}
        </>
      }
    />
  )
}
