import type { Reads } from '../../platform/db/handles.ts'
import type { Reading } from './count-series.rules.ts'
import type { PlacedFrame, StoredLink } from './placed-frame.ts'

/** Queries of states to telemetry. */
export interface StoredFramesPort {
  /**
   * Values of a machine's signal with a role in a period, in time order, limited in number; null: the frame did not contain the
   * signal. Instants are ms since 1970.
   */
  values(
    reads: Reads,
    machineId: number,
    stretch: { readonly role: string; readonly from: Date; readonly to: Date; readonly most: number },
  ): Promise<readonly { readonly at: number; readonly value: number | null }[]>
  /** Frames of machines after one instant up to another, in time order per machine, limited per machine. */
  counters(
    reads: Reads,
    spans: readonly { readonly machineId: number; readonly after: number; readonly until: number }[],
    most: number,
  ): Promise<readonly (Reading & { readonly machineId: number })[]>
  /** The reading of each counter closest before an instant, or after one: frames with one value each, in time order. */
  nearest(
    reads: Reads,
    machineId: number,
    span: { readonly before: number } | { readonly after: number; readonly until: number },
  ): Promise<readonly Reading[]>
  /** Links of all machines that ever connected. */
  links(reads: Reads, plantId: number): Promise<readonly StoredLink[]>
  /**
   * Machines with stored frames that may not have been processed because a process stopped: frames after the instant up to
   * which the machine is known (ms since 1970), and periods of late frames.
   */
  untold(
    reads: Reads,
    known: readonly { readonly machineId: number; readonly seenAt: number }[],
  ): Promise<{
    readonly frames: readonly PlacedFrame[]
    readonly late: readonly Pick<PlacedFrame, 'machineId' | 'at'>[]
  }>
}
