import type { NcrRow } from '@cloud-factory/contract/ncr/ncrs'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count, kilograms, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import type { AssigneeEdit } from '../inbox/assignee-select.tsx'
import { assigneeColumn } from '../inbox/assignee.tsx'
import { NcrStatusTag, SeverityTag } from './ncr-labels.tsx'

interface ColumnContext {
  readonly t: TFunction<'ncr'>
  readonly instant: (at: string | null, pattern?: string) => string
  readonly language: 'zh' | 'en' | 'es'
  readonly onEdit: (edit: AssigneeEdit) => void
}

/** Columns of the list of reports. */
export const ncrColumns = (context: ColumnContext): readonly Column<NcrRow>[] => [
  ...reportColumns(context),
  assigneeColumn<NcrRow>({ ...context, allowed: ({ can }) => can.edit }),
  ...extentColumns(context),
  ...followUpColumns(context),
]

/** Number, subject and due date of a report. */
const reportColumns = ({ t, language }: ColumnContext): readonly Column<NcrRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: { zh: 142, other: 140 },
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/ncr/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 90, other: 120 },
    render: ({ status }) => <NcrStatusTag status={status} />,
  },
  {
    key: 'severity',
    title: t('field.severity'),
    width: { zh: 85, other: 100 },
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    key: 'defect',
    title: t('field.defect'),
    width: { zh: 200, other: 227 },
    render: ({ defect }) => `${defect.code} ${defect.names[language]}`,
  },
  {
    key: 'order',
    title: t('field.order'),
    width: 138,
    render: ({ order }) =>
      order === null ? absent : <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  {
    key: 'mark',
    title: t('field.mark'),
    width: { zh: 95, other: 90 },
    spare: true,
    render: ({ mark }) => mark ?? absent,
  },
  {
    key: 'dueOn',
    title: t('field.dueOn'),
    width: { zh: 155, other: 170 },
    sort: 'dueOn',
    render: ({ dueOn, overdue }) =>
      overdue ? <span className="is-late">{t('overdueOn', { day: dueOn })}</span> : (dueOn ?? absent),
  },
]

/** Finding, quantity and disposition. */
const extentColumns = ({ t }: ColumnContext): readonly Column<NcrRow>[] => [
  {
    key: 'description',
    title: t('field.description'),
    width: { zh: 222, other: 210 },
    spare: true,
    render: ({ description }) => description,
  },
  {
    key: 'pieces',
    title: t('short.pieces'),
    tip: t('common:pieces'),
    width: { zh: 60, other: 80 },
    spare: true,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'kg',
    title: t('field.kg'),
    width: { zh: 100, other: 120 },
    spare: true,
    align: 'right',
    sort: 'kg',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'disposition',
    title: t('field.disposition'),
    width: { zh: 82, other: 116 },
    spare: true,
    render: ({ disposition }) => (disposition === null ? absent : t(`disposition.${disposition}`)),
  },
  {
    key: 'crew',
    title: t('common:field.crew'),
    tip: t('field.crew'),
    width: { zh: 90, other: 110 },
    spare: true,
    render: ({ crew }) => crew?.name ?? absent,
  },
]

/** Since when it is open, who raised it, its cause and its cost. */
const followUpColumns = ({ t, instant }: ColumnContext): readonly Column<NcrRow>[] => [
  {
    key: 'daysOpen',
    title: t('field.daysOpen'),
    width: { zh: 100, other: 125 },
    spare: true,
    align: 'right',
    render: ({ daysOpen }) => count(daysOpen),
  },
  {
    key: 'raisedAt',
    title: t('field.raisedAt'),
    width: 155,
    spare: true,
    sort: 'raisedAt',
    render: ({ raisedAt }) => instant(raisedAt, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'raisedBy',
    title: t('field.raisedBy'),
    width: { zh: 80, other: 115 },
    spare: true,
    render: ({ raisedBy }) => raisedBy,
  },
  {
    key: 'cause',
    title: t('field.cause'),
    width: 110,
    extra: true,
    render: ({ cause }) => (cause === null ? absent : t(`cause.${cause}`)),
  },
  {
    key: 'cost',
    title: t('field.cost'),
    width: 110,
    align: 'right',
    extra: true,
    render: ({ cost }) => (cost === null ? absent : thousands(cost.toFixed(2))),
  },
]
