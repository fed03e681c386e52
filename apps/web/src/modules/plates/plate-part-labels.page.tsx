import type { PlateNesting } from '@cloud-factory/contract/plates/plate-nests'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { thousands } from '../../shared/format/numbers.ts'
import { type LabelGroup, PartLabelsPrint } from '../nesting/part-labels.tsx'
import { plateNestingQuery } from './plates.queries.ts'

const words = ['plates', 'nesting'] as const

function groupsOf({ job, layouts }: PlateNesting): LabelGroup[] {
  return layouts.map((layout) => {
    const number = `${job.no}-${layout.position}`
    const plate = layout.source?.remnantId ?? null
    return {
      id: layout.id,
      title: number,
      isCut: layout.status === 'cut',
      labels: layout.parts
        .filter(({ scrapped }) => !scrapped)
        .map(({ no, order, mark, part, lengthMm, widthMm, code }) => ({
          id: `${layout.id} ${no}`,
          order,
          mark,
          part,
          steel: `${layout.thicknessMm} mm ${layout.grade}`.trim(),
          size: `${thousands(lengthMm)} × ${thousands(widthMm)}`,
          source: [`${number} / ${no}`, plate === null ? '' : `P${plate}`, layout.source?.heat]
            .filter(Boolean)
            .join(' · '),
          code,
        })),
    }
  })
}

/** Labels of the parts of a job's layouts, by the numbers that the drawings show. */
export function PlatePartLabelsPage() {
  const { t } = useTranslation('nesting')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(plateNestingQuery(id))
  const groups = useMemo(() => (data === undefined ? undefined : groupsOf(data)), [data])
  return (
    <PartLabelsPrint
      title={`${t('partLabels')} ${data?.job.no ?? ''}`}
      back={`/order/plate-job/${id}`}
      namespaces={words}
      error={error}
      onRetry={() => void refetch()}
      groups={groups}
    />
  )
}
