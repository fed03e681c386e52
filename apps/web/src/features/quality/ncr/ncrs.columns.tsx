import type { NcrRow } from '@cloud-factory/contract/ncrs'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count, kilograms, thousands } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { NcrStatusTag, SeverityTag } from './ncr-words.tsx'

interface Given {
  readonly t: TFunction<'ncrs'>
  readonly instant: (at: string | null, pattern?: string) => string
  readonly language: 'zh' | 'en' | 'es'
}

export const ncrColumns = ({ t, instant, language }: Given): readonly Column<NcrRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: 150,
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/ncr/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 125,
    render: ({ status }) => <NcrStatusTag status={status} />,
  },
  {
    key: 'severity',
    title: t('field.severity'),
    width: 100,
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    key: 'defect',
    title: t('field.defect'),
    width: 240,
    render: ({ defect }) => `${defect.code} ${defect.names[language]}`,
  },
  {
    key: 'order',
    title: t('field.order'),
    width: 150,
    render: ({ order }) =>
      order === null ? absent : <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  { key: 'mark', title: t('field.mark'), width: 110, render: ({ mark }) => mark ?? absent },
  {
    key: 'dueOn',
    title: t('field.dueOn'),
    width: 130,
    sort: 'dueOn',
    render: ({ dueOn, overdue }) =>
      overdue ? <span className="is-late">{t('overdueOn', { day: dueOn })}</span> : (dueOn ?? absent),
  },
  { key: 'description', title: t('field.description'), width: 220, render: ({ description }) => description },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 100,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'kg',
    title: t('field.kg'),
    width: 110,
    align: 'right',
    sort: 'kg',
    render: ({ kg }) => kilograms(kg),
  },
  {
    key: 'disposition',
    title: t('field.disposition'),
    width: 120,
    render: ({ disposition }) => (disposition === null ? absent : t(`disposition.${disposition}`)),
  },
  { key: 'crew', title: t('field.crew'), width: 130, render: ({ crew }) => crew?.name ?? absent },
  {
    key: 'daysOpen',
    title: t('field.daysOpen'),
    width: 125,
    align: 'right',
    render: ({ daysOpen }) => count(daysOpen),
  },
  {
    key: 'raisedAt',
    title: t('field.raisedAt'),
    width: 155,
    sort: 'raisedAt',
    render: ({ raisedAt }) => instant(raisedAt, '{y}-{m}-{d} {h}:{i}'),
  },
  { key: 'raisedBy', title: t('field.raisedBy'), width: 110, render: ({ raisedBy }) => raisedBy },
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
