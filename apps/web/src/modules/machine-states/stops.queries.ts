import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, api } from '../../shared/api.ts'

export type Prompt = Answer<'GET /api/stop-prompts'>['items'][number]

/** Stops without a reason, refreshed while the page is visible. */
export const promptsQuery = (days: number) =>
  queryOptions({
    queryKey: ['states', 'prompts', days],
    queryFn: ({ signal }) => api('GET /api/stop-prompts', { query: { days: String(days) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
