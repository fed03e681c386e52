import type { OrderRow } from '@cloud-factory/contract/orders'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count, thousands, tonnes } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DueDay, OrderStatusTag, Priority } from './order-words.tsx'
import { PiecesBar } from './pieces-bar.tsx'

/** Sums over all matches; null when there are too many to add up, undefined while they are not known. */
type Sums = { readonly pieces: number; readonly weightKg: number } | null | undefined

interface Given {
  readonly t: TFunction<'orders'>
  readonly instant: (at: string, pattern?: string) => string
  readonly sums: Sums
}

/** Columns of the order list. */
export function orderColumns({ t, instant, sums }: Given): readonly Column<OrderRow>[] {
  const total = (text: (sums: NonNullable<Sums>) => string) =>
    sums === null ? <span title={t('notCounted')}>{absent}</span> : sums === undefined ? '' : text(sums)
  return [
    {
      key: 'no',
      title: t('field.no'),
      width: 150,
      pinned: true,
      sort: 'no',
      render: ({ id, no }) => <Link to={`/order/detail/${id}`}>{no}</Link>,
    },
    { key: 'name', title: t('field.name'), width: 140, render: ({ name }) => name || absent },
    {
      key: 'project',
      title: t('field.project'),
      width: 150,
      render: ({ project }) => project.name,
    },
    { key: 'customer', title: t('field.customer'), width: 150, render: ({ customer }) => customer },
    {
      key: 'status',
      title: t('field.status'),
      width: 130,
      sort: 'status',
      render: ({ status }) => <OrderStatusTag status={status} />,
    },
    {
      key: 'priority',
      title: t('field.priority'),
      width: 110,
      sort: 'priority',
      render: ({ priority }) => <Priority priority={priority} />,
    },
    {
      key: 'dueOn',
      title: t('field.dueOn'),
      width: 185,
      sort: 'dueOn',
      render: (order) => <DueDay {...order} />,
    },
    {
      key: 'pieces',
      title: t('field.pieces'),
      width: 95,
      sort: 'pieces',
      align: 'right',
      render: ({ pieces }) => count(pieces),
      total: total(({ pieces }) => count(pieces)),
    },
    {
      key: 'tonnes',
      title: t('field.tonnes'),
      width: 130,
      sort: 'weightKg',
      align: 'right',
      render: ({ weightKg }) => tonnes(weightKg),
      total: total(({ weightKg }) => tonnes(weightKg)),
    },
    {
      key: 'progress',
      title: t('field.progress'),
      width: 140,
      render: ({ piecesByStatus }) => <PiecesBar piecesByStatus={piecesByStatus} />,
    },
    {
      key: 'updatedAt',
      title: t('field.updatedAt'),
      width: 155,
      sort: 'updatedAt',
      render: ({ updatedAt }) => instant(updatedAt, '{y}-{m}-{d} {h}:{i}'),
    },
    ...extraColumns(t),
  ]
}

/** Shown when a person asks for them. */
function extraColumns(t: TFunction<'orders'>): readonly Column<OrderRow>[] {
  return [
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
