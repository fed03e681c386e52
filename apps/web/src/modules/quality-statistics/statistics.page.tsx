import './statistics.css'
import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { BreakdownPart } from './breakdown-part.tsx'
import { ChartPart } from './chart-part.tsx'
import { MissesPart } from './misses-part.tsx'
import { NcrPart } from './ncr-part.tsx'
import { RepairPart } from './repair-part.tsx'
import { scopeOf, type Scope, searchOf, spanQuery } from './statistics-scope.ts'
import { missesQuery } from './statistics.queries.ts'
import { YieldPart } from './yield-part.tsx'
import { inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { daysBefore } from '../../shared/format/days.ts'
import { SpanFilter } from '../../shared/list/span-filter.tsx'
import { NarrowedBy } from './narrowed-by.tsx'

interface Props {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

const spans = [30, 90, 365] as const

/** Days and stage of the statistics. */
function StatisticsFilters({ scope, today, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  return (
    <div className="statistics-filters">
      <SpanFilter
        days={[scope.from, scope.to]}
        today={today}
        labels={[t('from'), t('to')]}
        label={t('span')}
        spans={spans.map((value) => ({
          value,
          label: t('days', { count: value }),
          days: [daysBefore(today, value - 1), today] as const,
        }))}
        onChange={onChange}
      />
      <Select
        className="list-filter"
        allowClear
        aria-label={t('stage')}
        placeholder={t('stage')}
        popupMatchSelectWidth={false}
        value={scope.stage}
        options={inspectionStages.map((stage) => ({ value: stage, label: t(`inspection:stage.${stage}`) }))}
        onChange={(stage: Scope['stage'] | undefined) => onChange({ stage: stage ?? null })}
      />
      <NarrowedBy scope={scope} onChange={onChange} />
    </div>
  )
}

/** First-pass rate, causes of failure, and process control. */
export function StatisticsPage() {
  const { t } = useTranslation('quality-statistics')
  const instant = useInstant()
  // Of the visit: figures do not change under their reader at midnight.
  const [today] = useState(() => instant(new Date(), '{y}-{m}-{d}'))
  const [search, setSearch] = useSearchParams()
  const scope = useMemo(() => scopeOf(search, today), [search, today])
  const change = (part: Partial<Scope>) => setSearch(searchOf({ ...scope, ...part }), { replace: true })
  const misses = useQuery(missesQuery(spanQuery(scope)))
  return (
    <div className="page quality-statistics">
      <PageHeader title={t('title')} note={t('note', { from: scope.from, to: scope.to })}>
        <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
          {t('print')}
        </Button>
      </PageHeader>
      <StatisticsFilters scope={scope} today={today} onChange={change} />
      <YieldPart scope={scope} />
      <BreakdownPart scope={scope} onChange={change} />
      <MissesPart
        query={misses}
        charted={scope.itemId}
        onChart={(itemId) =>
          change({ itemId, ...(scope.kind === 'p' || scope.kind === 'u' ? { kind: 'xbar_r' } : {}) })
        }
      />
      <ChartPart scope={scope} items={misses.data?.bars ?? []} onChange={change} />
      <NcrPart scope={scope} onChange={change} />
      <RepairPart scope={scope} onChange={change} />
    </div>
  )
}
