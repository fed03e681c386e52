import type { PurchaseRow, StockValueRow } from '@cloud-factory/contract/purchasing/purchases'
import { purchaseStatuses } from '@cloud-factory/domain/purchasing/purchase-enums'
import { suppliers } from '@cloud-factory/domain/purchasing/purchasing-resources'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { downloadText } from '../../shared/format/csv.ts'
import { absent, count, hundredths, kilograms, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { linesCsv, openLineColumns, PurchaseStatusTag, type T } from './purchase-labels.tsx'
import { linesQuery, purchasesQuery, stockValueQuery } from './purchasing.queries.ts'

const PurchaseForm = lazyDialog(async () => (await import('./purchase-form.tsx')).PurchaseForm)

const purchaseColumns = (t: T): readonly Column<PurchaseRow>[] => [
  {
    key: 'no',
    title: t('field.purchase'),
    width: { zh: 140, other: 180 },
    pinned: true,
    sort: 'id',
    render: ({ id, no }) => <Link to={`/warehouse/purchase/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 130, other: 156 },
    render: ({ status }) => <PurchaseStatusTag status={status} />,
  },
  {
    key: 'supplier',
    title: t('field.supplier'),
    width: 160,
    render: ({ supplier }) => supplier?.name ?? absent,
  },
  {
    key: 'lines',
    title: t('field.lines'),
    width: 80,
    align: 'right',
    spare: true,
    render: ({ lines }) => count(lines),
  },
  {
    key: 'kg',
    title: t('field.theoryKg'),
    width: { zh: 120, other: 150 },
    align: 'right',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'receivedKg',
    title: t('field.scaleKg'),
    width: { zh: 120, other: 140 },
    align: 'right',
    render: ({ receivedKg }) => kilograms(receivedKg),
  },
  {
    key: 'amount',
    title: t('field.amount'),
    width: 120,
    align: 'right',
    render: ({ amount }) => hundredths(amount),
  },
  {
    key: 'expectedOn',
    title: t('field.expectedOn'),
    width: { zh: 120, other: 145 },
    render: ({ expectedOn }) => expectedOn ?? absent,
  },
  { key: 'by', title: t('field.updatedBy'), width: 146, spare: true, render: ({ updatedBy }) => updatedBy },
]

function PurchaseList() {
  const { t } = useTranslation('purchasing')
  const navigate = useNavigate()
  const list = useListState('GET /api/purchases', ['status', 'supplierId'] as const)
  const query = useListQuery(list, purchasesQuery)
  const columns = useMemo(() => purchaseColumns(t), [t])
  const [isOpen, setOpen] = useState(false)
  const open = (id: string) => void navigate(`/warehouse/purchase/${id}`)
  return (
    <>
      <DataTable
        name="purchases"
        label={t('part.purchases')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('empty.purchases')}</p>}
        onOpen={({ id }) => open(id)}
        filters={
          <SelectFilters
            list={list}
            filters={{
              status: [t('field.status'), choices(purchaseStatuses, (value) => t(`status.${value}`))],
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
        <PurchaseForm purchase={null} onSaved={({ id }) => open(id)} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** What is still to come, by its day. */
function LineList() {
  const { t } = useTranslation('purchasing')
  const list = useListState('GET /api/purchase-lines', ['late'] as const)
  const query = useListQuery(list, linesQuery)
  const columns = useMemo(() => openLineColumns(t), [t])
  const save = async () => {
    const { items } = await query.load(1, 200)
    downloadText(`${t('part.lines')}.csv`, linesCsv(t, items), 'text/csv')
  }
  return (
    <DataTable
      name="purchase-lines"
      label={t('part.lines')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('search')}
      empty={<p>{t('empty.lines')}</p>}
      filters={
        <SelectFilter
          list={list}
          name="late"
          label={t('field.late')}
          options={[{ value: 'true', label: t('onlyLate') }]}
        />
      }
      actions={<Button onClick={() => void save()}>{t('action.csv')}</Button>}
    />
  )
}

const valueColumns = (t: T): readonly Column<StockValueRow>[] => [
  {
    key: 'profile',
    title: t('field.profile'),
    width: 160,
    pinned: true,
    sort: 'profile',
    render: ({ profile }) => profile,
  },
  { key: 'grade', title: t('common:marks.grade'), width: 90, render: ({ grade }) => grade },
  { key: 'bars', title: t('field.bars'), width: 110, align: 'right', render: ({ bars }) => count(bars) },
  {
    key: 'metres',
    title: t('field.metres'),
    width: 100,
    align: 'right',
    render: ({ metres }) => thousands(metres),
  },
  {
    key: 'kg',
    title: t('field.scaleKg'),
    width: { zh: 120, other: 130 },
    align: 'right',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'theoryKg',
    title: t('field.theoryKg'),
    width: { zh: 120, other: 130 },
    spare: true,
    align: 'right',
    render: ({ theoryKg }) => kilograms(theoryKg),
  },
  {
    key: 'price',
    title: t('field.average'),
    width: { zh: 180, other: 200 },
    align: 'right',
    render: ({ pricePerTonne }) => hundredths(pricePerTonne),
  },
  {
    key: 'value',
    title: t('field.value'),
    width: { zh: 140, other: 172 },
    align: 'right',
    render: ({ value }) => hundredths(value),
  },
]

function ValueList() {
  const { t } = useTranslation('purchasing')
  const list = useListState('GET /api/stock-value', [] as const)
  const query = useListQuery(list, stockValueQuery)
  const columns = useMemo(() => valueColumns(t), [t])
  return (
    <DataTable
      name="stock-value"
      label={t('part.value')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('searchValue')}
      empty={<p>{t('empty.value')}</p>}
    />
  )
}

const supplierColumns = ['code', 'name', 'contact', 'phone', 'active'] as const

/** Purchase orders, what is still to come, the value of the stock, and suppliers. */
export function PurchasingPage() {
  const { t } = useTranslation('purchasing')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.purchasing')} note={t('note')} />
      <PageParts
        label={t('shell:route.purchasing')}
        titleOf={(part) => t(`part.${part}`)}
        parts={{
          purchases: <PurchaseList />,
          lines: <LineList />,
          value: <ValueList />,
          suppliers: (
            <ResourceList resource={suppliers} columns={supplierColumns} label={t('part.suppliers')} />
          ),
        }}
      />
    </div>
  )
}
