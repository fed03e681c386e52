import type { OrderRow } from '@cloud-factory/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { usePartsTurn } from '../../shared/list/list-parts.ts'
import { lazyAnt, lazyAntPart } from '../../shared/theme/lazy-ant.tsx'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RowButton } from '../../shared/ui/row-button.tsx'
import { BulkBar, ExportButton, ExportOrders, ListDialogs } from './list/list-tools.tsx'
import type { ListWish } from './list/list-wish.ts'
import { usePicked } from './list/use-picked.ts'
import { nameIn, useProcessNames } from './list/use-process-names.ts'
import { OrderMenu } from './order-menu.tsx'
import type { OpenDialog } from './order-moves.ts'
import { orderColumns } from './orders.columns.tsx'
import { latestFirst, orderFilterNames, ordersQuery } from './orders.queries.ts'
import './orders.css'

const NewOrderButton = lazyAnt(async () => (await import('./new-order-button.tsx')).NewOrderButton)
const OrderFilters = lazyAnt(async () => (await import('./orders.filters.tsx')).OrderFilters)
const OrderForm = lazyAntPart(async () => (await import('./order-form.tsx')).OrderForm)
const OrderDialog = lazyAntPart(async () => (await import('./order-dialog.tsx')).OrderDialog)

const none: readonly OrderRow[] = []
/** What is drawn after the rows. */
const parts = [NewOrderButton, OrderFilters, ExportButton]

/** Will it ship on time: every order with its due day, tonnes and progress. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/orders', orderFilterNames)
  const listQuery = { sort: latestFirst, ...list.query } as const
  const query = useQuery(ordersQuery(listQuery))
  const hasParts = usePartsTurn(query.isFetched, parts)
  const [creating, setCreating] = useState(false)
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const sums = query.data?.sums
  const { t: l } = useTranslation('order-list')
  const processes = useProcessNames()
  const nameOf = useMemo(() => nameIn(processes), [processes])
  const columns = useMemo(() => orderColumns({ t, l, instant, sums, nameOf }), [t, l, instant, sums, nameOf])
  const { page: _page, pageSize: _size, ...listed } = listQuery
  const selection = useSelection<OrderRow>(JSON.stringify(listed), ({ no }) => l('box', { no }))
  const picked = usePicked(selection)
  const [wish, setWish] = useState<ListWish | null>(null)
  const page = query.data?.items ?? none
  const open = ({ id }: Pick<OrderRow, 'id'>) => void navigate(`/order/detail/${id}`)
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.orderList')}>
        <Link className="header-link" to="/order/projects">
          {t('toProjects')}
        </Link>
        <Allowed permission="order.edit">
          {hasParts && (
            <Suspense>
              <NewOrderButton onClick={() => setCreating(true)} {...OrderForm.early} />
            </Suspense>
          )}
        </Allowed>
      </PageHeader>
      <DataTable
        name="orders"
        views="orders"
        parts={parts}
        label={t('list')}
        list={list}
        query={query}
        columns={columns}
        more={sums === null}
        searchHint={t('search')}
        filters={<OrderFilters list={list} />}
        empty={<EmptyOrders />}
        actions={(shown) => (
          <ExportButton page={page} shown={shown} onWish={setWish} early={ExportOrders.early} />
        )}
        selection={selection}
        selected={
          picked.ids.length > 0 && (
            <Overlay>
              <BulkBar
                selection={selection}
                picked={picked}
                page={page}
                total={sums === null ? null : (query.data?.total ?? null)}
                filter={listed}
                onAct={(act) =>
                  setWish(act === 'export' ? { act, ids: picked.ids, shown: columns } : { act })
                }
              />
            </Overlay>
          )
        }
        onOpen={open}
        rowActions={{
          width: 104,
          render: (order) => (
            <span className="row-actions" {...OrderDialog.early}>
              <RowButton allowed={order.can.edit} onClick={() => setAsked({ order, act: 'edit' })}>
                {t('action.edit')}
              </RowButton>
              <OrderMenu small order={order} onAct={(act) => setAsked({ order, act })} />
            </span>
          ),
        }}
      />
      <ListDialogs
        wish={wish}
        picked={picked}
        selection={selection}
        query={listQuery}
        processes={processes}
        onClose={() => setWish(null)}
      />
      <Overlay
        onClose={() => {
          setCreating(false)
          setAsked(null)
        }}
      >
        {creating && (
          <OrderForm
            order={null}
            projectId={list.state.filters['projectId']}
            onSaved={(order) => {
              setCreating(false)
              open(order)
            }}
            onClose={() => setCreating(false)}
          />
        )}
        {asked !== null && (
          <OrderDialog asked={asked} onDone={() => setAsked(null)} onClose={() => setAsked(null)} />
        )}
      </Overlay>
    </div>
  )
}

function EmptyOrders() {
  const { t } = useTranslation('orders')
  return (
    <>
      <span>{t('empty')}</span>
      <Allowed permission="order.edit">
        <Link to="/order/projects">{t('toProjects')}</Link>
      </Allowed>
    </>
  )
}
