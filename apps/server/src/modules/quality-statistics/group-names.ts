import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Reads } from '../../platform/db/handles.ts'
import type { OrdersPort } from '../quality-records/public.ts'

/** What is called the same in every language. */
export const everywhere = (name: string): Names => ({ zh: name, en: name, es: name })

/** What others name. */
export type Named = 'crew' | 'machine' | 'project' | 'process'

const asked = { crew: 'crewNames', machine: 'machineNames', project: 'projectNames' } as const

/** Names of what a figure is grouped by. */
export async function groupNames(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  by: Named,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Names>> {
  if (ids.length === 0) return new Map()
  if (by === 'process') {
    const processes = await orders.processes(reads, plantId)
    return new Map(processes.map(({ id, names }) => [id, names]))
  }
  const names = await orders[asked[by]](reads, plantId, ids)
  return new Map([...names].map(([id, name]) => [id, everywhere(name)]))
}
