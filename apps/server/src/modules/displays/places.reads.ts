import type { DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import type { Reads } from '../../platform/db/handles.ts'
import type { PlacesPort } from './places.port.ts'

/** Records that a draft can refer to. */
export async function displayPlaces(
  reads: Reads,
  plantId: number,
  places: PlacesPort,
): Promise<DisplayPlaces> {
  const [processes, workshops, machines] = await Promise.all([
    places.processes(reads, plantId),
    places.workshops(reads, plantId),
    places.machines(reads, plantId),
  ])
  return {
    processes: processes.map(({ id, code, names }) => ({
      id: String(id),
      code,
      names: { zh: names['zh'] ?? code, en: names['en'] ?? code, es: names['es'] ?? code },
    })),
    workshops: workshops.map(({ id, code, name }) => ({ id: String(id), code, name })),
    machines: machines.map(({ id, workshopId, ...machine }) => ({
      ...machine,
      id: String(id),
      workshopId: workshopId === null ? null : String(workshopId),
    })),
  }
}

/** Ids of machines of the simulated site. */
export const simulatedIds = async (
  reads: Reads,
  plantId: number,
  places: PlacesPort,
): Promise<ReadonlySet<string>> =>
  new Set(
    (await places.machines(reads, plantId)).flatMap(({ id, source }) =>
      source === 'sim' ? [String(id)] : [],
    ),
  )
