import type { Reads } from '../../../platform/db/handles.ts'

/** What states ask telemetry. */
export interface StoredFramesPort {
  /**
   * What a machine's signal of a role said in a stretch, in the order of time, at most so many; null: the frame said nothing of
   * it. Instants are ms since 1970.
   */
  values(
    reads: Reads,
    machineId: number,
    stretch: { readonly role: string; readonly from: Date; readonly to: Date; readonly most: number },
  ): Promise<readonly { readonly at: number; readonly value: number | null }[]>
}
