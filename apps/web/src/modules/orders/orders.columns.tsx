import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from 'react-i18next'
import { count, tonnes, absent, thousands } from '../../shared/format/numbers.ts'
import { Tip } from '../../shared/ui/tip.tsx'
import { percentShown, type ProcessShare, processShares, leftKg } from './pieces.rules.ts'
import './order-list.css'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import type { Column } from '../../shared/list/column.ts'
import { ForecastDay, Lateness, Troubles, OrderStatusTag, Priority } from './order-labels.tsx'

type Props = Pick<OrderRow, 'byProcess' | 'progress'> & {
  /** Name of a process by its id. */
  readonly nameOf: (processId: string) => string
}

/** Weighted progress, and a gauge for each process in the order of work; on pointing, the tonnes each has left. */
function ProcessBar({ byProcess, progress, nameOf }: Props) {
  const { t } = useTranslation('order-list')
  const shares = processShares(byProcess)
  if (shares.length === 0) return <span className="page-note">{t('notReleased')}</span>
  const percent = percentShown(progress)
  return (
    <Tip
      className="process-bar"
      tipClass="process-tip"
      title={<ProcessTable shares={shares} nameOf={nameOf} title={t('progressOf', { percent })} />}
    >
      <span className="process-track" role="img" aria-label={label(shares, nameOf)}>
        {shares.map(({ processId, share }) => (
          <span key={processId} className={share >= 1 ? 'is-done' : ''}>
            <span style={{ height: `${share * 100}%` }} />
          </span>
        ))}
      </span>
      <span className="process-percent">{percent} %</span>
    </Tip>
  )
}

const label = (shares: readonly ProcessShare[], nameOf: Props['nameOf']): string =>
  shares.map(({ processId, share }) => `${nameOf(processId)} ${percentShown(share)} %`).join(', ')

interface TableProps {
  readonly shares: readonly ProcessShare[]
  readonly nameOf: Props['nameOf']
  readonly title: string
}

function ProcessTable({ shares, nameOf, title }: TableProps) {
  const { t } = useTranslation('order-list')
  return (
    <table className="process-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('process')}</th>
          <th scope="col">%</th>
          <th scope="col">{t('piecesDone')}</th>
          <th scope="col">{t('left')}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ processId, share, pieces, donePieces, leftKg }) => (
          <tr key={processId}>
            <th scope="row">{nameOf(processId)}</th>
            <td>{percentShown(share)}</td>
            <td>
              {count(donePieces)} / {count(pieces)}
            </td>
            <td>{tonnes(leftKg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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
}

/** Columns of the order list; those shown at first fit a screen of 1920 px with the menu open. */
export function orderColumns(context: ColumnContext): readonly Column<OrderRow>[] {
  const { t } = context
  return [
    {
      key: 'no',
      title: t('field.no'),
      width: 136,
      pinned: true,
      sort: 'no',
      render: ({ id, no }) => <Link to={`/order/detail/${id}`}>{no}</Link>,
    },
    { key: 'name', title: t('field.name'), width: 104, render: ({ name }) => name || absent },
    {
      key: 'project',
      title: t('field.project'),
      width: 112,
      render: ({ project }) => project.name,
    },
    {
      key: 'status',
      title: t('field.status'),
      width: 130,
      sort: 'status',
      render: ({ status }) => <OrderStatusTag status={status} />,
    },
    ...dueColumns(context),
    ...progressColumns(context),
    ...extraColumns(context),
  ]
}

/** When it is due, how late it is, and when it will be done at this pace. */
function dueColumns({ t, l }: Pick<ColumnContext, 't' | 'l'>): readonly Column<OrderRow>[] {
  return [
    {
      key: 'dueOn',
      title: t('field.dueOn'),
      width: 110,
      sort: 'dueOn',
      render: ({ dueOn }) => dueOn ?? absent,
    },
    {
      key: 'late',
      title: l('field.late'),
      width: 124,
      render: (order) => <Lateness {...order} />,
    },
    {
      key: 'forecast',
      title: l('field.forecast'),
      width: 168,
      render: (order) => <ForecastDay {...order} />,
    },
  ]
}

/** Progress, remaining work and obstacles, with the sums of all matches. */
function progressColumns({ t, l, sums, nameOf }: ColumnContext): readonly Column<OrderRow>[] {
  const total = (text: (sums: NonNullable<Sums>) => string) =>
    sums === null ? <span title={t('notCounted')}>{absent}</span> : sums === undefined ? '' : text(sums)
  return [
    {
      key: 'progress',
      title: t('field.progress'),
      width: 144,
      sort: 'progress',
      render: (order) => <ProcessBar {...order} nameOf={nameOf} />,
    },
    {
      key: 'tonnesLeft',
      title: l('field.left'),
      width: 112,
      align: 'right',
      render: (order) => tonnes(leftKg(order)),
      total: total(({ leftKg: kg }) => tonnes(kg)),
    },
    {
      key: 'tonnes',
      title: t('field.tonnes'),
      width: 106,
      sort: 'weightKg',
      align: 'right',
      render: ({ weightKg }) => tonnes(weightKg),
      total: total(({ weightKg }) => tonnes(weightKg)),
    },
    {
      key: 'pieces',
      title: t('field.pieces'),
      width: 104,
      sort: 'pieces',
      align: 'right',
      render: ({ pieces }) => count(pieces),
      total: total(({ pieces }) => count(pieces)),
    },
    {
      key: 'troubles',
      title: l('field.troubles'),
      width: 114,
      render: (order) => <Troubles {...order} />,
    },
  ]
}

/** Shown when a person asks for them. */
function extraColumns({ t, instant }: Pick<ColumnContext, 't' | 'instant'>): readonly Column<OrderRow>[] {
  return [
    {
      key: 'priority',
      title: t('field.priority'),
      width: 100,
      extra: true,
      sort: 'priority',
      render: ({ priority }) => <Priority priority={priority} />,
    },
    {
      key: 'customer',
      title: t('field.customer'),
      width: 150,
      extra: true,
      render: ({ customer }) => customer,
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
