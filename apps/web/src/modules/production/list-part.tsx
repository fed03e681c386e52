import type { ReadyLot } from '@cloud-factory/contract/production/work'
import { Button, Select, Skeleton } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { tonnes } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { OwnProcesses, useOwnProcesses } from './own-processes.tsx'
import { ProcessSelect, useRemembered } from './worker-fields.tsx'
import { ReadyList } from './ready-list.tsx'
import { ReadyReport } from './report-form.tsx'
import { ReportResult } from './report-result.tsx'
import { productionLotsQuery, type ReadyQuery, readyQuery, waitingLotsQuery } from './work.queries.ts'
import '../../shared/scan/piece-choice.css'
import { orderQuery, ordersQuery } from '../orders/orders.queries.ts'

const names = ['processId', 'orderId', 'productionLotId', 'q'] as const
type Filters = Readonly<Record<(typeof names)[number], string | null>>

/** By list: the pieces that are ready for a process, many at once. */
export function ListPart() {
  const [remembered] = useRemembered()
  const [filters, narrow] = useFilters(remembered.processId)
  const [keys, setKeys] = useState<readonly string[]>([])
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const change = (set: Partial<Filters>) => {
    narrow(set)
    choose(new Set())
    setKeys([])
  }
  return (
    <div className="order-part ready-part">
      <FilterBar filters={filters} onChange={change} />
      {keys.length > 0 && <ReportResult keys={keys} sound={remembered.sound} />}
      {filters.processId === null ? (
        <WaitingLots onChoose={change} />
      ) : (
        <ReadyPieces
          query={queryBy(filters, filters.processId)}
          chosen={chosen}
          onChoose={choose}
          onReported={(made) => {
            setKeys(made)
            choose(new Set())
          }}
        />
      )}
    </div>
  )
}

/** What waits at all processes, due first; a tap lists the pieces of a lot. */
function WaitingLots({ onChoose }: { readonly onChoose: (set: Partial<Filters>) => void }) {
  const { t } = useTranslation('production')
  const own = useOwnProcesses()
  const { data, error, refetch } = useQuery(waitingLotsQuery(own.query, own.isLoaded))
  if (error !== null && data === undefined)
    return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <>
      <OwnProcesses own={own} />
      {data.items.length === 0 ? (
        <p className="list-empty">{t('list.chooseProcess')}</p>
      ) : (
        <Lots items={data.items} onChoose={onChoose} />
      )}
    </>
  )
}

interface LotsProps {
  readonly items: readonly ReadyLot[]
  readonly onChoose: (set: Partial<Filters>) => void
}

function Lots({ items, onChoose }: LotsProps) {
  const { t } = useTranslation('production')
  const nameOf = useNames()
  return (
    <section className="piece-choice" aria-label={t('list.waiting')}>
      <p>{t('list.waiting')}</p>
      <ul>
        {items.map(({ id, order, productionLot, process, pieces, kg }) => (
          <li key={id}>
            <Button
              size="large"
              block
              onClick={() =>
                onChoose({
                  processId: process.id,
                  orderId: order.id,
                  productionLotId: productionLot?.id ?? null,
                })
              }
            >
              <span>
                <b>{nameOf(process.names)}</b> {order.no}
              </span>
              <small>
                {productionLot !== null && `${t('piece.productionLot', { no: productionLot.no })} · `}
                {t('scan.several', { count: pieces })} · {tonnes(kg)} t
              </small>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PiecesProps {
  readonly query: ReadyQuery
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly onReported: (keys: readonly string[]) => void
}

function ReadyPieces({ query, chosen, onChoose, onReported }: PiecesProps) {
  const ready = useInfiniteQuery(readyQuery(query))
  const pages = ready.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  const total = pages[0]?.total ?? 0
  return (
    <>
      <ReadyList query={ready} items={items} total={total} chosen={chosen} onChoose={onChoose} />
      <ReadyReport
        key={query.processId}
        query={query}
        items={items}
        total={total}
        chosen={chosen}
        onReported={onReported}
      />
    </>
  )
}

const queryBy = ({ orderId, productionLotId, q }: Filters, processId: string): ReadyQuery => ({
  processId,
  orderId: orderId ?? undefined,
  productionLotId: productionLotId ?? undefined,
  q: q ?? '',
})

interface BarProps {
  readonly filters: Filters
  readonly onChange: (set: Partial<Filters>) => void
}

function FilterBar({ filters: { processId, orderId, productionLotId, q }, onChange }: BarProps) {
  const { t } = useTranslation('production')
  const { ids: own } = useOwnProcesses()
  return (
    <div className="ready-filters" role="search">
      <ProcessSelect
        label={t('common:field.process')}
        first={own}
        value={processId}
        onChange={(id) => onChange({ processId: id })}
      />
      <OrderSelect value={orderId} onChange={(id) => onChange({ orderId: id, productionLotId: null })} />
      {orderId !== null && (
        <ProductionLotSelect
          orderId={orderId}
          value={productionLotId}
          onChange={(id) => onChange({ productionLotId: id })}
        />
      )}
      <SearchBox q={q ?? ''} onSearch={(text) => onChange({ q: text })} hint={t('common:matrix.search')} />
    </div>
  )
}

interface ProductionLotProps {
  readonly orderId: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

function ProductionLotSelect({ orderId, value, onChange }: ProductionLotProps) {
  const { t } = useTranslation('production')
  const { data, isFetching } = useQuery(productionLotsQuery(orderId))
  return (
    <Select<string | null>
      aria-label={t('common:meaning.batch')}
      placeholder={t('common:choose.productionLot')}
      allowClear
      loading={isFetching}
      popupMatchSelectWidth={false}
      value={value}
      onChange={(id) => onChange(id ?? null)}
      options={(data?.items ?? []).map(({ id, no, name }) => ({ value: id, label: `${no} ${name}` }))}
    />
  )
}

/** Filters are in the address; the initial process is the remembered one. */
function useFilters(processId: string | null): readonly [Filters, (set: Partial<Filters>) => void] {
  const [search, setSearch] = useSearchParams()
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name)])) as unknown as Filters
  const narrow = (set: Partial<Filters>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(set)) {
          if (value === null || value === undefined || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return [{ ...filters, processId: filters.processId ?? processId }, narrow]
}

interface OrderSelectProps {
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}

/** Selects an order in production by a part of its number or name. */
function OrderSelect({ value, onChange }: OrderSelectProps) {
  const { t } = useTranslation('production')
  const [q, setQ] = useState('')
  const found = useQuery(
    ordersQuery({ q, pageSize: 50, sort: 'dueOn', status: 'released,in_production,on_hold' }),
  )
  const chosen = useQuery({ ...orderQuery(value ?? ''), enabled: value !== null }).data
  const rows = found.data?.items ?? []
  const missing = chosen !== undefined && q === '' && rows.every(({ id }) => id !== chosen.id)
  const orders = missing ? [chosen, ...rows] : rows
  return (
    <Select<string | null>
      aria-label={t('common:field.order')}
      placeholder={t('list.anyOrder')}
      allowClear
      showSearch={{ filterOption: false, onSearch: setQ }}
      popupMatchSelectWidth={false}
      loading={found.isFetching}
      value={value}
      onChange={(id) => onChange(id ?? null)}
      onOpenChange={(open) => !open && setQ('')}
      options={orders.map(({ id, no, name }) => ({ value: id, label: `${no} ${name}` }))}
    />
  )
}
