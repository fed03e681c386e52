import type { SubcontractDetail } from '@cloud-factory/contract/subcontracting/subcontracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { hundredths, kilograms } from '../../shared/format/numbers.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { useProcessName } from '../planning/plan.queries.ts'
import { backOf, LateTag, lineColumns, movementColumns, SubcontractStatusTag } from './subcontract-labels.tsx'
import { SubcontractPieces } from './subcontract-pieces.tsx'
import { subcontractQuery, useSubcontractChanged } from './subcontracting.queries.ts'

const SubcontractForm = lazyDialog(async () => (await import('./subcontract-form.tsx')).SubcontractForm)
const AddPieces = lazyDialog(async () => (await import('./add-pieces.tsx')).AddPieces)
const MovePieces = lazyDialog(async () => (await import('./move-pieces.tsx')).MovePieces)

type Action = Exclude<keyof SubcontractDetail['can'], 'undo'>
type Step = 'close' | 'reopen' | 'cancel'

const life = ['draft', 'out', 'closed'] as const
const danger: ReadonlySet<Action> = new Set(['cancel'])

/** Sending comes first as long as pieces wait for it; then they are received, then it is closed. */
const nextOf: Readonly<Record<SubcontractDetail['status'], readonly Action[]>> = {
  draft: ['send', 'add'],
  out: ['receive', 'send', 'close'],
  closed: [],
  cancelled: [],
}
const moreOf: Readonly<Record<SubcontractDetail['status'], readonly Action[]>> = {
  draft: ['edit', 'cancel'],
  out: ['edit', 'close'],
  closed: ['reopen'],
  cancelled: [],
}

interface StepProps {
  readonly subcontract: SubcontractDetail
  readonly step: Step
  readonly onClose: () => void
}

function StepDialog({ subcontract, step, onClose }: StepProps) {
  const { t } = useTranslation('subcontracting')
  const changed = useSubcontractChanged()
  const call = { params: { id: subcontract.id }, body: { version: subcontract.version } }
  return (
    <ActionDialog
      title={`${t(`action.${step}`)}: ${subcontract.no}`}
      action={t(`action.${step}`)}
      danger={danger.has(step)}
      act={(_reason, idempotencyKey) =>
        api(`POST /api/subcontracts/:id/${step}`, { ...call, idempotencyKey })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`actionText.${step}`)}</p>
    </ActionDialog>
  )
}

interface HeadProps {
  readonly subcontract: SubcontractDetail
  readonly onAct: (action: Action) => void
}

function Head({ subcontract, onAct }: HeadProps) {
  const { t } = useTranslation('subcontracting')
  const navigate = useNavigate()
  const { id, no, status, supplier, order, promisedOn, pieces, note, can } = subcontract
  const { undo: _undo, ...actions } = can
  const print = (sheet: string) => void navigate(`/warehouse/subcontract/${id}/print${sheet}`)
  return (
    <RecordHead<Action>
      no={no}
      state={<SubcontractStatusTag status={status} />}
      marks={subcontract.late && <LateTag />}
      about={
        <>
          {supplier.name}
          {' · '}
          <Link to={`/order/detail/${order.id}`}>{order.no}</Link> {order.name}
          {note !== '' && ` · ${note}`}
        </>
      }
      {...(status === 'cancelled'
        ? {}
        : { steps: stepsOf(life, status, t('field.status'), (state) => t(`status.${state}`)) })}
      actions={placeActions<Action>(actions, {
        next: nextOf[status],
        beside: status === 'out' ? ['add'] : [],
        more: moreOf[status],
      })}
      wordOf={(word) => t(`action.${word}`)}
      danger={danger}
      onAct={onAct}
      figures={[
        [t('field.promisedOn'), promisedOn],
        [t('field.back'), backOf(pieces)],
        [t('field.kgBoth'), `${kilograms(subcontract.kgOut)} / ${kilograms(subcontract.kgIn)}`],
        [
          t('field.acceptedOf'),
          `${hundredths(subcontract.acceptedAmount)} / ${hundredths(subcontract.amount)}`,
        ],
      ]}
    >
      <Button onClick={() => print('')}>{t('action.printOrder')}</Button>
      <Button onClick={() => print('?sheet=note')}>{t('action.printNote')}</Button>
    </RecordHead>
  )
}

function Shown({ subcontract }: { readonly subcontract: SubcontractDetail }) {
  const { t } = useTranslation('subcontracting')
  const processName = useProcessName()
  const [action, setAction] = useState<Action | null>(null)
  const { basis } = subcontract
  const lines = useMemo(() => lineColumns(t, processName, basis), [t, processName, basis])
  const movements = useMemo(() => movementColumns(t), [t])
  const close = () => setAction(null)
  return (
    <div className="page is-filling">
      <Head subcontract={subcontract} onAct={setAction} />
      <PageParts
        label={t('shell:route.subcontract')}
        titleOf={(part) => t(`part.${part}`)}
        parts={{
          pieces: <SubcontractPieces subcontract={subcontract} />,
          lines: <RowTable label={t('part.lines')} columns={lines} rows={subcontract.lines} />,
          movements: (
            <RowTable
              label={t('part.movements')}
              columns={movements}
              rows={subcontract.movements}
              empty={<p>{t('empty.movements')}</p>}
            />
          ),
        }}
      />
      {action === 'edit' && (
        <SubcontractForm subcontract={subcontract} order={null} onSaved={close} onClose={close} />
      )}
      {action === 'add' && <AddPieces subcontract={subcontract} onClose={close} />}
      {(action === 'send' || action === 'receive') && (
        <MovePieces subcontract={subcontract} move={action} onClose={close} />
      )}
      {(action === 'close' || action === 'reopen' || action === 'cancel') && (
        <StepDialog subcontract={subcontract} step={action} onClose={close} />
      )}
    </div>
  )
}

/** A subcontract: its lines, its pieces, what went out and came back. */
export function SubcontractPage() {
  const { t } = useTranslation('subcontracting')
  const { id = '' } = useParams()
  const query = useQuery(subcontractQuery(id))
  return (
    <RecordPage
      hasParts
      query={query}
      title={({ no }) => no}
      list={{ to: '/warehouse/subcontracts', text: t('toList') }}
    >
      {(subcontract) => <Shown subcontract={subcontract} />}
    </RecordPage>
  )
}
