import type { IssuedDocument } from '@cloud-factory/contract/quality-documents'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'

interface ColumnContext {
  readonly t: TFunction<'quality-documents'>
  readonly instant: (at: Date, pattern: string) => string
}

export const documentColumns = ({ t, instant }: ColumnContext): readonly Column<IssuedDocument>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: 160,
    pinned: true,
    render: ({ no, hash }) => <Link to={`/quality/verify/${hash}`}>{no}</Link>,
  },
  { key: 'kind', title: t('field.kind'), width: 200, render: ({ kind }) => t(`kind.${kind}`) },
  {
    key: 'order',
    title: t('field.order'),
    width: 150,
    render: ({ order }) =>
      order === null ? absent : <Link to={`/order/detail/${order.id}`}>{order.no}</Link>,
  },
  {
    key: 'issuedAt',
    title: t('field.issuedAt'),
    width: 160,
    sort: 'issuedAt',
    render: ({ issuedAt }) => instant(new Date(issuedAt), '{y}-{m}-{d} {h}:{i}'),
  },
  { key: 'issuedBy', title: t('field.issuedBy'), width: 130, render: ({ issuedBy }) => issuedBy },
  {
    key: 'hash',
    title: t('field.hash'),
    width: 180,
    render: ({ hash }) => <code title={hash}>{hash.slice(0, 16)}…</code>,
  },
]
