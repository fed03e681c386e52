import type { Reads } from '../../platform/db/handles.ts'
import type { Reading } from './count-series.rules.ts'
import type { PlacedFrame, StoredLink } from './placed-frame.ts'

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
  /** Frames of machines after an instant until another, each machine's in the order of time, at most so many of each. */
  counters(
    reads: Reads,
    spans: readonly { readonly machineId: number; readonly after: number; readonly until: number }[],
    most: number,
  ): Promise<readonly (Reading & { readonly machineId: number })[]>
  /** The reading of each counter nearest before an instant, or after one: frames of one value, in the order of time. */
  nearest(
    reads: Reads,
    machineId: number,
    span: { readonly before: number } | { readonly after: number; readonly until: number },
  ): Promise<readonly Reading[]>
  /** Links of all machines that were ever heard. */
  links(reads: Reads, plantId: number): Promise<readonly StoredLink[]>
  /**
   * Frames of machines that are stored, and of which a process that died perhaps told nobody: those after the instant up to which
   * each machine is known, ms since 1970, and where late ones are.
   */
  untold(
    reads: Reads,
    known: readonly { readonly machineId: number; readonly seenAt: number }[],
  ): Promise<{
    readonly frames: readonly PlacedFrame[]
    readonly late: readonly Pick<PlacedFrame, 'machineId' | 'at'>[]
  }>
}
