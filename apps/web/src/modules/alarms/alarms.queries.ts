import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type Sent } from '../../shared/api.ts'
import { askEveryMs } from '../../shared/live/polling-fallback.ts'
import { useLive } from '../../shared/live/use-live.tsx'
import { useLiveStore } from '../../shared/live/live-stream.ts'

/**
 * Refresh interval of open alarms by state of the live link, ms. With a live stream, it only covers
 * missed events.
 */
const pauses = { live: 60_000, asking: askEveryMs, opening: 3_000, lost: 3_000 } as const
const ttlMs = () => pauses[useLiveStore.getState().link]

export const alarmsQuery = (query: NonNullable<Sent<'GET /api/alarms'>['query']>) =>
  queryOptions({
    queryKey: ['alarms', 'list', query],
    queryFn: ({ signal }) => api('GET /api/alarms', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: query.view === 'over' ? false : ttlMs,
  })

export const alarmSummaryQuery = queryOptions({
  queryKey: ['alarms', 'summary'],
  queryFn: ({ signal }) => api('GET /api/alarm-summary', { signal }),
  refetchInterval: ttlMs,
})

export const alarmQuery = (id: string) =>
  queryOptions({
    queryKey: ['alarms', 'one', id],
    queryFn: ({ signal }) => api('GET /api/alarms/:id', { params: { id }, signal }),
  })

export const alarmEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['alarms', 'events', id],
    queryFn: ({ signal }) => api('GET /api/alarms/:id/events', { params: { id }, signal }),
  })

export const rulesOutOfServiceQuery = queryOptions({
  queryKey: ['alarms', 'outOfService'],
  queryFn: ({ signal }) => api('GET /api/alarm-rules-out-of-service', { signal }),
})

export const alarmRulesQuery = (query: NonNullable<Sent<'GET /api/alarm-rules'>['query']>) =>
  queryOptions({
    queryKey: ['alarms', 'rules', query],
    queryFn: ({ signal }) => api('GET /api/alarm-rules', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Pause in typing before the server explains the input, ms. */
const rest = 300

/** A question that the next letter makes pointless is never sent. */
export const ruleUnitQuery = (of: NonNullable<Sent<'GET /api/alarm-rule-unit'>['query']>) =>
  queryOptions({
    queryKey: ['alarms', 'unit', of],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, rest))
      signal.throwIfAborted()
      return api('GET /api/alarm-rule-unit', { query: of, signal })
    },
  })

/** Called after anything of alarms was changed. */
export function useAlarmsChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['alarms'] })
}

/** Refreshes the alarms after every alarm event of the live stream. */
export function useLiveAlarms(): void {
  const changed = useAlarmsChanged()
  const { frame } = useLive('alarms')
  const newest = frame?.items['newest']
  useEffect(() => {
    if (newest !== undefined) void changed()
    // oxlint-disable-next-line react/exhaustive-deps -- only a new number is news
  }, [newest])
}
