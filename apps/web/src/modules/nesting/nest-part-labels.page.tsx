import type { NestDetail } from '@cloud-factory/contract/nesting/nests'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { thousands } from '../../shared/format/numbers.ts'
import { nestQuery } from './nests.queries.ts'
import { type LabelGroup, PartLabelsPrint } from './part-labels.tsx'

const words = ['nesting'] as const

function groupsOf({ no, profile, grade, items }: NestDetail): LabelGroup[] {
  return items
    .filter(({ status }) => status !== 'cancelled')
    .map((bar) => {
      const number = `${no}-${bar.position}`
      return {
        id: bar.id,
        title: number,
        isCut: bar.status === 'cut',
        labels: bar.parts
          .filter(({ scrapped }) => !scrapped)
          .map(({ position, order, mark, part, lengthMm, code }) => ({
            id: `${bar.id} ${position}`,
            order,
            mark,
            part,
            steel: `${profile} ${grade}`.trim(),
            size: thousands(lengthMm),
            source: [`${number} / ${position}`, bar.stockBarId === null ? '' : `B${bar.stockBarId}`, bar.heat]
              .filter(Boolean)
              .join(' · '),
            code,
          })),
      }
    })
}

/** Labels of the parts of a nest, in the order in which they are cut. */
export function NestPartLabelsPage() {
  const { t } = useTranslation('nesting')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(nestQuery(id))
  const groups = useMemo(() => (data === undefined ? undefined : groupsOf(data)), [data])
  return (
    <PartLabelsPrint
      title={`${t('partLabels')} ${data?.no ?? ''}`}
      back={`/order/nest/${id}`}
      namespaces={words}
      error={error}
      onRetry={() => void refetch()}
      groups={groups}
    />
  )
}
