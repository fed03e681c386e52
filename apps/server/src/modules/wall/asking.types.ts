import type { Reads } from '../../platform/db/handles.ts'
import type { MachineMemory } from './machine-memory.ts'
import type { WallPorts } from './wall.ports.ts'
import type { TtlCache } from './ttl-cache.ts'

/** Dependencies of the parts of the real plant's data source. */
export interface Asking {
  readonly reads: Reads
  readonly plantId: number
  readonly ports: WallPorts
  readonly memory: MachineMemory
  readonly asked: TtlCache
  readonly now: () => Date
}
