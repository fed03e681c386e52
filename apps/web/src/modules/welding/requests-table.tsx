import { type NdtStatus, ndtMethods, ndtStatuses } from '@cloud-factory/domain/welding/weld-enums'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import type { NdtRequest } from '@cloud-factory/contract/welding/ndt'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { listQuery } from '../quality-records/quality.queries.ts'

const tones = { open: 'active', done: 'good', cancelled: 'neutral' } as const

export function RequestStatusTag({ status }: { readonly status: NdtStatus }) {
  const { t } = useTranslation('welding')
  return <StatusTag tone={tones[status]} text={t(`requestStatus.${status}`)} />
}

const filterNames = ['status', 'method', 'orderId'] as const

/** Requests for non-destructive tests, the latest first. */
export function RequestsTable() {
  const { t } = useTranslation('welding')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/ndt/requests', filterNames)
  const query = useListQuery(list, (page) => listQuery('GET /api/ndt/requests', page))
  const columns = useMemo(() => requestColumns({ t, instant }), [t, instant])
  return (
    <DataTable<NdtRequest>
      name="ndt-requests"
      label={t('part.requests')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('searchRequests')}
      onOpen={({ id }) => void navigate(`/quality/ndt/${id}`)}
      empty={<span>{t('request.empty')}</span>}
      filters={
        <SelectFilters
          list={list}
          filters={{
            status: [t('field.state'), choices(ndtStatuses, (word) => t(`requestStatus.${word}`))],
            method: [t('field.method'), choices(ndtMethods, (word) => t(`method.${word}`))],
          }}
        />
      }
    />
  )
}

interface ColumnContext {
  readonly t: TFunction<'welding'>
  readonly instant: ReturnType<typeof useInstant>
}

const requestColumns = ({ t, instant }: ColumnContext): readonly Column<NdtRequest>[] => [
  {
    key: 'no',
    title: t('field.requestNo'),
    width: { zh: 142, other: 142 },
    pinned: true,
    sort: 'no',
    render: ({ no }) => no,
  },
  {
    key: 'status',
    title: t('field.state'),
    width: { zh: 90, other: 106 },
    render: ({ status }) => <RequestStatusTag status={status} />,
  },
  { key: 'order', title: t('field.order'), width: 138, render: ({ order }) => order.no },
  {
    key: 'method',
    title: t('field.method'),
    width: { zh: 110, other: 148 },
    render: ({ method }) => t(`method.${method}`),
  },
  {
    key: 'level',
    title: t('short.level'),
    tip: t('field.level'),
    width: { zh: 90, other: 100 },
    render: ({ level }) => level,
  },
  {
    key: 'done',
    title: t('short.doneOf'),
    tip: t('field.doneOf'),
    width: { zh: 110, other: 135 },
    align: 'right',
    render: ({ done, welds }) => `${count(done)} / ${count(welds)}`,
  },
  {
    key: 'failed',
    title: t('field.failed'),
    width: { zh: 80, other: 118 },
    align: 'right',
    render: ({ failed }) => count(failed),
  },
  {
    key: 'createdBy',
    title: t('field.createdBy'),
    width: { zh: 90, other: 136 },
    spare: true,
    render: ({ createdBy }) => createdBy,
  },
  {
    key: 'createdAt',
    title: t('field.createdAt'),
    width: 155,
    sort: 'createdAt',
    render: ({ createdAt }) => instant(createdAt, '{y}-{m}-{d} {h}:{i}'),
  },
]
