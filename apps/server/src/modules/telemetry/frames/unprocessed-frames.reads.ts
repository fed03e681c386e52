import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import type { AcceptedFrame } from '../frames.port.ts'

type UnprocessedFrame = Pick<AcceptedFrame, 'machineId' | 'at' | 'values' | 'live'>

interface Unprocessed {
  readonly frames: readonly UnprocessedFrame[]
  /** The first and the last late frame of each machine. */
  readonly late: readonly Pick<AcceptedFrame, 'machineId' | 'at'>[]
}

/** Frames of 15 minutes at one frame a second. No consumer is ever further behind. */
const maxOfMachine = 1000

/**
 * Frames stored after the last processed instant of each machine (ms since 1970), in order of time. A process that died between storing and notifying
 * left them unprocessed. Late frames are included until their minutes are rolled up.
 */
export async function unprocessedFrames(
  reads: Reads,
  known: readonly { readonly machineId: number; readonly seenAt: number }[],
): Promise<Unprocessed> {
  if (known.length === 0) return { frames: [], late: [] }
  const ids = known.map(({ machineId }) => machineId)
  const frames = await readRows(
    reads,
    sql<UnprocessedFrame>`
      select m.id as "machineId", (extract(epoch from f.at) * 1000)::float8 as at, f.values, true as live
      from unnest(${ids}::bigint[], ${known.map(({ seenAt }) => new Date(seenAt).toISOString())}::timestamptz[])
        as s(id, seen_at)
      join machines m on m.id = s.id cross join lateral (
        select at, values from telemetry_frames
        where machine_id = s.id and at > s.seen_at and profile_id = m.profile_id and not late
        order by at limit ${maxOfMachine}) f
      order by f.at`,
  )
  const late = await readRows(
    reads,
    sql<{ machineId: number; first: number; last: number }>`
      select d.machine_id as "machineId", (extract(epoch from min(f.at)) * 1000)::float8 as first,
        (extract(epoch from max(f.at)) * 1000)::float8 as last
      from telemetry_dirty d join telemetry_frames f on f.machine_id = d.machine_id and f.at >= d.at
        and f.at < d.at + interval '1 minute' and f.late
      where d.span = 'minute' and d.machine_id = any(${ids}::bigint[]) group by d.machine_id order by d.machine_id`,
  )
  return {
    frames,
    late: late.flatMap(({ machineId, first, last }) => [first, last].map((at) => ({ machineId, at }))),
  }
}
