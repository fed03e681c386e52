import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { planQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

export interface ProcessName {
  readonly id: string
  readonly name: string
}

const everyProcess = { pageSize: 200 } as const

/** A process by its id; its number while the names are not known. */
export const nameIn = (processes: readonly ProcessName[]) => {
  const names = new Map(processes.map(({ id, name }) => [id, name]))
  return (id: string): string => names.get(id) ?? `#${id}`
}

/** Names of all processes, in the order of work; empty until they are known. */
export function useProcessNames(): readonly ProcessName[] {
  const nameOf = useNames()
  const { data } = useQuery({ ...planQuery('GET /api/processes', everyProcess), staleTime: 300_000 })
  return useMemo(
    () => (data?.items ?? []).map(({ id, names }) => ({ id, name: nameOf(names) })),
    [data, nameOf],
  )
}
