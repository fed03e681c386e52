import type { MachineClass, MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import type { Reads } from '../../platform/db/handles.ts'

export interface PlacedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
  readonly source: MachineSource
  readonly workshopId: number | null
  /** Metres; null: not in the register. */
  readonly widthM: number | null
  readonly depthM: number | null
}

/** Queries of displays to other modules: all records in use that display information can refer to, by code. */
export interface PlacesPort {
  processes(
    reads: Reads,
    plantId: number,
  ): Promise<{ id: number; code: string; names: Readonly<Record<string, string>> }[]>
  workshops(reads: Reads, plantId: number): Promise<{ id: number; code: string; name: string }[]>
  machines(reads: Reads, plantId: number): Promise<PlacedMachine[]>
}
