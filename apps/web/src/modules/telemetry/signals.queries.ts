import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** Refresh interval of live values, ms. */
const everyMs = 2000

/** A machine's signals with their current values. */
export const signalsQuery = (machineId: string) =>
  queryOptions({
    queryKey: ['equipment', 'signals', machineId],
    queryFn: ({ signal }) => api('GET /api/machines/:id/signals', { params: { id: machineId }, signal }),
    refetchInterval: everyMs,
  })
