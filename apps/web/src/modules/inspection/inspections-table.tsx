import {
  inspectionStages,
  inspectionStatuses,
  inspectionVerdicts,
} from '@cloud-factory/domain/inspection/quality-enums'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useSettings } from '../../shared/settings.ts'
import { inspectionColumns } from './inspections.columns.tsx'
import { inspectionsQuery } from './inspections.queries.ts'

const filterNames = ['status', 'verdict', 'stage', 'orderId', 'processId', 'pieceId'] as const

/** All inspections, the latest first. */
export function InspectionsTable() {
  const { t } = useTranslation('inspection')
  const navigate = useNavigate()
  const instant = useInstant()
  const list = useListState('GET /api/inspections', filterNames)
  const query = useQuery(inspectionsQuery(list.query))
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
        <>
          <SelectFilter
            list={list}
            name="status"
            many
            label={t('field.status')}
            options={inspectionStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
          <SelectFilter
            list={list}
            name="verdict"
            many
            label={t('field.verdict')}
            options={inspectionVerdicts.map((value) => ({ value, label: t(`verdict.${value}`) }))}
          />
          <SelectFilter
            list={list}
            name="stage"
            many
            label={t('field.stage')}
            options={inspectionStages.map((value) => ({ value, label: t(`stage.${value}`) }))}
          />
        </>
      }
    />
  )
}
