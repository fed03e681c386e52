import type { MachineEventPage } from '@cloud-factory/contract/telemetry'
import { type MachineEventType, machineEventTypes } from '@cloud-factory/contract/telemetry-enums'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button, Empty, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { startOfDay } from '../../../shared/format/day-range.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { DaysPicker } from '../../../shared/list/days-picker.tsx'
import { useSession } from '../../../shared/session.ts'
import { QueryState } from '../../../shared/ui/query-state.tsx'
import { reasonsQuery } from '../states/states.queries.ts'
import { EventEntry } from './event-entry.tsx'
import './events.css'

type Days = readonly [first: string | undefined, last: string | undefined]

const ttlMs = 15_000

/** What a machine reported itself, the latest first: jobs, its own alarms, reasons of stops. */
export function EventsPart({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('events')
  const nameOf = useNames()
  const [types, setTypes] = useState<readonly MachineEventType[]>([])
  const [days, setDays] = useState<Days>([undefined, undefined])
  const query = useEvents(machineId, types, days)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const { data: reasons } = useQuery(reasonsQuery)
  const reasonOf = (code: string) => {
    const reason = reasons?.items.find((one) => one.code === code)
    return reason === undefined ? null : nameOf(reason.names)
  }
  const isFiltered = types.length > 0 || days.some((day) => day !== undefined)
  return (
    <div className="events-part">
      <div className="events-bar" role="group" aria-label={t('filters')}>
        <Select
          className="list-filter"
          mode="multiple"
          maxTagCount="responsive"
          allowClear
          aria-label={t('type.label')}
          placeholder={t('type.label')}
          value={[...types]}
          options={machineEventTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={setTypes}
        />
        <DaysPicker days={days} labels={[t('from'), t('to')]} turned={null} onChange={setDays} />
      </div>
      <QueryState query={query} />
      {data !== undefined && items.length === 0 && (
        <Empty description={t(isFiltered ? 'noneFiltered' : 'none')} />
      )}
      <ol className="event-list" aria-label={t('list')} aria-busy={isPlaceholderData}>
        {items.map((item) => (
          <EventEntry
            key={item.id}
            event={item}
            reason={item.type === 'reason' ? reasonOf(item.code) : null}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

/** Pages of events; days are those of the factory, both included. */
function useEvents(machineId: string, types: readonly MachineEventType[], [first, last]: Days) {
  const timeZone = useSession(({ user }) => user?.plant.timeZone ?? 'UTC')
  const [from, to] = [startOfDay(first, timeZone), startOfDay(last, timeZone, 1)]
  return useInfiniteQuery({
    queryKey: ['equipment', 'machine', machineId, 'events', types, from, to],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/machines/:id/events', {
        params: { id: machineId },
        query: {
          ...(types.length === 0 ? {} : { type: types.join(',') }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          ...pageParam,
        },
        signal,
      }),
    initialPageParam: {} as NonNullable<MachineEventPage['next']> | Record<string, never>,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Whoever reads further back is left in peace.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? ttlMs : false),
  })
}
