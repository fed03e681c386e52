import type { ProcessLoad } from '@cloud-factory/contract/production-reports/production-reports'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { tonnes } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { nameIn, useProcessNames } from '../orders/orders.queries.ts'
import { type DueDays, fullness, isOverfull, type LoadCell, loadOf } from './schedule.rules.ts'

export const loadQuery = queryOptions({
  queryKey: ['orders', 'load'],
  queryFn: ({ signal }) => api('GET /api/orders/load', { signal }),
})

const none: DueDays = new Map()

const cellsByProcess = (load: ProcessLoad) =>
  new Map(loadOf(load, none).map(({ processId, cells }) => [processId, cells]))

/** Load of each process against what it can make, by week, with the due days that are tried out. */
export function ScheduleLoad({ tried }: { readonly tried: DueDays }) {
  const { t } = useTranslation('schedule')
  const processes = useProcessNames()
  const nameOf = useMemo(() => nameIn(processes), [processes])
  const { data, error, refetch } = useQuery(loadQuery)
  // A drag changes what is tried out with every day: the load without it stays.
  const before = useMemo(() => data && cellsByProcess(data), [data])
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined || before === undefined) return null
  return (
    <section className="schedule-load">
      <h2>{t('load.title')}</h2>
      <p className="page-note">
        {t('load.note')}
        {data.unreleased.orders > 0 &&
          ` ${t('load.unreleased', { count: data.unreleased.orders, tonnes: tonnes(data.unreleased.kg) })}`}
        {data.more && ` ${t('load.more')}`}
      </p>
      <ScrollRegion label={t('load.title')} width={1080}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('common:field.process')}</th>
              {data.weeks.map(({ from, to }) => (
                <th key={from} scope="col" title={`${from} – ${to}`}>
                  {from <= data.today && data.today <= to ? t('load.thisWeek') : from.slice(5)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {loadOf(data, tried).map(({ processId, cells }) => (
              <tr key={processId}>
                <th scope="row">{nameOf(processId)}</th>
                {cells.map((cell, at) => (
                  <Cell key={data.weeks[at]?.from} cell={cell} before={before.get(processId)?.[at] ?? cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

/** Per cent of what can be made; an arrow where the due days that are tried out change it. */
function Cell({ cell, before }: { readonly cell: LoadCell; readonly before: LoadCell }) {
  const { t } = useTranslation('schedule')
  const full = fullness(cell)
  const change = Math.abs(cell.kg - before.kg) < 0.5 ? 0 : cell.kg - before.kg
  const tone = isOverfull(cell) ? 'is-over' : full > 0.85 ? 'is-full' : ''
  return (
    <td
      className={`${tone} ${change === 0 ? '' : 'is-changed'}`}
      title={t('load.cell', { load: tonnes(cell.kg), capacity: tonnes(cell.capacityKg) })}
    >
      {full === 0 ? '' : Number.isFinite(full) ? `${Math.round(full * 100)} %` : t('load.noPace')}
      {change !== 0 && <span className="load-change">{change > 0 ? '↑' : '↓'}</span>}
    </td>
  )
}
