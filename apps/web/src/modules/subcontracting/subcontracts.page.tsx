import type { SubcontractRow } from '@cloud-factory/contract/subcontracting/subcontracts'
import { subcontractStatuses } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { absent, count, hundredths, kilograms } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { backOf, LateTag, SubcontractStatusTag, type T } from './subcontract-labels.tsx'
import { subcontractsQuery } from './subcontracting.queries.ts'

const SubcontractForm = lazyDialog(async () => (await import('./subcontract-form.tsx')).SubcontractForm)

const columnsOf = (t: T): readonly Column<SubcontractRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: 134,
    pinned: true,
    sort: 'id',
    render: ({ id, no }) => <Link to={`/warehouse/subcontract/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 160, other: 236 },
    render: ({ status, late }) => (
      <>
        <SubcontractStatusTag status={status} /> {late && <LateTag />}
      </>
    ),
  },
  { key: 'supplier', title: t('field.supplier'), width: 134, render: ({ supplier }) => supplier.name },
  {
    key: 'order',
    title: t('field.order'),
    width: 130,
    render: ({ order }) => <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  {
    key: 'promisedOn',
    title: t('field.promisedOn'),
    width: { zh: 125, other: 134 },
    sort: 'promisedOn',
    render: ({ promisedOn }) => promisedOn,
  },
  ...figureColumns(t),
  { key: 'by', title: t('field.updatedBy'), width: 110, extra: true, render: ({ updatedBy }) => updatedBy },
]

const figureColumns = (t: T): readonly Column<SubcontractRow>[] => [
  {
    key: 'planned',
    title: t('outside.planned'),
    width: { zh: 90, other: 120 },
    spare: true,
    align: 'right',
    render: ({ pieces }) => count(pieces.planned),
  },
  { key: 'back', title: t('field.back'), width: 110, align: 'right', render: ({ pieces }) => backOf(pieces) },
  {
    key: 'kgOut',
    title: t('field.kgOut'),
    width: { zh: 120, other: 130 },
    align: 'right',
    spare: true,
    render: ({ kgOut }) => kilograms(kgOut),
  },
  {
    key: 'kgIn',
    title: t('field.kgIn'),
    width: { zh: 120, other: 130 },
    spare: true,
    align: 'right',
    render: ({ kgIn }) => kilograms(kgIn),
  },
  {
    key: 'amount',
    title: t('field.amount'),
    width: { zh: 120, other: 150 },
    align: 'right',
    render: ({ amount }) => (amount === 0 ? absent : hundredths(amount)),
  },
]

/** Work that suppliers do, what is late first. */
export function SubcontractsPage() {
  const { t } = useTranslation('subcontracting')
  const navigate = useNavigate()
  const list = useListState('GET /api/subcontracts', ['status', 'late', 'supplierId', 'orderId'] as const)
  const query = useListQuery(list, subcontractsQuery)
  const columns = useMemo(() => columnsOf(t), [t])
  const [isOpen, setOpen] = useState(false)
  const open = (id: string) => void navigate(`/warehouse/subcontract/${id}`)
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.subcontracts')} note={t('note')} />
      <DataTable
        name="subcontracts"
        label={t('shell:route.subcontracts')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('empty.subcontracts')}</p>}
        onOpen={({ id }) => open(id)}
        filters={
          <SelectFilters
            list={list}
            filters={{
              status: [t('field.status'), choices(subcontractStatuses, (value) => t(`status.${value}`))],
              late: [t('late'), [{ value: 'true', label: t('onlyLate') }]],
            }}
          />
        }
        actions={
          <ReasonButton type="primary" allowed={query.data?.can.add} onClick={() => setOpen(true)}>
            {t('action.new')}
          </ReasonButton>
        }
      />
      {isOpen && (
        <SubcontractForm
          subcontract={null}
          order={null}
          onSaved={({ id }) => open(id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
