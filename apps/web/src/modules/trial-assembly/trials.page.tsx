import type { TrialRow } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { trialStatuses } from '@cloud-factory/domain/trial-assembly/trial-enums'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { csvText, downloadText } from '../../shared/format/csv.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { type T, TrialStatusTag } from './trial-labels.tsx'

const TrialForm = lazyDialog(async () => (await import('./trial-form.tsx')).TrialForm)

const measuredOf = ({ measurements: { measured, total } }: TrialRow) => `${count(measured)} / ${count(total)}`

const columnsOf = (t: T): readonly Column<TrialRow>[] => [
  {
    key: 'no',
    title: t('common:field.no'),
    width: 140,
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/trial-assembly/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('common:field.status'),
    width: { zh: 120, other: 150 },
    render: ({ status }) => <TrialStatusTag status={status} />,
  },
  { key: 'name', title: t('field.name'), width: { zh: 180, other: 195 }, render: ({ name }) => name },
  {
    key: 'order',
    title: t('common:field.order'),
    width: 150,
    render: ({ order }) => <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  {
    key: 'heldOn',
    title: t('field.heldOn'),
    width: { zh: 120, other: 190 },
    sort: 'heldOn',
    render: ({ heldOn }) => heldOn,
  },
  {
    key: 'place',
    title: t('field.place'),
    width: 150,
    spare: true,
    render: ({ place }) => place || absent,
  },
  ...resultColumns(t),
]

const resultColumns = (t: T): readonly Column<TrialRow>[] => [
  {
    key: 'pieces',
    title: t('common:field.pieces'),
    width: { zh: 80, other: 120 },
    spare: true,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'measured',
    title: t('field.measuredOf'),
    width: { zh: 130, other: 170 },
    align: 'right',
    render: measuredOf,
  },
  {
    key: 'failed',
    title: t('field.failed'),
    width: { zh: 90, other: 170 },
    spare: true,
    align: 'right',
    render: ({ measurements: { failed } }) =>
      failed === 0 ? '0' : <StatusTag tone="bad" text={count(failed)} />,
  },
  {
    key: 'by',
    title: t('field.releasedBy'),
    width: 120,
    spare: true,
    render: ({ releasedBy }) => releasedBy ?? absent,
  },
]

const csvOf = (t: T, rows: readonly TrialRow[]): string =>
  csvText([
    [
      t('common:field.no'),
      t('common:field.status'),
      t('field.name'),
      t('common:field.order'),
      t('field.heldOn'),
      t('field.place'),
      t('common:field.pieces'),
      t('field.measuredOf'),
      t('field.failed'),
      t('field.releasedBy'),
    ],
    ...rows.map((row) => [
      row.no,
      t(`status.${row.status}`),
      row.name,
      row.order.no,
      row.heldOn,
      row.place,
      row.pieces,
      measuredOf(row),
      row.measurements.failed,
      row.releasedBy,
    ]),
  ])

const pageSize = 200
const maxPages = 25

/** Trial assemblies, the latest day first. */
export function TrialsPage() {
  const { t } = useTranslation('trial-assembly')
  const navigate = useNavigate()
  const list = useListState('GET /api/trial-assemblies', ['status', 'orderId'] as const)
  const query = useListQuery(list, (page) => listQuery('GET /api/trial-assemblies', page))
  const columns = useMemo(() => columnsOf(t), [t])
  const [isOpen, setOpen] = useState(false)
  const open = (id: string) => void navigate(`/quality/trial-assembly/${id}`)
  const exportAll = async () => {
    const rows: TrialRow[] = []
    for (let page = 1; page <= maxPages; page += 1) {
      const found = await api('GET /api/trial-assemblies', { query: { ...list.query, page, pageSize } })
      rows.push(...found.items)
      if (rows.length >= found.total || found.items.length === 0) break
    }
    downloadText(`${t('shell:route.trialAssemblies')}.csv`, csvOf(t, rows), 'text/csv')
  }
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.trialAssemblies')} note={t('note')} />
      <DataTable
        name="trial-assemblies"
        label={t('shell:route.trialAssemblies')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('empty')}</p>}
        onOpen={({ id }) => open(id)}
        filters={
          <SelectFilters
            list={list}
            filters={{
              status: [t('common:field.status'), choices(trialStatuses, (value) => t(`status.${value}`))],
            }}
          />
        }
        actions={
          <>
            <Button onClick={() => void exportAll()}>CSV</Button>
            <ReasonButton type="primary" allowed={query.data?.can.add} onClick={() => setOpen(true)}>
              {t('newTitle')}
            </ReasonButton>
          </>
        }
      />
      {isOpen && <TrialForm trial={null} onSaved={({ id }) => open(id)} onClose={() => setOpen(false)} />}
    </div>
  )
}
