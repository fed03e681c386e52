import type { InspectionRow } from '@cloud-factory/contract/inspection/inspection-forms'
import type { TFunction } from 'i18next'
import { Link, useNavigate } from 'react-router'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { InspectionStatusTag, VerdictTag } from './inspection-labels.tsx'
import {
  inspectionStages,
  inspectionStatuses,
  inspectionVerdicts,
} from '@cloud-factory/domain/inspection/quality-enums'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSettings } from '../../shared/settings.ts'
import { inspectionsQuery } from './inspections.queries.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'

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

const filterNames = ['status', 'verdict', 'stage', 'orderId', 'processId', 'pieceId'] as const

/** All inspections, the latest first. */
export function InspectionsTable() {
  const { t } = useTranslation('inspection')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/inspections', filterNames)
  const query = useListQuery(list, inspectionsQuery)
  const language = useSettings((settings) => settings.language)
  const columns = useMemo(() => inspectionColumns({ t, instant, language }), [t, instant, language])
  return (
    <DataTable
      name="inspections"
      label={t('inspections')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('search')}
      onOpen={({ id }) => void navigate(`/quality/inspection/${id}`)}
      empty={<span>{t('empty')}</span>}
      filters={
        <SelectFilters
          list={list}
          filters={{
            status: [t('field.status'), choices(inspectionStatuses, (value) => t(`status.${value}`))],
            verdict: [t('field.verdict'), choices(inspectionVerdicts, (value) => t(`verdict.${value}`))],
            stage: [t('field.stage'), choices(inspectionStages, (value) => t(`stage.${value}`))],
          }}
        />
      }
    />
  )
}

/** Inspections of every stage and status. */
export function InspectionsPage() {
  const { t } = useTranslation('inspection')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.qualityList')} note={t('note')} />
      <InspectionsTable />
    </div>
  )
}
