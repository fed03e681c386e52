import type { NdtDue } from '@cloud-factory/contract/welding/ndt'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useAllowed } from '../../shared/permission.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { lazyDialog, lazyPart } from '../../shared/ui/lazy-dialog.tsx'
import '../quality-records/quality.css'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RequestsTable } from './requests-table.tsx'

const RequestForm = lazyDialog(async () => (await import('./request-form.tsx')).RequestForm)
const RepairRatePart = lazyPart(async () => (await import('./ndt-parts.tsx')).RepairRatePart)
const PlanPart = lazyPart(async () => (await import('./ndt-parts.tsx')).PlanPart)

const filterNames = ['orderId'] as const

/** Welds whose test is due by the plan and not yet requested, by mark. */
export function DueTable() {
  const { t } = useTranslation('welding')
  const list = useListState('GET /api/ndt/due', filterNames)
  const query = useListQuery(list, (page) => listQuery('GET /api/ndt/due', page))
  const [selected, setSelected] = useState<NdtDue | null>(null)
  const allowed = useAllowed({ permission: 'quality.inspect' }) ? true : 'permission.denied'
  const columns = useMemo(() => dueColumns(t), [t])
  return (
    <>
      <DataTable<NdtDue>
        name="ndt-due"
        label={t('part.due')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchWelds')}
        empty={<span>{t('due.empty')}</span>}
        rowActions={{
          width: 150,
          render: (row) => (
            <ReasonButton type="link" size="small" allowed={allowed} onClick={() => setSelected(row)}>
              {t('action.request')}
            </ReasonButton>
          ),
        }}
      />
      {selected !== null && (
        <RequestForm
          weldIds={selected.weldIds}
          onDone={() => setSelected(null)}
          onClose={() => setSelected(null)}
        />
      )}
    </>
  )
}

const dueColumns = (t: TFunction<'welding'>): readonly Column<NdtDue>[] => [
  { key: 'mark', title: t('field.mark'), width: 130, pinned: true, render: ({ mark }) => mark },
  {
    key: 'order',
    title: t('field.order'),
    width: 145,
    sort: 'orderNo',
    group: ({ order }) => order.no,
    render: ({ order }) => order.no,
  },
  {
    key: 'waiting',
    title: t('field.waiting'),
    width: 180,
    align: 'right',
    render: ({ waiting }) => count(waiting),
  },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 110,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'welds',
    title: t('field.welds'),
    width: 110,
    align: 'right',
    render: ({ weldIds }) => count(weldIds.length),
  },
  {
    key: 'demandMm',
    title: t('field.leftMm'),
    width: 150,
    align: 'right',
    render: ({ demandMm }) => count(demandMm),
  },
]

const parts = {
  due: <DueTable />,
  requests: <RequestsTable />,
  rate: <RepairRatePart />,
  plan: <PlanPart />,
}

/** Non-destructive tests: due welds, requests, repair rates, test coverage. */
export function NdtPage() {
  const { t } = useTranslation('welding')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.ndt')} note={t('ndtNote')} />
      <PageParts label={t('shell:route.ndt')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
    </div>
  )
}
