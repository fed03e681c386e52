import type { LotRow, ReceiptDetail } from '@cloud-factory/contract/material/receipts'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { count, kilograms, absent } from '../../shared/format/numbers.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { LotActions } from './lot-actions.tsx'
import { LotStatusTag } from './material-labels.tsx'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Facts } from '../../shared/ui/facts.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { projectsQuery, receiptQuery } from './material.queries.ts'
import { ReceiptCertificates } from './certificate-list.tsx'
import './material.css'
import { LotForm } from './lot-form.tsx'
import { ReceiptHeadForm as HeadForm } from './receipt-form.tsx'
import { CertificateForm } from './certificate-form.tsx'

/** Numbers are right-aligned; narrow screens omit secondary columns. */
const classes: Readonly<Record<string, string>> = {
  grade: 'is-second',
  count: 'is-number is-second',
  kg: 'is-number',
  usedKg: 'is-number is-second',
  leftKg: 'is-number',
}

/** The lots of a receipt. */
export function LotTable({ lots }: { readonly lots: readonly LotRow[] }) {
  const { t } = useTranslation('material')
  const words = [
    'heat',
    'status',
    'profile',
    'grade',
    'papers',
    'count',
    'kg',
    'usedKg',
    'leftKg',
    'actions',
  ] as const
  return (
    <section className="material-card">
      <h2>{t('lots')}</h2>
      <ScrollRegion label={t('lots')} width={660}>
        <table className="material-table">
          <thead>
            <tr>
              {words.map((word) => (
                <th key={word} scope="col" className={classes[word]}>
                  {t(`field.${word}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => (
              <LotLine key={lot.id} lot={lot} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function LotLine({ lot }: { readonly lot: LotRow }) {
  const { t } = useTranslation('material')
  const notes = [lot.note, lot.agreedBy === null ? '' : t('agreedBy', { name: lot.agreedBy })]
  return (
    <tr>
      <th scope="row">
        <Link to={`/quality/trace?heat=${lot.heat.id}`}>{lot.heat.no}</Link>
        {lot.heat.mill !== '' && <small>{lot.heat.mill}</small>}
      </th>
      <td>
        <LotStatusTag status={lot.status} />
        {notes.some((word) => word !== '') && (
          <small>{notes.filter((word) => word !== '').join(' · ')}</small>
        )}
      </td>
      <td>
        {lot.profile}
        <small className="is-narrow">{lot.grade.code}</small>
      </td>
      <td className="is-second">{lot.grade.code}</td>
      <td>
        {t('papers', { count: lot.certificates })}
        {lot.retest && <small>{t(lot.retests > 0 ? 'retestDone' : 'retestAsked')}</small>}
      </td>
      <td className={classes['count']}>{count(lot.pieces)}</td>
      <td className="is-number">{kilograms(lot.kg)}</td>
      <td className={classes['usedKg']}>{kilograms(lot.usedKg)}</td>
      <td className="is-number">{kilograms(lot.leftKg)}</td>
      <td>
        <LotActions lot={lot} />
      </td>
    </tr>
  )
}

/** One receipt: its lots, their certificates, and what is done with them. */
export function ReceiptPage() {
  const { t } = useTranslation('material')
  const { id = '' } = useParams()
  const query = useQuery(receiptQuery(id))
  return (
    <RecordPage query={query} title={({ no }) => no} list={{ to: '/quality/incoming', text: t('toList') }}>
      {(receipt) => <ReceiptShown key={id} receipt={receipt} />}
    </RecordPage>
  )
}

type OpenDialog = 'head' | 'lot' | 'certificate'

function ReceiptShown({ receipt }: { readonly receipt: ReceiptDetail }) {
  const { t } = useTranslation('material')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="page material-page">
      <PageHeader title={receipt.no} note={`${receipt.supplier} · ${receipt.deliveryNote}`}>
        <ReasonButton allowed={receipt.can.edit} onClick={() => setDialog('head')}>
          {t('action.edit')}
        </ReasonButton>
        <ReasonButton allowed={receipt.can.edit} icon={<PlusOutlined />} onClick={() => setDialog('lot')}>
          {t('action.addLot')}
        </ReasonButton>
        <ReasonButton
          type="primary"
          allowed={receipt.can.edit}
          icon={<PlusOutlined />}
          onClick={() => setDialog('certificate')}
        >
          {t('action.enterCertificate')}
        </ReasonButton>
      </PageHeader>
      <ReceiptFacts receipt={receipt} />
      <LotTable lots={receipt.items} />
      <ReceiptCertificates receiptId={receipt.id} />
      {dialog === 'head' && <HeadForm receipt={receipt} onClose={close} />}
      {dialog === 'lot' && <LotForm lot={null} receipt={receipt} onClose={close} />}
      {dialog === 'certificate' && (
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
