import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { millCertificatesQuery } from './material.queries.ts'
import { CertificateStatusTag } from './material-labels.tsx'

/** Certificates that cover a heat of a receipt. */
export function ReceiptCertificates({ receiptId }: { readonly receiptId: string }) {
  const { t } = useTranslation('material')
  const { data, error, refetch } = useQuery(millCertificatesQuery({ receiptId, pageSize: 100 }))
  return (
    <section className="material-card">
      <h2>{t('part.certificates')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data?.items.length === 0 && <p className="soft">{t('empty.ofReceipt')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ScrollRegion label={t('part.certificates')} width={640}>
          <table className="material-table">
            <thead>
              <tr>
                {(['certificate', 'status', 'kind', 'issuedOn', 'heats', 'values'] as const).map((word) => (
                  <th key={word} scope="col">
                    {t(`field.${word}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.items.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to={`/quality/mill-certificate/${row.id}`}>{row.no}</Link>
                  </th>
                  <td>
                    <CertificateStatusTag status={row.status} />
                  </td>
                  <td>{t(`kind.${row.kind === 'retest' ? 'retest' : 'en'}`, { kind: row.kind })}</td>
                  <td className="whole">{row.issuedOn}</td>
                  <td>{row.heats.join(', ')}</td>
                  <td>
                    <ReportedValues outside={row.outside} missing={row.missing} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
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
