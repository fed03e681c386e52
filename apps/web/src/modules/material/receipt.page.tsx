import type { LotRow, ReceiptDetail } from '@cloud-factory/contract/material/receipts'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useParams } from 'react-router'
import { count, kilograms } from '../../shared/format/numbers.ts'
import type { TFunction } from 'i18next'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { LotActions } from './lot-actions.tsx'
import { LotStatusTag } from './material-labels.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { projectsQuery, receiptQuery } from './material.queries.ts'
import { ReceiptCertificates } from './certificate-list.tsx'
import './material.css'
import { LotForm } from './lot-form.tsx'
import { ReceiptHeadForm as HeadForm } from './receipt-form.tsx'
import { CertificateForm } from './certificate-form.tsx'

/** The lots of a receipt. */
export function LotTable({ lots }: { readonly lots: readonly LotRow[] }) {
  const { t } = useTranslation('material')
  return (
    <section className="material-card">
      <h2>{t('lots')}</h2>
      <RowTable<LotRow>
        label={t('lots')}
        columns={lotColumns(t)}
        rows={lots}
        rowActions={{ width: 130, render: (lot) => <LotActions lot={lot} /> }}
      />
    </section>
  )
}

const lotColumns = (t: TFunction<'material'>): readonly Column<LotRow>[] => [
  {
    key: 'heat',
    title: t('field.heat'),
    width: 120,
    render: ({ heat }) => (
      <span>
        <Link to={`/quality/trace?heat=${heat.id}`}>{heat.no}</Link> <small>{heat.mill}</small>
      </span>
    ),
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 130,
    render: ({ status, note, agreedBy }) => (
      <span>
        <LotStatusTag status={status} />{' '}
        <small>
          {[note, agreedBy === null ? '' : t('agreedBy', { name: agreedBy })].filter(Boolean).join(' · ')}
        </small>
      </span>
    ),
  },
  { key: 'profile', title: t('field.profile'), width: 140, render: ({ profile }) => profile },
  { key: 'grade', title: t('field.grade'), width: 80, render: ({ grade }) => grade.code },
  {
    key: 'papers',
    title: t('field.papers'),
    width: 120,
    render: ({ certificates, retest, retests }) => (
      <>
        {t('papers', { count: certificates })}{' '}
        {retest && <small>{t(retests > 0 ? 'retestDone' : 'retestAsked')}</small>}
      </>
    ),
  },
  {
    key: 'count',
    title: t('common:field.quantity'),
    width: 80,
    align: 'right',
    card: 'none',
    render: ({ pieces }) => count(pieces),
  },
  ...(['kg', 'usedKg', 'leftKg'] as const).map((key) => ({
    key,
    title: t(`field.${key}`),
    width: 80,
    align: 'right' as const,
    render: (lot: LotRow) => kilograms(lot[key]),
  })),
]

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

type OpenDialog = 'edit' | 'addLot' | 'enterCertificate'

function ReceiptShown({ receipt }: { readonly receipt: ReceiptDetail }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="page material-page">
      <ReceiptHead receipt={receipt} onAct={setDialog} />
      <LotTable lots={receipt.items} />
      <ReceiptCertificates receiptId={receipt.id} />
      {dialog === 'edit' && <HeadForm receipt={receipt} onClose={close} />}
      {dialog === 'addLot' && <LotForm lot={null} receipt={receipt} onClose={close} />}
      {dialog === 'enterCertificate' && (
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

function ReceiptHead({
  receipt,
  onAct,
}: {
  readonly receipt: ReceiptDetail
  readonly onAct: (dialog: OpenDialog) => void
}) {
  const { t } = useTranslation('material')
  const projects = useQuery(projectsQuery).data?.items ?? []
  const project = projects.find(({ id }) => id === receipt.projectId)
  const { no, supplier, deliveryNote, note, can } = receipt
  return (
    <RecordHead
      no={no}
      about={[supplier, deliveryNote, project && `${project.code} ${project.name}`, note]
        .filter(Boolean)
        .join(' · ')}
      actions={placeActions<OpenDialog>(
        { edit: can.edit, addLot: can.edit, enterCertificate: can.edit },
        { next: ['enterCertificate'], beside: ['addLot', 'edit'] },
      )}
      wordOf={(action) => t(`action.${action}`)}
      onAct={onAct}
      figures={[
        [t('field.receivedOn'), receipt.receivedOn],
        [t('field.heats'), count(receipt.heats)],
        [t('field.kg'), kilograms(receipt.kg)],
        [t('field.usedKg'), kilograms(receipt.usedKg)],
      ]}
    />
  )
}
