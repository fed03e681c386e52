import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent } from '../../shared/format/numbers.ts'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { CertificateActions } from './certificate-actions.tsx'
import { CertificateGrid } from './certificate-grid.tsx'
import { millCertificateQuery } from './material.queries.ts'
import { CertificateStatusTag } from './material-labels.tsx'
import './material.css'

/** One certificate: values of its heats, judged one by one. */
export function CertificatePage() {
  const { t } = useTranslation('material')
  const { id = '' } = useParams()
  const { data: certificate, error, refetch } = useQuery(millCertificateQuery(id))
  useTabTitle(certificate?.no)
  if (certificate !== undefined) return <CertificateShown key={id} certificate={certificate} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/quality/incoming?part=certificates">{t('toList')}</Link>
        </>
      )}
    </div>
  )
}

function CertificateShown({ certificate }: { readonly certificate: MillCertificate }) {
  const { t } = useTranslation('material')
  const instant = useInstant()
  const { decidedAt, decidedBy, decidedNote, file, kind, note } = certificate
  const decided = decidedAt === null ? absent : `${instant(decidedAt)} ${decidedBy ?? ''}`
  const facts = [
    [t('field.kind'), t(`kind.${kind === 'retest' ? 'retest' : 'en'}`, { kind })],
    [t('field.issuedOn'), certificate.issuedOn],
    [t('field.file'), file?.name ?? absent],
    [t('field.decidedBy'), [decided, decidedNote].filter((word) => word !== '').join(' · ')],
    [t('field.note'), note === '' ? absent : note],
  ] as const
  return (
    <div className="page material-page">
      <PageHeader
        title={
          <span className="material-title">
            {certificate.no} <CertificateStatusTag status={certificate.status} />
          </span>
        }
        note={certificate.supplier}
      >
        <CertificateActions certificate={certificate} />
      </PageHeader>
      <Facts className="material-facts" facts={facts} />
      <CertificateGrid certificate={certificate} />
    </div>
  )
}
