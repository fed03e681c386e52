import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../shared/api.ts'

export type Month = Answer<'GET /api/work-calendar'>
export type CalendarDay = Month['days'][number]

/** A month of the calendar; workshop null: the factory's. */
export const monthQuery = (month: string, workshopId: string | null) =>
  queryOptions({
    queryKey: ['calendar', month, workshopId],
    queryFn: ({ signal }) =>
      api('GET /api/work-calendar', {
        query: { month, ...(workshopId === null ? {} : { workshopId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Figures follow the calendar. */
export function useCalendarChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['calendar'] }),
      client.invalidateQueries({ queryKey: ['states'] }),
    ])
}
