import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RowButton } from '../../shared/ui/row-button.tsx'
import { type ListWish, usePicked } from './list-wish.ts'
import type { CellEdit } from './order-cell-edit.tsx'
import { nameIn, useProcessNames, riskFirst, orderFilterNames, ordersQuery } from './orders.queries.ts'
import { OrderMenu, type OpenDialog } from './order-menu.tsx'
import { ExportButton, NewOrderButton, OrderFilters } from './orders.controls.tsx'
import { orderColumns } from './orders.columns.tsx'
import { OrderViews } from './order-views.tsx'
import '../../shared/ui/record.css'

const dialogs = () => import('./orders.dialogs.tsx')
const BulkBar = lazyThemed(async () => (await dialogs()).BulkBar)
const ListDialogs = lazyThemed(async () => (await dialogs()).ListDialogs)
const OrderForms = lazyThemed(async () => (await dialogs()).OrderForms)
const OrderCellEditor = lazyThemed(async () => (await dialogs()).OrderCellEditor)

type Open = 'new' | OpenDialog

/** What is open over the list: a bulk action, a form or the editor of a cell. */
interface Dialogs {
  readonly wish: ListWish | null
  readonly open: Open | null
  readonly edit: CellEdit | null
}

const allClosed: Dialogs = { wish: null, open: null, edit: null }

const none: readonly OrderRow[] = []

/** The list of orders for the query in the address, and the selected rows. */
function useOrdersList() {
  const { t } = useTranslation('orders')
  const { t: l } = useTranslation('order-list')
  const instant = useInstant()
  const list = useListState('GET /api/orders', orderFilterNames)
  const listQuery = { sort: riskFirst, ...list.query } as const
  const query = useListQuery(list, (page) => ordersQuery({ sort: riskFirst, ...page }))
  const sums = query.data?.sums
  const processes = useProcessNames()
  const nameOf = useMemo(() => nameIn(processes), [processes])
  const [opened, setOpened] = useState(allClosed)
  const onEdit = useCallback((edit: CellEdit) => setOpened({ ...allClosed, edit }), [setOpened])
  const columns = useMemo(
    () => orderColumns({ t, l, instant, sums, nameOf, onEdit }),
    [t, l, instant, sums, nameOf, onEdit],
  )
  const { page: _page, pageSize: _size, ...listed } = listQuery
  const selection = useSelection<OrderRow>(JSON.stringify(listed), ({ no }) => l('box', { no }))
  const picked = usePicked(selection)
  return {
    list,
    listQuery,
    query,
    sums,
    columns,
    processes,
    selection,
    picked,
    filter: listed,
    opened,
    setOpened,
  }
}

/** Will it ship on time: every order with its due day, tonnes and progress. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const orders = useOrdersList()
  const { list, query, columns, selection, picked, setOpened } = orders
  const onWish = (wish: ListWish) => setOpened({ ...allClosed, wish })
  const onOpen = useCallback((open: Open) => setOpened({ ...allClosed, open }), [setOpened])
  const rowActions = useMemo(
    () => ({ width: 94, render: (order: OrderRow) => <OrderActions order={order} onOpen={onOpen} /> }),
    [onOpen],
  )
  const navigate = useNavigate()
  const page = query.data?.items ?? none
  const show = ({ id }: Pick<OrderRow, 'id'>) => void navigate(`/order/detail/${id}`)
  return (
    <div className="page is-filling">
      <OrdersHeader list={list} onNew={() => onOpen('new')} />
      <DataTable
        name="orders"
        views="orders"
        label={t('common:toOrders')}
        list={list}
        query={query}
        columns={columns}
        more={orders.sums === null}
        searchHint={t('search')}
        filters={<OrderFilters list={list} />}
        empty={<EmptyOrders />}
        actions={(shown) => <ExportButton page={page} shown={shown} onWish={onWish} />}
        selection={selection}
        selected={picked.ids.length > 0 && <SelectedOrders orders={orders} page={page} onWish={onWish} />}
        onOpen={show}
        rowActions={rowActions}
      />
      <OrdersOverlay orders={orders} onCreated={show} />
    </div>
  )
}

interface OverlayProps {
  readonly orders: ReturnType<typeof useOrdersList>
  readonly onCreated: (order: Pick<OrderRow, 'id'>) => void
}

function OrdersOverlay({ orders, onCreated }: OverlayProps) {
  const { list, listQuery, processes, selection, picked } = orders
  const { wish, open, edit } = orders.opened
  const close = () => orders.setOpened(allClosed)
  return (
    <Overlay onClose={close}>
      {edit !== null && <OrderCellEditor edit={edit} onClose={close} />}
      {wish !== null && (
        <ListDialogs
          wish={wish}
          picked={picked}
          selection={selection}
          query={listQuery}
          processes={processes}
          onClose={close}
        />
      )}
      {open !== null && (
        <OrderForms
          open={open}
          projectId={list.state.filters['projectId']}
          onCreated={onCreated}
          onClose={close}
        />
      )}
    </Overlay>
  )
}

interface HeaderProps {
  readonly list: List
  readonly onNew: () => void
}

function OrdersHeader({ list, onNew }: HeaderProps) {
  const { t } = useTranslation('orders')
  return (
    <>
      <PageHeader title={t('shell:route.orderList')}>
        <Link className="header-link" to="/order/projects">
          {t('common:filter.projectIds')}
        </Link>
        <Allowed permission="order.edit">
          <NewOrderButton onClick={onNew} />
        </Allowed>
      </PageHeader>
      <OrderViews list={list} />
    </>
  )
}

interface SelectedProps {
  readonly orders: ReturnType<typeof useOrdersList>
  readonly page: readonly OrderRow[]
  readonly onWish: (wish: ListWish) => void
}

function SelectedOrders({ orders, page, onWish }: SelectedProps) {
  const { query, sums, columns, selection, picked, filter } = orders
  return (
    <Overlay>
      <BulkBar
        selection={selection}
        picked={picked}
        page={page}
        total={sums === null ? null : (query.data?.total ?? null)}
        filter={filter}
        onAct={(act) => onWish(act === 'export' ? { act, ids: picked.ids, shown: columns } : { act })}
      />
    </Overlay>
  )
}

interface ActionsProps {
  readonly order: OrderRow
  readonly onOpen: (open: Open) => void
}

function OrderActions({ order, onOpen }: ActionsProps) {
  const { t } = useTranslation('orders')
  return (
    <span className="row-actions">
      <RowButton allowed={order.can.edit} onClick={() => onOpen({ order, act: 'edit' })}>
        {t('action.edit')}
      </RowButton>
      <OrderMenu order={order} onAct={(act) => onOpen({ order, act })} />
    </span>
  )
}

function EmptyOrders() {
  const { t } = useTranslation('orders')
  return (
    <>
      <span>{t('empty')}</span>
      <Allowed permission="order.edit">
        <Link to="/order/projects">{t('common:filter.projectIds')}</Link>
      </Allowed>
    </>
  )
}
