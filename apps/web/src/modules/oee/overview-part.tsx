import type { FigureRow } from '@cloud-factory/contract/oee/machine-figures'
import { useQuery } from '@tanstack/react-query'
import { Empty } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TrendChart } from '../../shared/chart/trend-chart.tsx'
import { QueryState } from '../../shared/ui/query-state.tsx'
import { figuresQuery } from '../machine-states/states.queries.ts'
import type { Opened } from './figure-dialog.tsx'
import { FigureTable } from './figure-table.tsx'
import { percent } from './figure-text.ts'
import { type Scope, spanOf } from './figures-scope.rules.ts'
import { FigureDialog } from './figure-dialog.tsx'

interface Props {
  readonly scope: Scope
  readonly onChange: (change: Partial<Scope>) => void
}

/** Figures of the period by the selected grouping; each number opens its inputs. */
export function OverviewPart({ scope, onChange }: Props) {
  const { t } = useTranslation('oee')
  const query = useQuery(figuresQuery({ ...spanOf(scope), by: scope.by }))
  const trend = useQuery(figuresQuery({ ...spanOf(scope), by: scope.by === 'month' ? 'month' : 'day' }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data } = query
  const days = trend.data?.rows ?? []
  return (
    <div className={query.isPlaceholderData ? 'is-old' : ''} aria-busy={query.isFetching}>
      <QueryState query={query} rows={8} />
      {data?.rows.length === 0 && <Empty description={t('empty')} />}
      {days.length > 1 && <Trend days={days} />}
      {data !== undefined && data.rows.length > 0 && (
        <FigureTable
          report={data}
          by={scope.by}
          onOpen={setOpened}
          onOnly={(filters) => onChange({ by: 'machine', filters: { ...scope.filters, ...filters } })}
        />
      )}
      <p className="page-note">{t('basis')}</p>
      {opened !== null && <FigureDialog {...opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** OEE and availability, one point a day or month. */
function Trend({ days }: { readonly days: readonly FigureRow[] }) {
  const { t } = useTranslation('oee')
  return (
    <TrendChart
      label={t('trend')}
      months={days.map(({ key }) => (key.length > 7 ? key.slice(5) : key))}
      trends={[
        { name: t('machine-states:figure.oee'), values: days.map(({ figures }) => figures.oee) },
        {
          name: t('machine-states:figure.availability'),
          values: days.map(({ figures }) => figures.availability),
        },
      ]}
      written={percent}
    />
  )
}
