import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import {
  coatDemands,
  openDemandsOf,
  grantPasses,
  revokePasses,
  processNamed,
} from '../quality-records/public.ts'

/** The process whose gate depends on coats. */
export const paintProcess = 'PaintComp'

/**
 * Passes pieces through the painting gate when their last film was accepted, and also their last fire coating if the
 * specification has one. Withdraws the pass of all others. The source of the pass is the piece itself.
 */
export async function recalculateCoats(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  at: Date,
): Promise<void> {
  const { plantId } = actor
  const processId = await processNamed(asReads(write), plantId, paintProcess)
  if (processId === null) return
  const demands = await openDemandsOf(asReads(write), plantId, pieceIds, coatDemands)
  const rows = await readRows(
    asReads(write),
    sql<{ id: number; coated: boolean; passed: boolean }>`
      select p.id, exists (select from coat_pieces o join coats c on c.id = o.coat_id
          where o.piece_id = p.id and o.plant_id = ${plantId} and c.status = 'pass') as coated,
        exists (select from gate_passes g where g.source = 'coating' and g.source_id = p.id and g.piece_id = p.id
          and g.plant_id = ${plantId}) as passed
      from unnest(${[...new Set(pieceIds)]}::bigint[]) as p (id) order by p.id`,
  )
  for (const { id, coated, passed } of rows) {
    const source = { source: 'coating', sourceId: id } as const
    const met = coated && !demands.has(id)
    if (met && !passed) await grantPasses(write, actor, source, { processId, pieceIds: [id], at })
    if (!met && passed) await revokePasses(write, plantId, source)
  }
}
