import { PlusOutlined } from '@ant-design/icons'
import type { ReceiptDetail } from '@cloud-factory/contract/material/receipts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { absent, count, kilograms } from '../../shared/format/numbers.ts'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { LotTable } from './lot-table.tsx'
import { projectsQuery, receiptQuery } from './material.queries.ts'
import { ReceiptCertificates } from './receipt-certificates.tsx'
import './material.css'
import { LotForm } from './lot-form.tsx'
import { ReceiptHeadForm as HeadForm } from './receipt-head-form.tsx'
import { CertificateForm } from './certificate-form.tsx'

/** One receipt: its lots, their certificates, and what is done with them. */
export function ReceiptPage() {
  const { t } = useTranslation('material')
  const { id = '' } = useParams()
  const { data: receipt, error, refetch } = useQuery(receiptQuery(id))
  useTabTitle(receipt?.no)
  if (receipt !== undefined) return <ReceiptShown key={id} receipt={receipt} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/quality/incoming">{t('toList')}</Link>
        </>
      )}
    </div>
  )
}

type OpenDialog = 'head' | 'lot' | 'certificate'

function ReceiptShown({ receipt }: { readonly receipt: ReceiptDetail }) {
  const { t } = useTranslation('material')
  const [asked, ask] = useState<OpenDialog | null>(null)
  const close = () => ask(null)
  return (
    <div className="page material-page">
      <PageHeader title={receipt.no} note={`${receipt.supplier} · ${receipt.deliveryNote}`}>
        <ReasonButton allowed={receipt.can.edit} onClick={() => ask('head')}>
          {t('action.edit')}
        </ReasonButton>
        <ReasonButton allowed={receipt.can.edit} icon={<PlusOutlined />} onClick={() => ask('lot')}>
          {t('action.addLot')}
        </ReasonButton>
        <ReasonButton
          type="primary"
          allowed={receipt.can.edit}
          icon={<PlusOutlined />}
          onClick={() => ask('certificate')}
        >
          {t('action.enterCertificate')}
        </ReasonButton>
      </PageHeader>
      <ReceiptFacts receipt={receipt} />
      <LotTable lots={receipt.items} />
      <ReceiptCertificates receiptId={receipt.id} />
      {asked === 'head' && <HeadForm receipt={receipt} onClose={close} />}
      {asked === 'lot' && <LotForm lot={null} receipt={receipt} onClose={close} />}
      {asked === 'certificate' && (
        <CertificateForm
          certificate={null}
          supplier={receipt.supplier}
          lots={receipt.items}
          onClose={close}
        />
      )}
    </div>
  )
}

function ReceiptFacts({ receipt }: { readonly receipt: ReceiptDetail }) {
  const { t } = useTranslation('material')
  const projects = useQuery(projectsQuery).data?.items ?? []
  const project = projects.find(({ id }) => id === receipt.projectId)
  const facts = [
    [t('field.receivedOn'), receipt.receivedOn],
    [t('field.project'), project === undefined ? absent : `${project.code} ${project.name}`],
    [t('field.heats'), count(receipt.heats)],
    [t('field.kg'), kilograms(receipt.kg)],
    [t('field.usedKg'), kilograms(receipt.usedKg)],
    [t('field.note'), receipt.note === '' ? absent : receipt.note],
  ] as const
  return <Facts className="material-facts" facts={facts} />
}
