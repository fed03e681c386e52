import type { MissReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { useQuery } from '@tanstack/react-query'
import { Empty } from 'antd'
import { useTranslation } from 'react-i18next'
import { ChartTools } from './chart-tools.tsx'
import { ChartView } from './chart-view.tsx'
import { Part } from './part.tsx'
import { hasGroups, isOfReadings, type Scope, spanQuery } from './statistics-scope.ts'
import { chartQuery } from './statistics.queries.ts'

interface Props {
  readonly scope: Scope
  /** Items to choose from; the first is shown unless the address names another. */
  readonly items: MissReport['bars']
  readonly onChange: (change: Partial<Scope>) => void
}

/** Whether the process is in control: of an item's readings, or of rejected pieces and defects by day. */
export function ChartPart({ scope, items, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  const { kind } = scope
  const itemId = scope.itemId ?? items.find((item) => item.itemId !== null)?.itemId ?? null
  const tools = <ChartTools scope={scope} itemId={itemId} items={items} onChange={onChange} />
  if (isOfReadings(kind) && itemId === null)
    return (
      <section className="statistics-part">
        <header>
          <h2>{t('chart.title')}</h2>
          {tools}
        </header>
        <Empty description={t('chart.noItem')} />
      </section>
    )
  return <Charted scope={scope} itemId={itemId} tools={tools} />
}

interface ChartedProps {
  readonly scope: Scope
  readonly itemId: string | null
  readonly tools: React.ReactNode
}

function Charted({ scope, itemId, tools }: ChartedProps) {
  const { t } = useTranslation('quality-statistics')
  const { kind, size } = scope
  const query = useQuery(
    chartQuery({
      ...spanQuery(scope),
      kind,
      ...(isOfReadings(kind) && itemId !== null ? { itemId } : {}),
      ...(hasGroups(kind) ? { size: String(size) } : {}),
    }),
  )
  return (
    <Part title={t('chart.title')} formula={t(`chart.formula.${kind}`)} tools={tools} query={query}>
      {(chart) =>
        chart.points.length === 0 ? <Empty description={t('empty')} /> : <ChartView chart={chart} />
      }
    </Part>
  )
}
