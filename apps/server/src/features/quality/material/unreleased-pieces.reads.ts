import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

type Bar = 'work.heat_unreleased' | 'work.heat_missing'

/**
 * Of pieces that are cut or go on after it, those whose material may not be used: a lot of theirs is in quarantine or
 * rejected, or their project asks for heats and they have none. The answer to the question of orders.
 */
export async function unreleasedPieces(
  reads: Reads,
  plantId: number,
  pieces: readonly { readonly pieceId: number; readonly projectId: number }[],
): Promise<ReadonlyMap<number, Bar>> {
  const rows = await readRows(
    reads,
    sql<{ id: number; reason: Bar }>`
      with asked as (
        select * from unnest(${pieces.map(({ pieceId }) => pieceId)}::bigint[],
          ${pieces.map(({ projectId }) => projectId)}::bigint[]) as s (piece, project)
      ), judged as (
        select piece, case
          when exists (select from heat_uses u join material_lots l on l.id = u.lot_id
            where u.piece_id = piece and u.plant_id = ${plantId} and l.status in ('quarantine', 'rejected'))
            then 'work.heat_unreleased'
          when exists (select from material_projects p
            where p.plant_id = ${plantId} and p.project_id = project and p.heat)
            and not exists (select from heat_uses u where u.piece_id = piece and u.plant_id = ${plantId})
            then 'work.heat_missing'
          end as reason
        from asked
      )
      select piece as id, reason from judged where reason is not null`,
  )
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
