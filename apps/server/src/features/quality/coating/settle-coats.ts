import './coats.tables.ts'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../../platform/db/handles.ts'
import { grantPasses, revokePasses } from '../gate-passes.store.ts'
import { processNamed } from '../registers/process-named.ts'

/** The process whose gate coats open. */
const paintProcess = 'PaintComp'

/**
 * Opens the gate of painting for pieces whose last film passed, and their last fire coating too where the specification
 * has one; shuts it for the others. Its source is the piece itself.
 */
export async function settleCoats(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  at: Date,
): Promise<void> {
  const processId = await processNamed(asReads(write), actor.plantId, paintProcess)
  if (processId === null) return
  const rows = await readRows(
    asReads(write),
    sql<{ id: number; met: boolean; passed: boolean }>`
      with last as (
        select distinct on (p.piece_id, c.check_kind) p.piece_id, c.check_kind, c.status,
          jsonb_typeof(c.limits -> 'fire') = 'object' as with_fire
        from coat_pieces p join coats c on c.id = p.coat_id and c.status <> 'draft'
        where p.plant_id = ${actor.plantId} and p.piece_id = any(${[...pieceIds]}::bigint[])
        order by p.piece_id, c.check_kind, c.judged_at desc, c.id desc
      )
      select p.id, coalesce(film.status = 'pass' and (not film.with_fire or fire.status = 'pass'), false) as met,
        exists (select from gate_passes g where g.source = 'coating' and g.source_id = p.id and g.piece_id = p.id
          and g.plant_id = ${actor.plantId}) as passed
      from unnest(${[...pieceIds]}::bigint[]) as p (id)
      left join last film on film.piece_id = p.id and film.check_kind = 'film'
      left join last fire on fire.piece_id = p.id and fire.check_kind = 'fire' order by p.id`,
  )
  for (const { id, met, passed } of rows) {
    const source = { source: 'coating', sourceId: id } as const
    if (met && !passed) await grantPasses(write, actor, source, { processId, pieceIds: [id], at })
    if (!met && passed) await revokePasses(write, actor.plantId, source)
  }
}
