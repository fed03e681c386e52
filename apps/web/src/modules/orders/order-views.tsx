import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { type ListView, ListViews } from '../../shared/list/list-views.tsx'
import type { List } from '../../shared/list/use-list-state.ts'
import { useAssigneeFilters } from '../inbox/assignee.tsx'
import { openStatuses } from './order-labels.tsx'
import { ordersQuery } from './orders.queries.ts'

/** The usual questions to the order list, each with its number of orders. */
export function OrderViews({ list }: { readonly list: List }) {
  const { t } = useTranslation('order-list')
  const { data } = useQuery({
    queryKey: ['orders', 'counts'],
    queryFn: ({ signal }) => api('GET /api/order-counts', { signal }),
  })
  const { isWorker, mine } = useAssigneeFilters('order', openStatuses)
  const own = useQuery({ ...ordersQuery({ ...mine, pageSize: 1 }), enabled: isWorker })
  const week = { dueFrom: data?.week.from ?? '', dueTo: data?.week.to ?? '' }
  const views: readonly ListView[] = [
    { word: t('field.late'), filters: { late: 'true' }, total: data?.late },
    { word: t('view.dueThisWeek'), filters: { status: openStatuses, ...week }, total: data?.dueThisWeek },
    { word: t('view.toRelease'), filters: { status: 'confirmed' }, total: data?.toRelease },
    ...(isWorker ? [{ word: t('common:assignee.mine'), filters: mine, total: own.data?.total }] : []),
    { word: t('view.all'), filters: {}, total: data?.all },
  ]
  return <ListViews list={list} views={views} />
}
