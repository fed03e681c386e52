import type { FinishedPiece } from '@cloud-factory/contract/shipping/deliveries'
import { type FinishedState, finishedStates } from '@cloud-factory/domain/shipping/finished-states'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { type Answer, download, type Sent } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, tonnes, gramsShown } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { ListFiles } from '../../shared/ui/download-dialog.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'
import { ProjectFilter } from '../projects/project-filter.tsx'
import { finishedQuery } from './shipping.queries.ts'
import './shipping.css'

const filterNames = ['state', 'projectId', 'orderId'] as const
type Goods = Answer<'GET /api/finished-pieces'>
type Body = Sent<'POST /api/exports/finished-pieces'>['body']

const tones: Readonly<Record<FinishedState, Tone>> = {
  ready: 'good',
  not_ready: 'warn',
  packing: 'active',
  packed: 'active',
  shipped: 'neutral',
  received: 'neutral',
}

/**
 * Finished goods: pieces ready for packing, blocked pieces with the reason, packed and shipped
 * pieces.
 */
export function FinishedGoodsPage() {
  const { t } = useTranslation('shipping')
  const list = useListState('GET /api/finished-pieces', filterNames)
  const query = useListQuery(list, finishedQuery)
  const sums = query.data?.sums
  const columns = useMemo(() => finishedColumns(t, sums), [t, sums])
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.finishedGoods')} note={t('finished.note')} />
      <States list={list} byState={query.data?.byState} />
      <DataTable
        name="finished-pieces"
        label={t('shell:route.finishedGoods')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('finished.search')}
        empty={<p>{t('finished.empty')}</p>}
        filters={
          <>
            <SelectFilters
              list={list}
              filters={{
                state: [t('field.status'), choices(finishedStates, (value) => t(`finished.state.${value}`))],
              }}
            />
            <ProjectFilter list={list} />
          </>
        }
        actions={(shown) => <Files list={list} shown={shown} />}
      />
    </div>
  )
}

/** Quantity in each state; a click filters by it. */
function States({ list, byState }: { readonly list: List; readonly byState: Goods['byState'] | undefined }) {
  const { t } = useTranslation('shipping')
  const chosen = list.state.filters['state'] ?? ''
  return (
    <ul className="finished-states">
      {finishedStates.map((state) => (
        <li key={state}>
          <button
            type="button"
            aria-pressed={chosen === state}
            onClick={() => list.filter({ state: chosen === state ? undefined : state })}
          >
            <StatusTag tone={tones[state]} text={t(`finished.state.${state}`)} />
            <b>{count(byState?.[state].pieces)}</b>
            <small>{tonnes(byState?.[state].kg)} t</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Files({ list, shown }: { readonly list: List; readonly shown: readonly Column<FinishedPiece>[] }) {
  const { t } = useTranslation('shipping')
  const instant = useInstant()
  const { q, sort, filters } = list.state
  const body = (): Body => ({
    name: t('finished.fileName', { day: instant(Date.now(), '{y}-{m}-{d}') }),
    columns: shown.map(({ key, title }) => ({ key, title })) as Body['columns'],
    words: {
      ...Object.fromEntries(finishedStates.map((word) => [`state.${word}`, t(`finished.state.${word}`)])),
      ...Object.fromEntries(reasons.map((word) => [`reason.${word}`, reasonText(t, word)])),
      sum: t('common:ncr.total'),
    },
    ...(sort === '' ? {} : { sort: sort as NonNullable<Body['sort']> }),
    filter: { ...(q === '' ? {} : { q }), ...filters },
  })
  return (
    <ListFiles
      title={t('shell:route.finishedGoods')}
      fetch={(options) => download('POST /api/exports/finished-pieces', { body: body(), ...options })}
    />
  )
}

type Reason = NonNullable<FinishedPiece['reason']>
type T = TFunction<'shipping'>

/** Reasons that a finished piece may have, in the order in which they are looked at. */
const reasons = [
  'pack.order_state',
  'pack.piece_ncr',
  'pack.piece_held',
  'pack.weld_open',
  'pack.ndt_due',
  'pack.ndt_failed',
  'pack.coat_open',
  'pack.coat_failed',
  'pack.fire_open',
  'pack.inspection_failed',
  'pack.inspection_again',
  'pack.material_unreleased',
] as const satisfies readonly Reason[]

const reasonText = (t: T, reason: Reason): string => t(`finished.reason.${reason.replace('pack.', '')}`)

const finishedColumns = (t: T, sums: Goods['sums'] | undefined): readonly Column<FinishedPiece>[] => [
  {
    key: 'serial',
    title: t('field.serial'),
    width: 140,
    pinned: true,
    sort: 'serial',
    render: ({ serial, order }) => (
      <Link to={`/order/detail/${order.id}?part=pieces&q=${encodeURIComponent(serial)}`}>{serial}</Link>
    ),
  },
  ...readinessColumns(t),
  {
    key: 'order',
    title: t('field.order'),
    width: 136,
    sort: 'order',
    group: ({ order }) => order.id,
    render: ({ order }) => <Link to={`/order/detail/${order.id}?part=shipping`}>{order.no}</Link>,
  },
  {
    key: 'netKg',
    title: t('field.netKg'),
    width: 130,
    align: 'right',
    sort: 'netKg',
    total: gramsShown(sums?.kg),
    render: ({ netKg }) => gramsShown(netKg),
  },
  ...originColumns(t),
]

/** Whether it can be packed, and why not. */
const readinessColumns = (t: T): readonly Column<FinishedPiece>[] => [
  {
    key: 'state',
    title: t('field.status'),
    width: { zh: 100, other: 125 },
    render: ({ state }) => <StatusTag tone={tones[state]} text={t(`finished.state.${state}`)} />,
  },
  {
    key: 'reason',
    title: t('common:field.reason'),
    width: { zh: 160, other: 210 },
    render: ({ reason }) => (reason === null ? absent : reasonText(t, reason)),
  },
]

/** Where it is and what it belongs to. */
const originColumns = (t: T): readonly Column<FinishedPiece>[] => [
  {
    key: 'package',
    title: t('field.packageNo'),
    width: 186,
    render: ({ package: pack }) =>
      pack === null ? absent : <Link to={`/order/package/${pack.id}`}>{pack.no}</Link>,
  },
  {
    key: 'delivery',
    title: t('field.delivery'),
    width: 138,
    spare: true,
    render: ({ delivery }) =>
      delivery === null ? absent : <Link to={`/order/delivery/${delivery.id}`}>{delivery.no}</Link>,
  },
  { key: 'profile', title: t('field.profile'), width: 170, spare: true, render: ({ profile }) => profile },
  {
    key: 'project',
    title: t('field.project'),
    width: 180,
    spare: true,
    render: ({ project }) => project.name,
  },
  { key: 'name', title: t('field.name'), width: 120, extra: true, render: ({ name }) => name },
  {
    key: 'lengthMm',
    title: t('field.lengthMm'),
    width: 120,
    align: 'right',
    extra: true,
    render: ({ lengthMm }) => count(lengthMm),
  },
]
