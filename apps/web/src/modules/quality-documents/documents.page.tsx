import './documents.css'
import { qualityDocumentKinds } from '@cloud-factory/domain/quality-documents/document-labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { DossierPart } from './dossier-part.tsx'
import { documentsQuery } from './documents.queries.ts'
import type { IssuedDocument } from '@cloud-factory/contract/quality-documents/quality-documents'
import type { TFunction } from 'i18next'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'

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
  const query = useQuery(documentsQuery(list.query))
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
          <SelectFilter
            list={list}
            name="kind"
            many
            label={t('field.kind')}
            options={qualityDocumentKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        }
      />
    </div>
  )
}
