import type { BoltIssue, OrderBolt } from '@cloud-factory/contract/bolts/bolts'
import { boltPlaces } from '@cloud-factory/domain/bolts/bought-items'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { downloadText } from '../../shared/format/csv.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { boltsCsv, issueColumns, lineColumns, needColumns } from './bolt-labels.tsx'
import { allBoltsQuery, issuesQuery, needsQuery, orderBoltsQuery, useBoltsChanged } from './bolts.queries.ts'

const BoltForm = lazyDialog(async () => (await import('./bolt-form.tsx')).BoltForm)
const PasteForm = lazyDialog(async () => (await import('./bolt-form.tsx')).PasteForm)
const IssueForm = lazyDialog(async () => (await import('./issue-form.tsx')).IssueForm)

interface Props {
  readonly orderId: string
}

/** Bolts and bought parts of an order: its list, and what was issued. */
export function OrderBolts({ orderId }: Props) {
  const { t } = useTranslation('bolts')
  const [view, setView] = useState<'list' | 'needs' | 'issues'>('list')
  return (
    <PartTabs
      label={t('orders:part.bolts')}
      parts={[
        { key: 'list', title: t('list') },
        { key: 'needs', title: t('part.needs') },
        { key: 'issues', title: t('part.issues') },
      ]}
      shown={view}
      onShow={setView}
    >
      {view === 'list' && <BoltList orderId={orderId} />}
      {view === 'needs' && <OrderNeeds orderId={orderId} />}
      {view === 'issues' && <BoltIssues orderId={orderId} />}
    </PartTabs>
  )
}

/** What the order has, and what is still missing for its deliveries. */
function OrderNeeds({ orderId }: Props) {
  const { t } = useTranslation('bolts')
  const list = useListState('GET /api/bolt-needs', ['short'] as const)
  const query = useListQuery(list, (page) => needsQuery({ ...page, orderId }))
  const columns = useMemo(() => needColumns(t).filter(({ key }) => key !== 'orders' && key !== 'due'), [t])
  return (
    <DataTable
      name="order-bolt-needs"
      label={t('part.needs')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('searchItem')}
      empty={<p>{t('empty.list')}</p>}
    />
  )
}

type Open =
  | { readonly act: 'add' }
  | { readonly act: 'paste' }
  | { readonly act: 'edit' | 'delete' | 'issue'; readonly line: OrderBolt }

function BoltList({ orderId }: Props) {
  const { t } = useTranslation('bolts')
  const list = useListState('GET /api/orders/:id/bolts', ['place'] as const)
  const query = useListQuery(list, (page) => orderBoltsQuery(orderId, page))
  const columns = useMemo(() => lineColumns(t), [t])
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const can = query.data?.can
  return (
    <>
      <DataTable
        name="order-bolts"
        label={t('list')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('empty.list')}</p>}
        filters={
          <SelectFilters
            list={list}
            filters={{
              place: [t('common:field.place'), choices(boltPlaces, (value) => t(`place.${value}`))],
            }}
          />
        }
        rowActions={{
          width: { zh: 150, other: 198 },
          render: (line) => <LineActions line={line} can={can} onOpen={(act) => setOpen({ act, line })} />,
        }}
        actions={<ListActions orderId={orderId} canEdit={can?.edit} onOpen={(act) => setOpen({ act })} />}
      />
      {open !== null && <OpenDialog orderId={orderId} open={open} onClose={close} />}
    </>
  )
}

interface LineActionsProps {
  readonly line: OrderBolt
  readonly can: { readonly edit: true | string; readonly issue: true | string } | undefined
  readonly onOpen: (act: 'issue' | 'edit' | 'delete') => void
}

function LineActions({ line, can, onOpen }: LineActionsProps) {
  const { t } = useTranslation('bolts')
  return (
    <>
      <ReasonButton type="link" size="small" allowed={can?.issue} onClick={() => onOpen('issue')}>
        {t('action.issue')}
      </ReasonButton>
      {can !== undefined && (
        <RowMenu
          label={`${t('common:action.more')} ${line.designation}`}
          actions={(['edit', 'delete'] as const).map((act) => ({
            key: act,
            word: t(`common:action.${act}`),
            allowed: can.edit,
            danger: act === 'delete',
            onChoose: () => onOpen(act),
          }))}
        />
      )}
    </>
  )
}

interface ActionsProps extends Props {
  readonly canEdit: true | string | undefined
  readonly onOpen: (act: 'add' | 'paste') => void
}

function ListActions({ orderId, canEdit, onOpen }: ActionsProps) {
  const { t } = useTranslation('bolts')
  const navigate = useNavigate()
  const client = useQueryClient()
  const save = async () => {
    const lines = await client.fetchQuery({ ...allBoltsQuery(orderId), gcTime: 0 })
    downloadText(`${t('list')}.csv`, boltsCsv(t, lines), 'text/csv')
  }
  return (
    <>
      <Button onClick={() => void navigate(`/order/bolts/${orderId}/print`)}>
        {t('common:action.print')}
      </Button>
      <Button onClick={() => void save()}>{t('action.csv')}</Button>
      <ReasonButton allowed={canEdit} onClick={() => onOpen('paste')}>
        {t('action.paste')}
      </ReasonButton>
      <ReasonButton type="primary" allowed={canEdit} onClick={() => onOpen('add')}>
        {t('action.add')}
      </ReasonButton>
    </>
  )
}

interface DialogProps extends Props {
  readonly open: Open
  readonly onClose: () => void
}

function OpenDialog({ orderId, open, onClose }: DialogProps) {
  const { t } = useTranslation('bolts')
  const changed = useBoltsChanged()
  if (open.act === 'add') return <BoltForm orderId={orderId} line={null} onClose={onClose} />
  if (open.act === 'paste') return <PasteForm orderId={orderId} onClose={onClose} />
  const { line } = open
  if (open.act === 'edit') return <BoltForm orderId={orderId} line={line} onClose={onClose} />
  if (open.act === 'issue')
    return <IssueForm orderId={orderId} packageId={null} itemId={line.itemId} onClose={onClose} />
  return (
    <ActionDialog
      title={t('deleteTitle')}
      action={t('common:action.delete')}
      danger
      act={() =>
        api('DELETE /api/order-bolts/:id', { params: { id: line.id }, query: { version: line.version } })
      }
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {`${line.quantity} × ${line.designation} ${line.mark}`}
    </ActionDialog>
  )
}

/** What was given to the order; it can be taken back. */
function BoltIssues({ orderId }: Props) {
  const { t } = useTranslation('bolts')
  const instant = useInstant()
  const list = useListState('GET /api/bolt-issues', [] as const)
  const query = useListQuery(list, (page) => issuesQuery({ ...page, orderId }))
  const columns = useMemo(() => issueColumns(t, instant), [t, instant])
  const [undone, setUndone] = useState<BoltIssue | null>(null)
  const changed = useBoltsChanged()
  const close = () => setUndone(null)
  return (
    <>
      <DataTable
        name="bolt-issues"
        label={t('part.issues')}
        list={list}
        query={query}
        columns={columns}
        empty={<p>{t('empty.issues')}</p>}
        searchHint={null}
        rowActions={{
          width: { zh: 110, other: 120 },
          render: (row) => (
            <ReasonButton type="link" size="small" allowed={row.can.undo} onClick={() => setUndone(row)}>
              {t('action.takeBack')}
            </ReasonButton>
          ),
        }}
      />
      {undone !== null && (
        <ActionDialog
          title={t('takeBackTitle')}
          action={t('action.takeBack')}
          act={() => api('DELETE /api/bolt-issues/:id', { params: { id: undone.id } })}
          changed={changed}
          onDone={close}
          onClose={close}
        >
          {`${undone.quantity} × ${undone.designation} · ${undone.lot.no}`}
        </ActionDialog>
      )}
    </>
  )
}
