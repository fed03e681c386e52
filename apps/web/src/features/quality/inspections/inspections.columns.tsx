import type { InspectionRow } from '@cloud-factory/contract/inspection-rows'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { InspectionStatusTag, VerdictTag } from './inspection-words.tsx'

interface Given {
  readonly t: TFunction<'inspections'>
  readonly instant: (at: string | null, pattern?: string) => string
  readonly language: 'zh' | 'en' | 'es'
}

export const inspectionColumns = ({ t, instant, language }: Given): readonly Column<InspectionRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: 150,
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/inspection/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 130,
    render: ({ status }) => <InspectionStatusTag status={status} />,
  },
  {
    key: 'verdict',
    title: t('field.verdict'),
    width: 110,
    render: ({ verdict }) => (verdict === null ? absent : <VerdictTag verdict={verdict} />),
  },
  { key: 'stage', title: t('field.stage'), width: 130, render: ({ stage }) => t(`stage.${stage}`) },
  {
    key: 'process',
    title: t('field.process'),
    width: 205,
    render: ({ process }) => process?.names[language] ?? absent,
  },
  { key: 'order', title: t('field.order'), width: 140, render: ({ order }) => order?.no ?? absent },
  { key: 'mark', title: t('field.mark'), width: 110, render: ({ mark }) => mark ?? absent },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 100,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'inspector',
    title: t('field.inspector'),
    width: 110,
    render: ({ inspector }) => inspector ?? absent,
  },
  {
    key: 'createdAt',
    title: t('field.createdAt'),
    width: 155,
    sort: 'createdAt',
    render: ({ createdAt }) => instant(createdAt, '{y}-{m}-{d} {h}:{i}'),
  },
  { key: 'judge', title: t('field.judge'), width: 130, render: ({ judge }) => judge ?? absent },
  {
    key: 'standard',
    title: t('field.standard'),
    width: 120,
    render: ({ standardCode }) => standardCode,
  },
]
