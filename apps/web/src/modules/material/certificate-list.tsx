import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate } from 'react-router'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { RowTable } from '../../shared/list/row-table.tsx'
import { millCertificatesQuery } from './material.queries.ts'
import { CertificateStatusTag } from './material-labels.tsx'
import { certificateKinds, millCertificateStatuses } from '@cloud-factory/domain/material/material-enums'
import type { MillCertificateRow } from '@cloud-factory/contract/material/mill-certificates'
import { useMemo } from 'react'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'

/** Certificates that cover a heat of a receipt. */
export function ReceiptCertificates({ receiptId }: { readonly receiptId: string }) {
  const { t } = useTranslation('material')
  const { data, error, refetch } = useQuery(millCertificatesQuery({ receiptId, pageSize: 100 }))
  return (
    <section className="material-card">
      <h2>{t('part.certificates')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {error === null && (
        <RowTable<MillCertificateRow>
          label={t('part.certificates')}
          columns={certificateColumns(t).filter(({ key }) => ofReceipt.has(key))}
          rows={data?.items}
          empty={t('empty.ofReceipt')}
        />
      )}
    </section>
  )
}

/** Number of wrong values, as text. */
export function ReportedValues({ outside, missing }: { readonly outside: number; readonly missing: number }) {
  const { t } = useTranslation('material')
  if (outside + missing === 0) return <>{t('valuesGood')}</>
  return (
    <span className="is-late">
      {[
        outside > 0 ? t('valuesOutside', { count: outside }) : '',
        missing > 0 ? t('valuesMissing', { count: missing }) : '',
      ]
        .filter((word) => word !== '')
        .join(', ')}
    </span>
  )
}

/** Columns of the certificates of a receipt. */
const ofReceipt: ReadonlySet<string> = new Set(['no', 'status', 'kind', 'issuedOn', 'heats', 'values'])

const filterNames = ['status', 'kind'] as const

/** Mill certificates and reports of re-tests, the newest first. */
export function CertificateList() {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const list = useListState('GET /api/mill-certificates', filterNames)
  const query = useListQuery(list, millCertificatesQuery)
  const columns = useMemo(() => certificateColumns(t), [t])
  return (
    <DataTable
      name="mill-certificates"
      label={t('part.certificates')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('search.certificates')}
      onOpen={({ id }) => void navigate(`/quality/mill-certificate/${id}`)}
      empty={<p>{t('empty.certificates')}</p>}
      filters={
        <SelectFilters
          list={list}
          filters={{
            status: [
              t('field.status'),
              choices(millCertificateStatuses, (value) => t(`certificateStatus.${value}`)),
            ],
            kind: [t('field.kind'), choices(certificateKinds, (value) => kindText(t, value))],
          }}
        />
      }
    />
  )
}

type T = ReturnType<typeof useTranslation<'material'>>['t']

const kindText = (t: T, kind: string): string => t(`kind.${kind === 'retest' ? 'retest' : 'en'}`, { kind })

const certificateColumns = (t: T): readonly Column<MillCertificateRow>[] => [
  ...headColumns(t),
  ...contentColumns(t),
]

/** Number, issuer and date of a certificate. */
const headColumns = (t: T): readonly Column<MillCertificateRow>[] => [
  {
    key: 'no',
    title: t('common:field.certificateNo'),
    tip: t('field.certificate'),
    width: { zh: 110, other: 126 },
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/mill-certificate/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 82, other: 124 },
    render: ({ status }) => <CertificateStatusTag status={status} />,
  },
  {
    key: 'kind',
    title: t('field.kind'),
    width: { zh: 170, other: 124 },
    render: ({ kind }) => kindText(t, kind),
  },
  {
    key: 'supplier',
    title: t('field.supplier'),
    width: { zh: 165, other: 166 },
    render: ({ supplier }) => supplier,
  },
  {
    key: 'issuedOn',
    title: t('field.issuedOn'),
    width: { zh: 115, other: 127 },
    sort: 'issuedOn',
    render: ({ issuedOn }) => issuedOn,
  },
]

/** Contents, file, and who decided on it. */
const contentColumns = (t: T): readonly Column<MillCertificateRow>[] => [
  {
    key: 'heats',
    title: t('field.heats'),
    width: { zh: 230, other: 193 },
    render: ({ heats }) => heats.join(', '),
  },
  {
    key: 'values',
    title: t('field.valuesShort'),
    width: { zh: 95, other: 114 },
    render: ({ outside, missing }) => <ReportedValues outside={outside} missing={missing} />,
  },
  {
    key: 'file',
    title: t('field.file'),
    width: { zh: 85, other: 90 },
    render: ({ file }) => file?.name ?? absent,
  },
  {
    key: 'decidedBy',
    title: t('field.decidedBy'),
    width: 130,
    extra: true,
    render: ({ decidedBy }) => decidedBy ?? absent,
  },
]
