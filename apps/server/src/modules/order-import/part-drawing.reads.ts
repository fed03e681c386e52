import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { PartGeometry, partDrawingsApi } from '@cloud-factory/contract/order-import/part-drawings'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Faces of a part; fails with `not_found` when the plant has no such part. */
export async function partDrawing(
  reads: Reads,
  plantId: number,
  id: string,
): Promise<ReplyOf<(typeof partDrawingsApi)['GET /api/parts/:id/drawing']>> {
  const [part] = await readRows(
    reads,
    sql<{ part_mark: string; profile: string; geometry: PartGeometry | null }>`
      select part_mark, profile, geometry from parts where plant_id = ${plantId} and id = ${id}`,
  )
  if (part === undefined) fail('not_found')
  return { id, partMark: part.part_mark, profile: part.profile, geometry: part.geometry }
}
