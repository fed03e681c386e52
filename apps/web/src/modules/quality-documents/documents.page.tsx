import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Sent } from '../../shared/api.ts'
import type {
  DossierState,
  IssuedDocument,
} from '@cloud-factory/contract/quality-documents/quality-documents'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { count, wholeKg, absent } from '../../shared/format/numbers.ts'
import { ListSelect } from '../../shared/list/list-select.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { useOrderOptions } from '../quality-records/quality.queries.ts'
import { DocumentButton, type DocumentChoice } from './record-document.tsx'
import './documents.css'
import { qualityDocumentKinds } from '@cloud-factory/domain/quality-documents/document-labels'
import { useMemo, useState } from 'react'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import type { TFunction } from 'i18next'
import type { Column } from '../../shared/list/column.ts'

export const dossierQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['quality', 'dossier', orderId],
    queryFn: ({ signal }) => api('GET /api/orders/:id/dossier', { params: { id: orderId }, signal }),
    placeholderData: keepPreviousData,
  })

export const documentsQuery = (query: NonNullable<Sent<'GET /api/quality-documents'>['query']>) =>
  queryOptions({
    queryKey: ['quality', 'papers', query],
    queryFn: ({ signal }) => api('GET /api/quality-documents', { query, signal }),
    placeholderData: keepPreviousData,
  })

interface Props {
  readonly orderId: string | null
  readonly onOrder: (id: string | null) => void
  readonly onMade: () => void
}

/** Documents of an order, missing ones, and its dossier. */
export function DossierPart({ orderId, onOrder, onMade }: Props) {
  const { t } = useTranslation('quality-documents')
  return (
    <section className="dossier-part">
      <div className="dossier-choice">
        <OrderField orderId={orderId} onOrder={onOrder} />
        {orderId === null && <p className="page-note">{t('dossierPart.choose')}</p>}
      </div>
      {orderId !== null && <OfOrder orderId={orderId} onMade={onMade} />}
    </section>
  )
}

function OfOrder({ orderId, onMade }: { readonly orderId: string; readonly onMade: () => void }) {
  const query = useQuery(dossierQuery(orderId))
  if (query.data === undefined) return <QueryState query={query} rows={3} />
  return <Shown state={query.data} onMade={onMade} />
}

/** Chooses the order, among those that are done as well. */
function OrderField({ orderId, onOrder }: Pick<Props, 'orderId' | 'onOrder'>) {
  const { t } = useTranslation('welding')
  const [q, setQ] = useState('')
  const { options, searching } = useOrderOptions(q, true)
  const { data } = useQuery({ ...dossierQuery(orderId ?? ''), enabled: orderId !== null })
  const isFound = data === undefined || options.some(({ value }) => value === data.order.id)
  return (
    <ListSelect
      label={t('chooseOrder')}
      values={orderId === null ? [] : [orderId]}
      options={
        isFound
          ? options
          : [{ value: data.order.id, label: `${data.order.no} ${data.order.name}` }, ...options]
      }
      search={setQ}
      busy={searching}
      onChange={([id = null]) => onOrder(id)}
    />
  )
}

type Part = DossierState['parts'][number]

/** Where somebody finishes what is open. */
const placeOf = (kind: Part['kind'], orderId: string): string =>
  ({
    inspection: `/quality/list?orderId=${orderId}`,
    certificate: `/quality/list?stage=final&orderId=${orderId}`,
    material: '/quality/incoming',
    welds: `/quality/welds?orderId=${orderId}`,
    welders: '/quality/welds?part=certificates',
    ndt: `/quality/ndt?part=requests&orderId=${orderId}`,
    coat: `/quality/coating?orderId=${orderId}`,
    trial: `/quality/trial-assemblies?orderId=${orderId}`,
    ncr: `/quality/ncrs?orderId=${orderId}`,
    dossier: `/order/detail/${orderId}`,
  })[kind]

function Shown({ state: { order, parts }, onMade }: { readonly state: DossierState; onMade: () => void }) {
  const { t } = useTranslation('quality-documents')
  const ready = parts.reduce((sum, part) => sum + part.ready, 0)
  const documents: DocumentChoice[] = [
    ...(ready === 0
      ? []
      : [{ kind: 'dossier', id: order.id, label: t('dossier', { no: order.no }) } as const]),
    ...(['certificate', 'material', 'welds', 'welders'] as const)
      .filter((kind) => parts.some((part) => part.kind === kind && part.ready > 0))
      .map((kind) => ({ kind, id: order.id, label: t(`kind.${kind}`) })),
  ]
  return (
    <>
      <div className="dossier-head">
        <p>
          <Link to={`/order/detail/${order.id}`}>{order.no}</Link> {order.name}
          <span className="page-note">
            {[order.project, order.customer, t('dossierPart.pieces', { count: order.pieces })].join(' · ')}
            {' · '}
            {wholeKg(order.kg)} kg
          </span>
        </p>
        <DocumentButton documents={documents} label={t('dossierPart.make')} primary onMade={onMade} />
      </div>
      <ul className="dossier-parts" aria-label={t('dossierPart.title')}>
        {parts.map((part) => (
          <li key={part.kind}>
            <Link to={placeOf(part.kind, order.id)}>{t(`kind.${part.kind}`)}</Link>
            <span>
              {t('dossierPart.ready')} {count(part.ready)}
            </span>
            {part.open > 0 && (
              <span className="is-late">
                {t('dossierPart.open')} {count(part.open)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {ready === 0 && <p className="page-note">{t('dossierPart.nothing')}</p>}
    </>
  )
}

interface ColumnContext {
  readonly t: TFunction<'quality-documents'>
  readonly instant: (at: Date, pattern: string) => string
}

const documentColumns = ({ t, instant }: ColumnContext): readonly Column<IssuedDocument>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: 160,
    pinned: true,
    render: ({ no, hash }) => <Link to={`/quality/verify/${hash}`}>{no}</Link>,
  },
  { key: 'kind', title: t('field.kind'), width: 200, render: ({ kind }) => t(`kind.${kind}`) },
  {
    key: 'order',
    title: t('field.order'),
    width: 150,
    render: ({ order }) =>
      order === null ? absent : <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  {
    key: 'issuedAt',
    title: t('field.issuedAt'),
    width: 160,
    sort: 'issuedAt',
    render: ({ issuedAt }) => instant(new Date(issuedAt), '{y}-{m}-{d} {h}:{i}'),
  },
  { key: 'issuedBy', title: t('field.issuedBy'), width: 130, render: ({ issuedBy }) => issuedBy },
  {
    key: 'hash',
    title: t('field.hash'),
    width: 180,
    render: ({ hash }) => <code title={hash}>{hash.slice(0, 16)}…</code>,
  },
]

const filterNames = ['kind', 'orderId'] as const

/** The dossier of an order, and every paper that was given out. */
export function QualityDocumentsPage() {
  const { t } = useTranslation('quality-documents')
  const instant = useInstant()
  const list = useListState('GET /api/quality-documents', filterNames)
  const query = useListQuery(list, documentsQuery)
  const columns = useMemo(() => documentColumns({ t, instant }), [t, instant])
  const orderId = list.state.filters.orderId ?? null
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.qualityPapers')} note={t('papersNote')}>
        <Link className="header-link" to="/quality/verify">
          {t('shell:route.verifyReport')}
        </Link>
      </PageHeader>
      <DossierPart
        orderId={orderId}
        onOrder={(id) => list.filter({ orderId: id ?? undefined })}
        onMade={() => void query.refetch()}
      />
      <DataTable
        name="quality-papers"
        label={t('list')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('empty')}</p>}
        filters={
          <SelectFilters
            list={list}
            filters={{
              kind: [t('field.kind'), choices(qualityDocumentKinds, (value) => t(`kind.${value}`))],
            }}
          />
        }
      />
    </div>
  )
}
