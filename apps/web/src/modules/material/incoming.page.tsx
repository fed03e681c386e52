import type { ReceiptRow } from '@cloud-factory/contract/material/receipts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { receiptsQuery, planQuery } from './material.queries.ts'
import { PlusOutlined } from '@ant-design/icons'
import { lotStatuses } from '@cloud-factory/domain/material/material-enums'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { count, kilograms } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { CertificateList } from './certificate-list.tsx'
import './material.css'

const ReceiptForm = lazyDialog(async () => (await import('./receipt-form.tsx')).ReceiptForm)
const PlanForm = lazyDialog(async () => (await import('./plan-form.tsx')).PlanForm)

const filterNames = ['status'] as const

/** Receipts, the newest first. */
export function ReceiptList() {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const list = useListState('GET /api/receipts', filterNames)
  const query = useListQuery(list, receiptsQuery)
  const columns = useMemo(() => receiptColumns(t), [t])
  return (
    <>
      <DataTable
        name="receipts"
        label={t('part.receipts')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search.receipts')}
        onOpen={({ id }) => void navigate(`/quality/receipt/${id}`)}
        empty={<p>{t('empty.receipts')}</p>}
        filters={
          <SelectFilters
            list={list}
            filters={{
              status: [t('field.withLots'), choices(lotStatuses, (value) => t(`lotStatus.${value}`))],
            }}
          />
        }
        actions={
          <ReasonButton
            type="primary"
            icon={<PlusOutlined />}
            allowed={query.data?.can.add}
            onClick={() => setOpen(true)}
          >
            {t('action.receive')}
          </ReasonButton>
        }
      />
      {open && (
        <ReceiptForm
          onSaved={({ id }) => {
            setOpen(false)
            void navigate(`/quality/receipt/${id}`)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type T = ReturnType<typeof useTranslation<'material'>>['t']

const receiptColumns = (t: T): readonly Column<ReceiptRow>[] => [
  {
    key: 'no',
    title: t('field.receipt'),
    width: { zh: 142, other: 142 },
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/receipt/${id}`}>{no}</Link>,
  },
  {
    key: 'receivedOn',
    title: t('field.receivedOn'),
    width: { zh: 118, other: 135 },
    sort: 'receivedOn',
    render: (row) => row.receivedOn,
  },
  { key: 'supplier', title: t('field.supplier'), width: 165, render: ({ supplier }) => supplier },
  { key: 'deliveryNote', title: t('field.deliveryNote'), width: 140, render: (row) => row.deliveryNote },
  {
    key: 'heats',
    title: t('field.heats'),
    width: { zh: 60, other: 88 },
    align: 'right',
    render: ({ heats }) => count(heats),
  },
  {
    key: 'kg',
    title: t('field.kg'),
    width: { zh: 105, other: 130 },
    align: 'right',
    sort: 'kg',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'usedKg',
    title: t('field.usedKg'),
    width: 98,
    spare: true,
    align: 'right',
    render: ({ usedKg }) => kilograms(usedKg),
  },
  {
    key: 'standing',
    title: t('field.standing'),
    width: { zh: 195, other: 264 },
    render: ({ quarantine, rejected, lots }) => (
      <span className="tag-row">
        {quarantine > 0 && <StatusTag tone="warn" text={t('someQuarantine', { count: quarantine, lots })} />}
        {rejected > 0 && <StatusTag tone="bad" text={t('someRejected', { count: rejected })} />}
        {quarantine + rejected === 0 && <StatusTag tone="good" text={t('allReleased')} />}
      </span>
    ),
  },
  { key: 'note', title: t('field.note'), width: 200, extra: true, render: ({ note }) => note },
]

const parts = {
  receipts: <ReceiptList />,
  certificates: <CertificateList />,
}

/** Received material, and the certificates that permit its use. */
export function IncomingPage() {
  const { t } = useTranslation('material')
  const [open, setOpen] = useState(false)
  const { data: plan } = useQuery(planQuery)
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.incoming')} note={t('note')}>
        <ReasonButton allowed={plan?.can.edit} onClick={() => setOpen(true)}>
          {t('plan.title')}
        </ReasonButton>
      </PageHeader>
      <PageParts label={t('shell:route.incoming')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
      {open && plan !== undefined && <PlanForm plan={plan} onClose={() => setOpen(false)} />}
    </div>
  )
}
