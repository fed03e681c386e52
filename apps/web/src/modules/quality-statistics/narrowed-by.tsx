import type { Breakdown } from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNames } from '../../shared/i18n/use-names.ts'
import { filterOf, type Scope, spanQuery } from './statistics-scope.ts'
import { breakdownQuery } from './statistics.queries.ts'

interface Props {
  readonly scope: Scope
  readonly onChange: (change: Partial<Scope>) => void
}

const narrowing = ['crew', 'machine', 'project', 'process'] as const

/** Active filters of the page, each with a remove button. */
export function NarrowedBy({ scope, onChange }: Props) {
  return narrowing.map((by) => {
    const filter = filterOf(by)
    return filter === null || scope[filter] === null ? null : (
      <Narrowed key={by} by={by} filter={filter} scope={scope} onClear={() => onChange({ [filter]: null })} />
    )
  })
}

interface NarrowedProps {
  readonly by: Breakdown
  readonly filter: NonNullable<ReturnType<typeof filterOf>>
  readonly scope: Scope
  readonly onClear: () => void
}

function Narrowed({ by, filter, scope, onClear }: NarrowedProps) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useNames()
  const id = scope[filter]
  const { data } = useQuery(breakdownQuery({ ...spanQuery({ ...scope, [filter]: null }), by }))
  const names = data?.items.find(({ key }) => key === id)?.names ?? null
  return (
    <Tag className="narrowed" closable={{ 'aria-label': t('breakdown.clear') }} onClose={onClear}>
      {t(`breakdown.by.${by}`)}: {names === null ? id : nameOf(names)}
    </Tag>
  )
}
