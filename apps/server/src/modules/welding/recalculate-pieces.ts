import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import {
  openDemandsOf,
  weldDemands,
  grantPasses,
  passCounts,
  revokePasses,
  processNamed,
} from '../quality-records/public.ts'

/** The process whose gate depends on welds. */
export const ndtProcess = 'WeldNDTComp'

/**
 * Opens the gate of non-destructive testing for pieces whose welds are all done and meet their requirements, and closes it for the others. A piece
 * without registered welds does not pass; a repaired one needs a test after the repair. The piece itself is the source of the pass.
 */
export async function recalculatePieces(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  at: Date,
): Promise<void> {
  const { plantId } = actor
  const processId = await processNamed(asReads(write), plantId, ndtProcess)
  if (processId === null) return
  const demands = await openDemandsOf(asReads(write), plantId, pieceIds, weldDemands)
  const rows = await readRows(
    asReads(write),
    sql<{ id: number; tested: boolean; passed: boolean }>`
      select p.id, exists (select from welds w where w.piece_id = p.id and w.plant_id = ${plantId})
          and (old.void_since is null or exists (
            select from ndt_results r join welds w on w.id = r.weld_id
            where w.piece_id = p.id and r.verdict = 'pass' and r.undone_at is null and r.tested_at > old.void_since)
          ) as tested,
        exists (select from gate_passes g where g.source = 'ndt' and g.source_id = p.id and g.piece_id = p.id
          and g.plant_id = ${plantId} and ${passCounts}) as passed
      from unnest(${[...new Set(pieceIds)]}::bigint[]) as p (id)
      left join gate_passes old on old.piece_id = p.id and old.process_id = ${processId} and old.source = 'ndt'
        and old.source_id = p.id order by p.id`,
  )
  for (const { id, tested, passed } of rows) {
    const source = { source: 'ndt', sourceId: id } as const
    const met = !demands.has(id)
    if (met && tested && !passed) await grantPasses(write, actor, source, { processId, pieceIds: [id], at })
    if (!met && passed) await revokePasses(write, plantId, source)
  }
}
