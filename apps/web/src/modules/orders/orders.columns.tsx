import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { ReactNode } from 'react'
import { count, tonnes, absent, thousands } from '../../shared/format/numbers.ts'
import { leftKg } from './pieces.rules.ts'
import './order-list.css'
import type { TFunction } from 'i18next'
import type { Column } from '../../shared/list/column.ts'
import { assigneeColumn } from '../inbox/assignee.tsx'
import { EditableCell } from '../../shared/list/editable-cell.tsx'
import type { CellEdit } from './order-cell-edit.tsx'
import { ProcessBar } from './process-bar.tsx'
import { DueAndForecast, OrderName, OrderStatusTag, Priority, Troubles } from './order-labels.tsx'

/** Sums over all matches; null when there are too many to add up, undefined while they are not known. */
type Sums = { readonly pieces: number; readonly weightKg: number; readonly leftKg: number } | null | undefined

interface ColumnContext {
  readonly t: TFunction<'orders'>
  readonly instant: (at: string, pattern?: string) => string
  readonly sums: Sums
  /** Words of the list's own. */
  readonly l: TFunction<'order-list'>
  /** Name of a process by its id. */
  readonly nameOf: (processId: string) => string
  readonly onEdit: (edit: CellEdit) => void
}

/** Columns of the order list; at 1366 px all that are shown at first fit beside the open menu. */
export function orderColumns(context: ColumnContext): readonly Column<OrderRow>[] {
  const { t, onEdit } = context
  return [
    {
      key: 'no',
      title: t('field.no'),
      width: 282,
      pinned: true,
      sort: 'no',
      render: (order) => <OrderName order={order} />,
    },
    {
      key: 'dueOn',
      title: t('field.dueOn'),
      width: 160,
      sort: 'dueOn',
      render: (order) => (
        <EditableCell
          label={`${t('action.edit')}: ${t('field.dueOn')} ${order.no}`}
          allowed={order.can.edit}
          onEdit={(at) => onEdit({ order, field: 'dueOn', at })}
        >
          <DueAndForecast {...order} />
        </EditableCell>
      ),
    },
    ...progressColumns(context),
    {
      ...assigneeColumn<OrderRow>({
        t,
        allowed: ({ can }) => can.edit,
        onEdit: ({ record, at }) => onEdit({ order: record, field: 'assignee', at }),
      }),
      spare: true,
    },
    ...sortColumns(context),
    ...extraColumns(context),
  ]
}

/** A number over the one that it is part of. */
function LeftOf({ leftKg: left, weightKg }: { readonly leftKg: number; readonly weightKg: number }) {
  return (
    <span className="two-lines">
      <span>{tonnes(left)}</span>
      <small>/ {tonnes(weightKg)}</small>
    </span>
  )
}

/** Progress, remaining work and obstacles, with the sums of all matches. */
function progressColumns({ t, l, sums, nameOf }: ColumnContext): readonly Column<OrderRow>[] {
  return [
    {
      key: 'progress',
      title: t('field.progress'),
      width: 140,
      sort: 'progress',
      render: (order) => (
        <span className="two-lines">
          <OrderStatusTag {...order} />
          <ProcessBar {...order} nameOf={nameOf} />
        </span>
      ),
    },
    {
      key: 'tonnesLeft',
      title: l('field.left'),
      width: 116,
      align: 'right',
      render: (order) => <LeftOf leftKg={leftKg(order)} weightKg={order.weightKg} />,
      total: total(t, sums, (known) => <LeftOf {...known} />),
    },
    {
      key: 'pieces',
      title: t('field.pieces'),
      width: { zh: 100, other: 110 },
      sort: 'pieces',
      align: 'right',
      render: ({ pieces }) => count(pieces),
      total: total(t, sums, ({ pieces }) => count(pieces)),
    },
    {
      key: 'troubles',
      title: l('field.troubles'),
      width: 118,
      render: (order) => <Troubles {...order} />,
    },
  ]
}

function total(t: ColumnContext['t'], sums: Sums, shown: (sums: NonNullable<Sums>) => ReactNode): ReactNode {
  if (sums === null) return <span title={t('notCounted')}>{absent}</span>
  return sums === undefined ? '' : shown(sums)
}

/** What other cells show too, as columns to sort by; shown when a person asks for them. */
function sortColumns({
  t,
  sums,
  onEdit,
}: Pick<ColumnContext, 't' | 'sums' | 'onEdit'>): readonly Column<OrderRow>[] {
  return [
    {
      key: 'status',
      title: t('field.status'),
      width: 130,
      extra: true,
      sort: 'status',
      group: ({ status }) => status,
      render: ({ status }) => <OrderStatusTag status={status} />,
    },
    {
      key: 'project',
      title: t('field.project'),
      width: 180,
      extra: true,
      sort: 'project',
      group: ({ project }) => project.id,
      render: ({ project, customer }) => [project.name, customer].filter((part) => part !== '').join(' · '),
    },
    {
      key: 'priority',
      title: t('field.priority'),
      width: 100,
      extra: true,
      sort: 'priority',
      group: ({ priority }) => priority,
      render: (order) => (
        <EditableCell
          label={`${t('action.edit')}: ${t('field.priority')} ${order.no}`}
          allowed={order.can.edit}
          onEdit={(at) => onEdit({ order, field: 'priority', at })}
        >
          <Priority priority={order.priority} />
        </EditableCell>
      ),
    },
    {
      key: 'tonnes',
      title: t('field.tonnes'),
      width: 106,
      extra: true,
      sort: 'weightKg',
      align: 'right',
      render: ({ weightKg }) => tonnes(weightKg),
      total: total(t, sums, ({ weightKg }) => tonnes(weightKg)),
    },
  ]
}

/** Shown when a person asks for them. */
function extraColumns({ t, instant }: Pick<ColumnContext, 't' | 'instant'>): readonly Column<OrderRow>[] {
  return [
    {
      key: 'customer',
      title: t('common:field.customer'),
      width: 180,
      extra: true,
      sort: 'customer',
      group: ({ customer }) => customer,
      render: ({ customer }) => customer || absent,
    },
    {
      key: 'updatedAt',
      title: t('field.updatedAt'),
      width: 155,
      extra: true,
      sort: 'updatedAt',
      render: ({ updatedAt }) => instant(updatedAt, '{y}-{m}-{d} {h}:{i}'),
    },
    {
      key: 'updatedBy',
      title: t('field.updatedBy'),
      width: 110,
      extra: true,
      render: ({ updatedBy }) => updatedBy,
    },
    {
      key: 'marks',
      title: t('field.marks'),
      width: 100,
      extra: true,
      align: 'right',
      render: ({ marks }) => count(marks),
    },
    {
      key: 'contractTonnes',
      title: t('field.contractTonnes'),
      width: 140,
      extra: true,
      align: 'right',
      render: ({ contractTonnes }) => (contractTonnes === null ? absent : thousands(contractTonnes)),
    },
    {
      key: 'customerPo',
      title: t('field.customerPo'),
      width: 150,
      extra: true,
      render: ({ customerPo }) => customerPo ?? absent,
    },
    { key: 'note', title: t('field.note'), width: 220, extra: true, render: ({ note }) => note ?? absent },
  ]
}
