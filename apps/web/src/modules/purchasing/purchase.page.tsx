import type { PurchaseDetail, PurchaseReceipt } from '@cloud-factory/contract/purchasing/purchases'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { downloadText } from '../../shared/format/csv.ts'
import { absent, count, hundredths, kilograms } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { lineColumns, linesCsv, PurchaseStatusTag } from './purchase-labels.tsx'
import { purchaseQuery, usePurchaseChanged } from './purchasing.queries.ts'

const PurchaseForm = lazyDialog(async () => (await import('./purchase-form.tsx')).PurchaseForm)
const ReceiveForm = lazyDialog(async () => (await import('./receive-form.tsx')).ReceiveForm)
const ReceiveBoltsForm = lazyDialog(async () => (await import('./receive-bolts-form.tsx')).ReceiveBoltsForm)

type Action = keyof PurchaseDetail['can']
type Step = Exclude<Action, 'edit' | 'receive'>

const danger: ReadonlySet<Action> = new Set(['cancel'])
const nextOf: Readonly<Record<PurchaseDetail['status'], readonly Action[]>> = {
  draft: ['approve'],
  approved: ['order'],
  ordered: ['receive'],
  partly_received: ['receive'],
  received: [],
  cancelled: [],
}
const moreOf: Readonly<Record<PurchaseDetail['status'], readonly Action[]>> = {
  draft: ['cancel'],
  approved: ['cancel'],
  ordered: ['cancel'],
  partly_received: ['close'],
  received: [],
  cancelled: [],
}

const actionsOf = ({ can, status }: PurchaseDetail) =>
  placeActions<Action>(can, {
    next: nextOf[status],
    beside: status === 'draft' ? ['edit'] : [],
    more: moreOf[status],
  })

interface DialogProps {
  readonly purchase: PurchaseDetail
  readonly step: Step
  readonly onClose: () => void
}

function StepDialog({ purchase, step, onClose }: DialogProps) {
  const { t } = useTranslation('purchasing')
  const changed = usePurchaseChanged()
  const call = { params: { id: purchase.id }, body: { version: purchase.version } }
  return (
    <ActionDialog
      title={`${t(`action.${step}`)}: ${purchase.no}`}
      action={t(`action.${step}`)}
      danger={danger.has(step)}
      act={(_reason, idempotencyKey) => api(`POST /api/purchases/:id/${step}`, { ...call, idempotencyKey })}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`actionText.${step}`)}</p>
    </ActionDialog>
  )
}

function Receipts({ receipts }: { readonly receipts: readonly PurchaseReceipt[] }) {
  const { t } = useTranslation('purchasing')
  const instant = useInstant()
  const columns = useMemo(
    (): readonly Column<PurchaseReceipt>[] => [
      {
        key: 'receipt',
        title: t('field.receipt'),
        width: 140,
        pinned: true,
        render: ({ receipt }) =>
          receipt === null ? (
            <Link to="/warehouse/bolts?part=lots">{t('shell:route.bolts')}</Link>
          ) : (
            <Link to={`/quality/receipt/${receipt.id}`}>{receipt.no}</Link>
          ),
      },
      { key: 'line', title: t('field.ordersLine'), width: 60, render: ({ line }) => count(line) },
      { key: 'heat', title: t('field.heats'), width: 120, render: ({ heat }) => heat },
      {
        key: 'pieces',
        title: t('field.pieces'),
        width: 80,
        align: 'right',
        render: ({ pieces }) => count(pieces),
      },
      { key: 'kg', title: t('field.scaleKg'), width: 130, align: 'right', render: ({ kg }) => kilograms(kg) },
      { key: 'at', title: t('common:field.at'), width: 150, render: ({ receivedAt }) => instant(receivedAt) },
      { key: 'by', title: t('field.receivedBy'), width: 120, render: ({ receivedBy }) => receivedBy },
    ],
    [t, instant],
  )
  return (
    <section aria-label={t('receipts')}>
      <h2>{t('receipts')}</h2>
      <RowTable
        label={t('receipts')}
        columns={columns}
        rows={receipts}
        empty={<p>{t('empty.receipts')}</p>}
      />
    </section>
  )
}

function Purchase({ purchase }: { readonly purchase: PurchaseDetail }) {
  const { t } = useTranslation('purchasing')
  const navigate = useNavigate()
  const [action, setAction] = useState<Action | null>(null)
  const columns = useMemo(() => lineColumns(t), [t])
  const close = () => setAction(null)
  const { id, no, status, supplier, kg, receivedKg, amount, expectedOn, note, approvedBy } = purchase
  return (
    <div className="page">
      <RecordHead<Action>
        no={no}
        state={<PurchaseStatusTag status={status} />}
        about={[
          supplier?.name ?? '',
          note,
          approvedBy === null ? '' : `${t('field.approvedBy')}: ${approvedBy}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={actionsOf(purchase)}
        wordOf={(word) => t(`action.${word}`)}
        danger={danger}
        onAct={setAction}
        figures={[
          [t('field.theoryKg'), kilograms(kg)],
          [t('field.scaleKg'), kilograms(receivedKg)],
          [t('field.amount'), hundredths(amount)],
          [t('field.expectedOn'), expectedOn ?? absent],
        ]}
      >
        {hasBoth(purchase) && <ReceiveBoltsButton purchase={purchase} />}
        <Button onClick={() => void navigate(`/warehouse/purchase/${id}/print`)}>{t('action.print')}</Button>
        <Button onClick={() => downloadText(`${no}.csv`, linesCsv(t, purchase.items), 'text/csv')}>
          {t('action.csv')}
        </Button>
      </RecordHead>
      <RowTable label={t('field.lines')} columns={columns} rows={purchase.items} />
      <Receipts receipts={purchase.receipts} />
      {action === 'edit' && <PurchaseForm purchase={purchase} onSaved={close} onClose={close} />}
      {action === 'receive' && <Receive purchase={purchase} onClose={close} />}
      {action !== null && action !== 'edit' && action !== 'receive' && (
        <StepDialog purchase={purchase} step={action} onClose={close} />
      )}
    </div>
  )
}

const hasBought = ({ items }: PurchaseDetail) => items.some(({ form }) => form === 'bought')
const hasSteel = ({ items }: PurchaseDetail) => items.some(({ form }) => form !== 'bought')
const hasBoth = (purchase: PurchaseDetail) => hasBought(purchase) && hasSteel(purchase)

/** Steel has heats, bought parts have lots. */
function Receive(props: Omit<DialogProps, 'step'>) {
  return hasSteel(props.purchase) ? <ReceiveForm {...props} /> : <ReceiveBoltsForm {...props} />
}

/** Of a purchase order with steel, whose main button receives that. */
function ReceiveBoltsButton({ purchase }: { readonly purchase: PurchaseDetail }) {
  const { t } = useTranslation('purchasing')
  const [isOpen, setOpen] = useState(false)
  if (purchase.can.receive !== true) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('action.receiveBolts')}</Button>
      {isOpen && <ReceiveBoltsForm purchase={purchase} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A purchase order: its lines, and what came of them. */
export function PurchasePage() {
  const { t } = useTranslation('purchasing')
  const { id = '' } = useParams()
  const query = useQuery(purchaseQuery(id))
  return (
    <RecordPage
      query={query}
      title={({ no }) => no}
      list={{ to: '/warehouse/purchasing', text: t('toList') }}
    >
      {(purchase) => <Purchase purchase={purchase} />}
    </RecordPage>
  )
}
