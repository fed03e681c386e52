import type { Names } from '@cloud-factory/contract/processes'
import type { Breakdown } from '@cloud-factory/contract/statistics-words'
import type { Reads } from '../../../platform/db/handles.ts'
import type { OrdersPort } from '../orders.port.ts'

/** What is called the same in every language. */
export const everywhere = (name: string): Names => ({ zh: name, en: name, es: name })

const asked = { crew: 'crewNames', machine: 'machineNames', project: 'projectNames' } as const

/** Names of what a figure is grouped by; words, such as shapes, are translated where they are shown. */
export async function groupNames(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  by: Breakdown,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Names>> {
  if (by === 'shape' || ids.length === 0) return new Map()
  if (by === 'process') {
    const processes = await orders.processes(reads, plantId)
    return new Map(processes.map(({ id, names }) => [id, names]))
  }
  const names = await orders[asked[by]](reads, plantId, ids)
  return new Map([...names].map(([id, name]) => [id, everywhere(name)]))
}
