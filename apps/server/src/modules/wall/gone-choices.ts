import type { Reads } from '../../platform/db/handles.ts'
import type { WallPorts } from './wall.ports.ts'
import type { WallScope } from './wall.types.ts'

type Chosen = Pick<WallScope, 'projectIds' | 'processIds' | 'machineIds'>

/** How many of the projects, processes and machines that a layout chose are not there any more: nothing is shown of them. */
export async function goneChoices(
  reads: Reads,
  plantId: number,
  ports: Pick<WallPorts, 'machines' | 'processes' | 'projects'>,
  { projectIds, processIds, machineIds }: Chosen,
): Promise<number> {
  const missing = async (chosen: readonly string[], known: () => Promise<Iterable<number>>) => {
    if (chosen.length === 0) return 0
    const there = new Set(await known())
    return chosen.filter((id) => !there.has(Number(id))).length
  }
  const [projects, processes, machines] = await Promise.all([
    missing(projectIds, async () => (await ports.projects(reads, plantId, projectIds.map(Number))).keys()),
    missing(processIds, async () =>
      (await ports.processes(reads, plantId)).flatMap(({ id, active }) => (active ? [id] : [])),
    ),
    missing(machineIds, async () => (await ports.machines(reads, plantId)).map(({ id }) => id)),
  ])
  return projects + processes + machines
}
