import './quality.tables.ts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'
import { readRows } from '../../platform/db/handles.ts'
import { signed } from './orders.port.ts'

/** What opened a gate, and its row. */
export interface PassSource {
  readonly source: 'inspection' | 'ndt' | 'coating' | 'concession'
  readonly sourceId: number
}

/** Opens the gate of a process for pieces. A pass that is there already stays as it is. */
export async function grantPasses(
  write: Write,
  actor: Actor,
  { source, sourceId }: PassSource,
  { processId, pieceIds, at }: { processId: number; pieceIds: readonly number[]; at: Date },
): Promise<void> {
  if (pieceIds.length === 0) return
  const { by, byName } = signed(actor)
  await sql`
    insert into gate_passes (piece_id, process_id, source, source_id, plant_id, passed_at, passed_by, passed_by_name)
    select unnest(${[...pieceIds]}::bigint[]), ${processId}, ${source}, ${sourceId}, ${actor.plantId}, ${at}, ${by}, ${byName}
    on conflict do nothing`.execute(write)
}

/** Takes back what a source opened; steps that were reported meanwhile stay reported. */
export async function revokePasses(
  write: Write,
  plantId: number,
  { source, sourceId }: PassSource,
): Promise<void> {
  await write
    .deleteFrom('gate_passes')
    .where('plant_id', '=', plantId)
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .execute()
}

/** Of these pieces at gated steps, those whose gate nothing has opened: the answer to the question of orders. */
export async function barredPieces(
  reads: Reads,
  plantId: number,
  steps: readonly { readonly pieceId: number; readonly processId: number }[],
): Promise<ReadonlySet<number>> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select s.piece as id
      from unnest(${steps.map(({ pieceId }) => pieceId)}::bigint[], ${steps.map(({ processId }) => processId)}::bigint[])
        as s (piece, process)
      where not exists (select from gate_passes g where g.piece_id = s.piece and g.process_id = s.process
        and g.plant_id = ${plantId})`,
  )
  return new Set(rows.map(({ id }) => id))
}
