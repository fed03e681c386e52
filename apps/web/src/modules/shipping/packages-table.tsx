import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import type { TFunction } from 'i18next'
import { Link, useNavigate } from 'react-router'
import { absent, count, gramsShown } from '../../shared/format/numbers.ts'
import type { Column, RowActions } from '../../shared/list/column.ts'
import { limitsText, PackageStatusTag, packageStatusWords } from './shipping-labels.tsx'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ProjectFilter } from '../projects/project-filter.tsx'
import { packagesQuery } from './shipping.queries.ts'

interface ColumnContext {
  readonly t: TFunction<'shipping'>
  readonly instant: (at: string, pattern?: string) => string
  /** All packages belong to one order or one delivery, so its column is omitted. */
  readonly of: 'order' | 'delivery' | null
}

function packageColumns(context: ColumnContext): readonly Column<PackageRow>[] {
  const columns = [...originColumns(context), ...contentColumns(context)]
  const { of } = context
  const hidden = of === 'order' ? ['order', 'project'] : of === 'delivery' ? ['delivery', 'project'] : []
  return columns.filter(({ key }) => !hidden.includes(key))
}

/** Number of a package, its order and its destination. */
const originColumns = ({ t }: ColumnContext): readonly Column<PackageRow>[] => [
  {
    key: 'no',
    title: t('field.packageNo'),
    width: 186,
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/order/package/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 106,
    sort: 'status',
    group: ({ status }) => status,
    render: ({ status }) => <PackageStatusTag status={status} />,
  },
  {
    key: 'order',
    title: t('field.order'),
    width: 140,
    render: ({ order }) => <Link to={`/order/detail/${order.id}?part=shipping`}>{order.no}</Link>,
  },
  { key: 'project', title: t('field.project'), width: 178, render: ({ project }) => project.name },
  {
    key: 'delivery',
    title: t('field.delivery'),
    width: 150,
    render: ({ delivery }) =>
      delivery === null ? absent : <Link to={`/order/delivery/${delivery.id}`}>{delivery.no}</Link>,
  },
]

/** Contents, weight and weight limit. */
const contentColumns = ({ t, instant }: ColumnContext): readonly Column<PackageRow>[] => [
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: { zh: 80, other: 104 },
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'netKg',
    title: t('field.netKg'),
    width: 120,
    sort: 'netKg',
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'grossKg',
    title: t('field.grossKg'),
    width: 120,
    spare: true,
    align: 'right',
    render: ({ grossKg }) => gramsShown(grossKg),
  },
  {
    key: 'weighedKg',
    title: t('field.weighedKg'),
    width: { zh: 120, other: 128 },
    spare: true,
    align: 'right',
    render: ({ weighedKg }) => gramsShown(weighedKg),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 150,
    spare: true,
    sort: 'updatedAt',
    render: ({ updatedAt }) => instant(updatedAt, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'limits',
    title: t('field.limits'),
    width: 260,
    extra: true,
    render: (row) => limitsText(row, t),
  },
  { key: 'note', title: t('field.note'), width: 200, extra: true, render: ({ note }) => note ?? absent },
]

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
  const query = useListQuery(list, (page) => packagesQuery({ ...page, orderId, deliveryId }))
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
          <SelectFilters
            list={list}
            filters={{
              status: [
                t('field.status'),
                choices(packageStatusWords, (value) => t(`packageStatus.${value}`)),
              ],
            }}
          />
          {of === null && <ProjectFilter list={list} />}
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
