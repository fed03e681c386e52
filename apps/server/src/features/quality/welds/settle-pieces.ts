import './welds.tables.ts'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../../platform/db/handles.ts'
import { grantPasses, revokePasses } from '../gate-passes.store.ts'
import { processNamed } from '../registers/process-named.ts'

/** The process whose gate welds open. */
export const ndtProcess = 'WeldNDTComp'

/**
 * Opens the gate of non-destructive testing for pieces all of whose welds are done and have met their demands, and shuts it
 * for the others. A piece without a weld in the register passes by nothing. Its source is the piece itself.
 */
export async function settlePieces(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  at: Date,
): Promise<void> {
  const processId = await processNamed(asReads(write), actor.plantId, ndtProcess)
  if (processId === null) return
  const rows = await readRows(
    asReads(write),
    sql<{ id: number; met: boolean; passed: boolean }>`
      select p.id, coalesce(bool_and(w.state in ('passed', 'free')), false) as met,
        exists (select from gate_passes g where g.source = 'ndt' and g.source_id = p.id and g.piece_id = p.id
          and g.plant_id = ${actor.plantId}) as passed
      from unnest(${[...new Set(pieceIds)]}::bigint[]) as p (id)
      left join welds w on w.piece_id = p.id and w.plant_id = ${actor.plantId} group by p.id order by p.id`,
  )
  for (const { id, met, passed } of rows) {
    const source = { source: 'ndt', sourceId: id } as const
    if (met && !passed) await grantPasses(write, actor, source, { processId, pieceIds: [id], at })
    if (!met && passed) await revokePasses(write, actor.plantId, source)
  }
}
