import type { DemandRow } from '@cloud-factory/contract/nesting/nests'
import { nestStatuses } from '@cloud-factory/domain/nesting/nest-enums'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { type ListRows, useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useAllowed } from '../../shared/permission.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { demandQuery, nestsQuery } from './nests.queries.ts'
import { nestColumns } from './nest-labels.tsx'
import { useQuery } from '@tanstack/react-query'

const NestForm = lazyDialog(async () => (await import('./nest-form.tsx')).NestForm)
const RequestForm = lazyDialog(async () => (await import('../purchasing/request-form.tsx')).RequestForm)

type T = ReturnType<typeof useTranslation<'nesting'>>['t']

const demandColumns = (t: T): readonly Column<DemandRow & { id: string }>[] => [
  {
    key: 'profile',
    title: t('field.profile'),
    width: 158,
    pinned: true,
    sort: 'profile',
    render: ({ profile }) => profile,
  },
  {
    key: 'grade',
    title: t('field.grade'),
    width: { zh: 72, other: 86 },
    render: ({ grade }) => grade || absent,
  },
  { key: 'due', title: t('field.due'), width: 112, render: ({ due }) => due ?? absent },
  {
    key: 'orders',
    title: t('field.orders'),
    width: { zh: 80, other: 88 },
    align: 'right',
    spare: true,
    render: ({ orders }) => count(orders),
  },
  {
    key: 'needed',
    title: t('field.needed'),
    width: { zh: 80, other: 100 },
    spare: true,
    align: 'right',
    render: ({ needed }) => count(needed),
  },
  {
    key: 'nested',
    title: t('field.nested'),
    width: { zh: 80, other: 88 },
    align: 'right',
    spare: true,
    render: ({ nested }) => count(nested),
  },
  {
    key: 'cut',
    title: t('field.cut'),
    width: { zh: 80, other: 88 },
    align: 'right',
    spare: true,
    render: ({ cut }) => count(cut),
  },
  {
    key: 'missing',
    title: t('field.missing'),
    width: { zh: 80, other: 88 },
    align: 'right',
    render: ({ missing }) => count(missing),
  },
]

/** The missing length, and where it can come from. */
const supplyColumns = (t: T): readonly Column<DemandRow & { id: string }>[] => [
  {
    key: 'missingM',
    title: t('field.missingM'),
    width: { zh: 100, other: 114 },
    align: 'right',
    render: ({ missingM }) => thousands(missingM),
  },
  {
    key: 'stockM',
    title: t('field.stockM'),
    width: { zh: 88, other: 132 },
    align: 'right',
    render: ({ stockM }) => thousands(stockM),
  },
  {
    key: 'onOrderM',
    title: t('field.onOrderM'),
    width: { zh: 88, other: 124 },
    spare: true,
    align: 'right',
    render: ({ onOrderM }) => thousands(onOrderM),
  },
  {
    key: 'shortM',
    title: t('field.shortM'),
    width: { zh: 88, other: 124 },
    align: 'right',
    render: ({ shortM }) => thousands(shortM),
  },
]

/** A row is a profile and grade; it has no record of its own. */
function useNamedRows(query: ListRows<DemandRow>) {
  return useMemo(() => {
    const named = (row: DemandRow) => ({ ...row, id: `${row.profile} ${row.grade}` })
    return {
      ...query,
      data: query.data === undefined ? undefined : { ...query.data, items: query.data.items.map(named) },
      load: async (page: number, size: number) => {
        const { items, total } = await query.load(page, size)
        return { items: items.map(named), total }
      },
    }
  }, [query])
}

interface ActionsProps {
  readonly row: DemandRow
  readonly canNest: true | string | undefined
  readonly onNest: (row: DemandRow) => void
  readonly onRequest: (row: DemandRow) => void
}

function DemandActions({ row, canNest, onNest, onRequest }: ActionsProps) {
  const { t } = useTranslation('nesting')
  const canBuy = useAllowed({ permission: 'purchase.edit' })
  const isMissing = row.missing > 0
  return (
    <span className="row-actions">
      <ReasonButton
        type="link"
        size="small"
        allowed={isMissing ? canNest : 'nest.nothing_missing'}
        onClick={() => onNest(row)}
      >
        {t('action.nest')}
      </ReasonButton>
      {canBuy && (
        <ReasonButton
          type="link"
          size="small"
          allowed={row.shortM > 0 || 'purchase.nothing_short'}
          onClick={() => onRequest(row)}
        >
          {t('action.request')}
        </ReasonButton>
      )}
    </span>
  )
}

/** Parts of released orders by profile and grade; the start of a nest, or of a purchase. */
function DemandList() {
  const { t } = useTranslation('nesting')
  const navigate = useNavigate()
  const list = useListState('GET /api/part-demand', ['missing'] as const)
  const query = useListQuery(list, demandQuery)
  const { data } = useQuery(nestsQuery({ pageSize: 1 }))
  const [chosen, setChosen] = useState<DemandRow | null>(null)
  const [short, setShort] = useState<DemandRow | null>(null)
  const columns = useMemo(() => [...demandColumns(t), ...supplyColumns(t)], [t])
  const rows = useNamedRows(query)
  return (
    <>
      <DataTable
        name="part-demand"
        label={t('part.demand')}
        list={list}
        query={rows}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('empty.demand')}</p>}
        filters={
          <SelectFilter
            list={list}
            name="missing"
            label={t('field.missing')}
            options={[{ value: 'true', label: t('onlyMissing') }]}
          />
        }
        rowActions={{
          width: { zh: 120, other: 150 },
          render: (row) => (
            <DemandActions row={row} canNest={data?.can.add} onNest={setChosen} onRequest={setShort} />
          ),
        }}
      />
      {chosen !== null && data !== undefined && (
        <NestForm
          demand={chosen}
          rules={data.rules}
          onSaved={({ id }) => {
            setChosen(null)
            void navigate(`/order/nest/${id}`)
          }}
          onClose={() => setChosen(null)}
        />
      )}
      {short !== null && (
        <RequestForm
          demand={short}
          onSaved={({ id }) => {
            setShort(null)
            void navigate(`/warehouse/purchase/${id}`)
          }}
          onClose={() => setShort(null)}
        />
      )}
    </>
  )
}

function NestList() {
  const { t } = useTranslation('nesting')
  const navigate = useNavigate()
  const list = useListState('GET /api/nests', ['status'] as const)
  const query = useListQuery(list, nestsQuery)
  const columns = useMemo(() => nestColumns(t), [t])
  return (
    <DataTable
      name="nests"
      label={t('part.nests')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('search')}
      empty={<p>{t('empty.nests')}</p>}
      onOpen={({ id }) => void navigate(`/order/nest/${id}`)}
      filters={
        <SelectFilters
          list={list}
          filters={{ status: [t('field.status'), choices(nestStatuses, (value) => t(`status.${value}`))] }}
        />
      }
    />
  )
}

/** Demand for parts from bars, and the nests made for it. */
export function NestsPage() {
  const { t } = useTranslation('nesting')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.nests')} note={t('note')} />
      <PageParts
        label={t('shell:route.nests')}
        titleOf={(part) => t(`part.${part}`)}
        parts={{ demand: <DemandList />, nests: <NestList /> }}
      />
    </div>
  )
}
