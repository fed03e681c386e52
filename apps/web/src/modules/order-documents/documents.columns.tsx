import type { DocumentRow } from '@cloud-factory/contract/order-documents/order-documents'
import { Tag } from 'antd'
import type { TFunction } from 'i18next'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { bytesText } from '../order-import/upload.rules.ts'

interface Context {
  readonly t: TFunction<'order-documents'>
  readonly instant: (at: string) => string
  readonly onOpen: (row: DocumentRow) => void
}

export const documentColumns = ({ t, instant, onOpen }: Context): readonly Column<DocumentRow>[] => [
  {
    key: 'name',
    title: t('field.name'),
    width: 280,
    pinned: true,
    sort: 'name',
    render: (row) => (
      <button type="button" className="document-name" onClick={() => onOpen(row)}>
        {row.name}
      </button>
    ),
  },
  {
    key: 'kind',
    title: t('field.kind'),
    width: 120,
    sort: 'kind',
    render: ({ kind }) => <Tag>{t(`kind.${kind}`)}</Tag>,
  },
  {
    key: 'version',
    title: t('field.version'),
    width: 100,
    align: 'right',
    render: ({ latest }) => t('versionNo', { no: latest.no }),
  },
  {
    key: 'bytes',
    title: t('field.bytes'),
    width: 100,
    align: 'right',
    render: ({ latest }) => bytesText(latest.bytes),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 180,
    sort: 'updatedAt',
    render: ({ updatedAt }) => instant(updatedAt),
  },
  { key: 'updatedBy', title: t('field.updatedBy'), width: 120, render: ({ updatedBy }) => updatedBy },
  {
    key: 'note',
    title: t('field.note'),
    width: 240,
    render: ({ note, retired }) =>
      retired === null ? (note ?? absent) : t('retiredBy', { by: retired.by, reason: retired.reason }),
  },
  {
    key: 'sha256',
    title: t('field.sha256'),
    width: 190,
    extra: true,
    render: ({ latest }) => <code title={latest.sha256}>{latest.sha256.slice(0, 16)}…</code>,
  },
]
