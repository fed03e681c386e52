import { crews, processes, processRoutes, workshops } from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNames } from '../../shared/i18n/use-names.ts'
import { resourceQuery } from '../../shared/resource/resource-api.ts'

const seldomChanged = { staleTime: 5 * 60_000 } as const

export const processesQuery = { ...resourceQuery(processes), ...seldomChanged }
export const crewsQuery = { ...resourceQuery(crews), ...seldomChanged }
export const routesQuery = { ...resourceQuery(processRoutes), ...seldomChanged }
export const workshopsQuery = { ...resourceQuery(workshops), ...seldomChanged }

/** Name of a process by its id; the id itself while the processes are not known. */
export function useProcessName(): (id: string) => string {
  const { data } = useQuery(processesQuery)
  const named = useNames()
  return useCallback(
    (id) => {
      const found = data?.items.find((process) => process.id === id)
      return found === undefined ? `#${id}` : named(found.names)
    },
    [data, named],
  )
}
