import type { NdtDue } from '@cloud-factory/contract/welding/ndt'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useAllowed } from '../../shared/permission.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { RequestForm } from './request-form.tsx'

const filterNames = ['orderId'] as const

/** Welds whose test is due by the plan and not yet requested, by mark. */
export function DueTable() {
  const { t } = useTranslation('welding')
  const list = useListState('GET /api/ndt/due', filterNames)
  const query = useQuery(listQuery('GET /api/ndt/due', list.query))
  const [asked, setAsked] = useState<NdtDue | null>(null)
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
            <ReasonButton type="link" size="small" allowed={allowed} onClick={() => setAsked(row)}>
              {t('action.request')}
            </ReasonButton>
          ),
        }}
      />
      {asked !== null && (
        <RequestForm weldIds={asked.weldIds} onDone={() => setAsked(null)} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

const dueColumns = (t: TFunction<'welding'>): readonly Column<NdtDue>[] => [
  { key: 'mark', title: t('field.mark'), width: 130, pinned: true, render: ({ mark }) => mark },
  { key: 'order', title: t('field.order'), width: 145, sort: 'orderNo', render: ({ order }) => order.no },
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
