import { crews, processes, processRoutes, workshops } from '@cloud-factory/domain/planning/planning-resources'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback } from 'react'
import { useNames } from '../../shared/i18n/use-names.ts'
import { resourceQuery } from '../../shared/resource/resource-api.ts'

const seldomChanged = { staleTime: 5 * 60_000 } as const

export const processesQuery = { ...resourceQuery(processes), ...seldomChanged }
export const crewsQuery = { ...resourceQuery(crews), ...seldomChanged }
export const routesQuery = { ...resourceQuery(processRoutes), ...seldomChanged }
export const workshopsQuery = { ...resourceQuery(workshops), ...seldomChanged }

/** Processes of a page that has them from elsewhere: a customer may not ask for those of the factory. */
export const KnownProcesses = createContext<readonly { readonly id: string; readonly names: Names }[] | null>(
  null,
)

/** Name of a process by its id; the id itself while the processes are not known. */
export function useProcessName(): (id: string) => string {
  const known = use(KnownProcesses)
  const { data } = useQuery({ ...processesQuery, enabled: known === null })
  const named = useNames()
  return useCallback(
    (id) => {
      const found = (known ?? data?.items)?.find((process) => process.id === id)
      return found === undefined ? `#${id}` : named(found.names)
    },
    [known, data, named],
  )
}
