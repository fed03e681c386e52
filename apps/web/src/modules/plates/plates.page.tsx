import type { PlateDemandRow, PlateJobRow, PlateRemnantRow } from '@cloud-factory/contract/plates/plates'
import { plateJobStatuses, plateRemnantStatuses } from '@cloud-factory/domain/nesting/nest-enums'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { absent, count, kilograms, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { type ListRows, useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { PlateJobTag, remnantColumns, ScrapDialog, type T } from './plate-labels.tsx'
import { plateDemandQuery, plateJobsQuery, plateRemnantsQuery } from './plates.queries.ts'

const PlateJobForm = lazyDialog(async () => (await import('./plate-job-form.tsx')).PlateJobForm)

type DemandRow = PlateDemandRow & { readonly id: string }

const demandColumns = (t: T): readonly Column<DemandRow>[] => [
  {
    key: 'thickness',
    title: t('field.thickness'),
    width: { zh: 110, other: 160 },
    pinned: true,
    sort: 'thickness',
    render: ({ thicknessMm }) => thousands(thicknessMm),
  },
  { key: 'grade', title: t('nesting:field.grade'), width: 90, render: ({ grade }) => grade || absent },
  { key: 'due', title: t('nesting:field.due'), width: 112, render: ({ due }) => due ?? absent },
  {
    key: 'missing',
    title: t('nesting:field.missing'),
    width: { zh: 84, other: 104 },
    align: 'right',
    render: ({ missing }) => count(missing),
  },
  {
    key: 'missingM2',
    title: t('field.missingM2'),
    width: { zh: 100, other: 130 },
    align: 'right',
    render: ({ missingM2 }) => thousands(missingM2),
  },
  ...(['missingKg', 'stockKg'] as const).map(
    (key): Column<DemandRow> => ({
      key,
      title: t(`field.${key}`),
      width: { zh: 120, other: 170 },
      align: 'right',
      render: (row) => kilograms(row[key]),
    }),
  ),
  ...(['withFile', 'withoutFile'] as const).map(
    (key): Column<DemandRow> => ({
      key,
      title: t(`field.${key}`),
      width: { zh: 110, other: 130 },
      align: 'right',
      spare: true,
      render: (row) => count(row[key]),
    }),
  ),
  ...(['orders', 'needed', 'nested', 'cut'] as const).map(
    (key): Column<DemandRow> => ({
      key,
      title: t(`nesting:field.${key}`),
      width: { zh: 84, other: 110 },
      align: 'right',
      spare: true,
      render: (row) => count(row[key]),
    }),
  ),
]

/** A row is a thickness and grade; it has no record of its own. */
function useNamedRows(query: ListRows<PlateDemandRow>): ListRows<DemandRow> {
  return useMemo(() => {
    const named = (row: PlateDemandRow) => ({ ...row, id: `${row.thicknessMm} ${row.grade}` })
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

/** Missing parts by thickness and grade; selected ones become a job. */
function DemandList() {
  const { t } = useTranslation('plates')
  const navigate = useNavigate()
  const list = useListState('GET /api/plate-demand', ['missing'] as const)
  const query = useListQuery(list, plateDemandQuery)
  const rows = useNamedRows(query)
  const columns = useMemo(() => demandColumns(t), [t])
  const { page: _page, pageSize: _size, ...listed } = list.query
  const selection = useSelection<DemandRow>(JSON.stringify(listed), ({ id }) => id)
  const [chosen, setChosen] = useState<readonly DemandRow[] | null>(null)
  const picked = [...selection.picked.values()]
  return (
    <>
      <DataTable
        name="plate-demand"
        label={t('part.demand')}
        list={list}
        query={rows}
        columns={columns}
        searchHint={t('search.demand')}
        empty={<p>{t('empty.demand')}</p>}
        onOpen={(row) => row.missing > 0 && query.data?.can.add === true && setChosen([row])}
        selection={selection}
        selected={
          picked.length > 0 && (
            <Picked
              rows={picked}
              allowed={query.data?.can.add}
              onNew={() => setChosen(picked)}
              onClear={selection.clear}
            />
          )
        }
        filters={
          <SelectFilter
            list={list}
            name="missing"
            label={t('nesting:field.missing')}
            options={[{ value: 'true', label: t('nesting:onlyMissing') }]}
          />
        }
      />
      {chosen !== null && (
        <PlateJobForm
          groups={chosen}
          onSaved={({ id }) => void navigate(`/order/plate-job/${id}`)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

interface PickedProps {
  readonly rows: readonly DemandRow[]
  readonly allowed: true | string | undefined
  readonly onNew: () => void
  readonly onClear: () => void
}

function Picked({ rows, allowed, onNew, onClear }: PickedProps) {
  const { t } = useTranslation('plates')
  const text = t('common:picked', { count: rows.length })
  const isMissing = rows.some(({ missing }) => missing > 0)
  return (
    <div className="page-actions" role="region" aria-label={text}>
      <span>{text}</span>
      <ReasonButton type="primary" allowed={isMissing ? allowed : 'nest.nothing_missing'} onClick={onNew}>
        {t('action.new')}
      </ReasonButton>
      <Button onClick={onClear}>{t('common:clear')}</Button>
    </div>
  )
}

const jobColumns = (t: T): readonly Column<PlateJobRow>[] => [
  {
    key: 'no',
    title: t('field.job'),
    width: { zh: 150, other: 162 },
    pinned: true,
    sort: 'id',
    render: ({ id, no }) => <Link to={`/order/plate-job/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('common:field.status'),
    width: { zh: 120, other: 150 },
    render: ({ status }) => <PlateJobTag status={status} />,
  },
  { key: 'due', title: t('nesting:field.due'), width: 112, render: ({ due }) => due ?? absent },
  {
    key: 'progress',
    title: t('field.progress'),
    width: 120,
    align: 'right',
    render: ({ cut, pieces }) => `${count(cut)} / ${count(pieces)}`,
  },
  { key: 'kg', title: t('common:field.kg'), width: 120, align: 'right', render: ({ kg }) => kilograms(kg) },
  { key: 'note', title: t('common:field.note'), width: 180, render: ({ note }) => note || absent },
  {
    key: 'by',
    title: t('common:field.updatedBy'),
    width: { zh: 110, other: 140 },
    render: ({ updatedBy }) => updatedBy,
  },
]

function JobList() {
  const { t } = useTranslation('plates')
  const navigate = useNavigate()
  const list = useListState('GET /api/plate-jobs', ['status'] as const)
  const query = useListQuery(list, plateJobsQuery)
  const columns = useMemo(() => jobColumns(t), [t])
  return (
    <DataTable
      name="plate-jobs"
      label={t('part.jobs')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('search.jobs')}
      empty={<p>{t('empty.jobs')}</p>}
      onOpen={({ id }) => void navigate(`/order/plate-job/${id}`)}
      filters={
        <SelectFilters
          list={list}
          filters={{
            status: [t('common:field.status'), choices(plateJobStatuses, (one) => t(`status.${one}`))],
          }}
        />
      }
    />
  )
}

function RemnantList() {
  const { t } = useTranslation('plates')
  const list = useListState('GET /api/plate-remnants', ['status'] as const)
  const query = useListQuery(list, plateRemnantsQuery)
  const columns = useMemo(() => remnantColumns(t), [t])
  const [scrap, setScrap] = useState<PlateRemnantRow | null>(null)
  return (
    <>
      <DataTable
        name="plate-remnants"
        label={t('part.remnants')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search.remnants')}
        empty={<p>{t('empty.remnants')}</p>}
        rowActions={{
          width: { zh: 100, other: 134 },
          render: (row) =>
            row.status === 'available' && (
              <ReasonButton type="link" size="small" allowed={row.can.scrap} onClick={() => setScrap(row)}>
                {t('action.scrap')}
              </ReasonButton>
            ),
        }}
        filters={
          <SelectFilters
            list={list}
            filters={{
              status: [
                t('common:field.status'),
                choices(plateRemnantStatuses, (one) => t(`remnantStatus.${one}`)),
              ],
            }}
          />
        }
      />
      {scrap !== null && <ScrapDialog remnant={scrap} onClose={() => setScrap(null)} />}
    </>
  )
}

/** Demand for parts from plates, the jobs made for it, and what was left of plates. */
export function PlatesPage() {
  const { t } = useTranslation('plates')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.plates')} note={t('note')} />
      <PageParts
        label={t('shell:route.plates')}
        titleOf={(part) => t(`part.${part}`)}
        parts={{ demand: <DemandList />, jobs: <JobList />, remnants: <RemnantList /> }}
      />
    </div>
  )
}
