import type { StockTakeRow } from '@cloud-factory/contract/material/stock-takes'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { stockTakesQuery } from './material.queries.ts'
import { StockTakeTag } from './material-labels.tsx'

const StartForm = lazyDialog(async () => (await import('./lot-dialogs.tsx')).StockTakeForm)

type T = ReturnType<typeof useTranslation<'material'>>['t']

const takeColumns = (t: T, instant: (at: string) => string): readonly Column<StockTakeRow>[] => [
  {
    key: 'no',
    title: t('take.no'),
    width: { zh: 140, other: 178 },
    pinned: true,
    sort: 'id',
    render: ({ id, no }) => <Link to={`/warehouse/stock-take/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 120,
    render: ({ status }) => <StockTakeTag status={status} />,
  },
  {
    key: 'place',
    title: t('take.place'),
    width: { zh: 140, other: 205 },
    render: ({ location }) => location || absent,
  },
  { key: 'profile', title: t('field.profile'), width: 140, render: ({ profile }) => profile || absent },
  {
    key: 'expected',
    title: t('take.expected'),
    width: 100,
    align: 'right',
    render: ({ expected }) => count(expected),
  },
  {
    key: 'counted',
    title: t('take.counted'),
    width: 100,
    align: 'right',
    render: ({ counted }) => count(counted),
  },
  { key: 'at', title: t('take.started'), width: 178, render: ({ createdAt }) => instant(createdAt) },
  {
    key: 'by',
    title: t('field.updatedBy'),
    width: { zh: 110, other: 150 },
    spare: true,
    render: ({ updatedBy }) => updatedBy,
  },
]

/** Stock takes of bars. */
export function StockTakesPage() {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/stock-takes', [] as const)
  const query = useListQuery(list, stockTakesQuery)
  const columns = useMemo(() => takeColumns(t, instant), [t, instant])
  const [isOpen, setOpen] = useState(false)
  const open = (id: string) => void navigate(`/warehouse/stock-take/${id}`)
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.stockTakes')} note={t('take.note')} />
      <DataTable
        name="stock-takes"
        label={t('shell:route.stockTakes')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('take.no')}
        empty={<p>{t('take.empty')}</p>}
        onOpen={({ id }) => open(id)}
        actions={
          <ReasonButton type="primary" allowed={query.data?.can.add} onClick={() => setOpen(true)}>
            {t('take.start')}
          </ReasonButton>
        }
      />
      {isOpen && <StartForm onSaved={({ id }) => open(id)} onClose={() => setOpen(false)} />}
    </div>
  )
}
