import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { StockMove } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { sparePartsApi } from '@cloud-factory/contract/maintenance/spare-parts'
import { sql } from 'kysely'
import { oneRow, type ReadContext } from '../../platform/crud/crud.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { bothWays, countOf, limitOf } from '../../platform/db/list-page.ts'
import { sparePartCrud } from './spare-parts.ts'

type Api = typeof sparePartsApi
interface StoredMove {
  readonly id: number
  readonly at: Date
  readonly kind: StockMove
  readonly change: number
  readonly stock: number
  readonly repair_id: number | null
  readonly repair_no: string | null
  readonly note: string
  readonly by: string
}

const moveSorts = bothWays({ at: ['v.id'] })

/** Moves of a part, newest first; fails with `not_found`. */
export async function listMoves(
  reads: Reads,
  context: ReadContext,
  id: string,
  query: QueryOf<Api['GET /api/spare-parts/:id/moves']>,
): Promise<ReplyOf<Api['GET /api/spare-parts/:id/moves']>> {
  await oneRow(sparePartCrud, reads, context, id)
  const where = sql`v.part_id = ${Number(id)}`
  const [rows, counted] = await Promise.all([
    readRows(
      reads,
      sql<StoredMove>`select v.id, v.created_at as at, v.kind, v.change, v.stock, v.repair_id, r.no as repair_no, v.note,
          v.created_by_name as by
        from spare_moves v left join repairs r on r.id = v.repair_id where ${where}
        order by ${moveSorts[query.sort ?? '-at']} ${limitOf(query)}`,
    ),
    readRows(reads, countOf(sql`spare_moves v`, where)),
  ])
  return {
    items: rows.map(({ id: moveId, at, repair_id: repairId, repair_no: no, ...move }) => ({
      ...move,
      id: String(moveId),
      at: at.toISOString(),
      repair: repairId === null || no === null ? null : { id: String(repairId), no },
    })),
    total: counted[0]?.total ?? 0,
  }
}
