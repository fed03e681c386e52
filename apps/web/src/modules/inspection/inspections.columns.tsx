import type { InspectionRow } from '@cloud-factory/contract/inspection/inspection-rows'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { InspectionStatusTag, VerdictTag } from './inspection-labels.tsx'

interface ColumnContext {
  readonly t: TFunction<'inspection'>
  readonly instant: (at: string | null, pattern?: string) => string
  readonly language: 'zh' | 'en' | 'es'
}

export const inspectionColumns = (context: ColumnContext): readonly Column<InspectionRow>[] => [
  ...stateColumns(context),
  ...subjectColumns(context),
  ...recordColumns(context),
]

/** Which inspection it is, its status and its verdict. */
const stateColumns = ({ t }: ColumnContext): readonly Column<InspectionRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: { zh: 138, other: 138 },
    pinned: true,
    sort: 'no',
    render: ({ id, no }) => <Link to={`/quality/inspection/${id}`}>{no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 100, other: 129 },
    render: ({ status }) => <InspectionStatusTag status={status} />,
  },
  {
    key: 'verdict',
    title: t('field.verdict'),
    width: { zh: 82, other: 102 },
    render: ({ verdict }) => (verdict === null ? absent : <VerdictTag verdict={verdict} />),
  },
  {
    key: 'stage',
    title: t('field.stage'),
    width: { zh: 100, other: 130 },
    render: ({ stage }) => t(`stage.${stage}`),
  },
]

/** What is inspected. */
const subjectColumns = ({ t, language }: ColumnContext): readonly Column<InspectionRow>[] => [
  {
    key: 'process',
    title: t('field.process'),
    width: { zh: 105, other: 162 },
    render: ({ process }) => process?.names[language] ?? absent,
  },
  {
    key: 'order',
    title: t('field.order'),
    width: { zh: 136, other: 136 },
    render: ({ order }) => order?.no ?? absent,
  },
  { key: 'mark', title: t('field.mark'), width: { zh: 90, other: 90 }, render: ({ mark }) => mark ?? absent },
  {
    key: 'pieces',
    title: t('short.pieces'),
    tip: t('field.pieces'),
    width: { zh: 60, other: 76 },
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
]

/** Who inspects and judges, start, and standard. */
const recordColumns = ({ t, instant }: ColumnContext): readonly Column<InspectionRow>[] => [
  {
    key: 'inspector',
    title: t('field.inspector'),
    width: { zh: 82, other: 102 },
    render: ({ inspector }) => inspector ?? absent,
  },
  {
    key: 'createdAt',
    title: t('field.createdAt'),
    width: 155,
    spare: true,
    sort: 'createdAt',
    render: ({ createdAt }) => instant(createdAt, '{y}-{m}-{d} {h}:{i}'),
  },
  {
    key: 'judge',
    title: t('field.judge'),
    width: { zh: 94, other: 132 },
    spare: true,
    render: ({ judge }) => judge ?? absent,
  },
  {
    key: 'standard',
    title: t('field.standard'),
    width: { zh: 94, other: 100 },
    spare: true,
    render: ({ standardCode }) => standardCode,
  },
]
