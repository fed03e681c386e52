import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signed } from './orders.port.ts'

/** What opened a gate, and its row. */
export interface PassSource {
  readonly source: 'inspection' | 'ndt' | 'coating' | 'concession'
  readonly sourceId: number
}

/** Opens the gate of a process for pieces. A pass that counts already stays as it is. */
export async function grantPasses(
  write: Write,
  actor: Actor,
  { source, sourceId }: PassSource,
  { processId, pieceIds, at }: { processId: number; pieceIds: readonly number[]; at: Date },
): Promise<void> {
  if (pieceIds.length === 0) return
  const { by, byName } = signed(actor)
  await sql`
    insert into gate_passes as old (piece_id, process_id, source, source_id, plant_id, passed_at, passed_by, passed_by_name)
    select unnest(${[...pieceIds]}::bigint[]), ${processId}, ${source}, ${sourceId}, ${actor.plantId}, ${at}, ${by}, ${byName}
    on conflict (piece_id, process_id, source, source_id) do update set passed_at = excluded.passed_at,
      passed_by = excluded.passed_by, passed_by_name = excluded.passed_by_name, void_since = null, voided_by = null
    where old.void_since is not null`.execute(write)
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

/**
 * After rework or repair what was inspected and tested before counts no more. A concession is a decision and stays; a coat is
 * judged by its own records.
 */
export async function voidPasses(
  write: Write,
  plantId: number,
  pieceIds: readonly number[],
  { ncrId, at }: { readonly ncrId: number; readonly at: Date },
): Promise<void> {
  if (pieceIds.length === 0) return
  await write
    .updateTable('gate_passes')
    .set({ void_since: at, voided_by: ncrId })
    .where('plant_id', '=', plantId)
    .where('piece_id', 'in', pieceIds)
    .where('source', 'in', ['inspection', 'ndt'])
    .where('void_since', 'is', null)
    .execute()
}

/** A gate that somebody or something opened for a piece: condition on `gate_passes g`. */
export const passCounts = sql`g.void_since is null`
