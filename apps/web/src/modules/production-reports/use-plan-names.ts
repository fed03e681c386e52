import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { planQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

export interface PlanNames {
  /** Processes in the order of work. */
  readonly processIds: readonly string[]
  readonly process: (id: string) => string
  readonly shift: (id: string | null) => string
  /** Names of `process.<id>` and `shift.<id>`, for a file. */
  readonly words: Readonly<Record<string, string>>
}

/** Names of processes and shifts in the user's language. */
export function usePlanNames(): PlanNames {
  const nameOf = useNames()
  const processes = useQuery(planQuery('GET /api/processes')).data?.items
  const shifts = useQuery(planQuery('GET /api/shifts')).data?.items
  return useMemo(() => {
    const words = Object.fromEntries([
      ...(processes ?? []).map(({ id, names }) => [`process.${id}`, nameOf(names)] as const),
      ...(shifts ?? []).map(({ id, names }) => [`shift.${id}`, nameOf(names)] as const),
    ])
    return {
      processIds: (processes ?? []).map(({ id }) => id),
      process: (id) => words[`process.${id}`] ?? '…',
      shift: (id) => (id === null ? '' : (words[`shift.${id}`] ?? '…')),
      words,
    }
  }, [nameOf, processes, shifts])
}
