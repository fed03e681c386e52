import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { StockMove } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { SparePartRow, sparePartsApi } from '@cloud-factory/contract/maintenance/spare-parts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countOf, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { canKeep, canMaintain } from './repairs.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof sparePartsApi
type PartRead = Selectable<Tables['spare_parts']> & { readonly moved: boolean }

const columns = sql`p.*, exists (select from spare_moves v where v.part_id = p.id) as moved`
const sorts = bothWays({ code: ['p.code'], name: ['p.name', 'p.code'], stock: ['p.stock', 'p.code'] })

/** One page of spare parts by code, and how many match. */
export async function listParts(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/spare-parts']>,
): Promise<ReplyOf<Api['GET /api/spare-parts']>> {
  const pattern = searchPattern(query.q ?? '')
  const where = allOf([
    sql`p.plant_id = ${actor.plantId}`,
    query.active === undefined ? null : sql`p.active = ${query.active === 'true'}`,
    query.short === undefined ? null : sql`p.active and p.stock < p.min_stock`,
    pattern === null ? null : sql`p.search like ${pattern}`,
  ])
  const [rows, counted] = await Promise.all([
    readRows(
      reads,
      sql<PartRead>`select ${columns} from spare_parts p where ${where}
        order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`,
    ),
    readRows(reads, countOf(sql`spare_parts p`, where)),
  ])
  return { items: rows.map((row) => partView(row, actor)), total: counted[0]?.total ?? 0 }
}

/** Fails with `not_found` when the plant has no such part. */
export async function onePart(reads: Reads, actor: Actor, id: string): Promise<SparePartRow> {
  const [row] = await readRows(
    reads,
    sql<PartRead>`select ${columns} from spare_parts p where p.plant_id = ${actor.plantId} and p.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : partView(row, actor)
}

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
  actor: Actor,
  id: string,
  query: QueryOf<Api['GET /api/spare-parts/:id/moves']>,
): Promise<ReplyOf<Api['GET /api/spare-parts/:id/moves']>> {
  await onePart(reads, actor, id)
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

function partView(row: PartRead, { tags }: Actor): SparePartRow {
  const edit = canKeep(tags)
  return {
    id: String(row.id),
    code: row.code,
    name: row.name,
    unit: row.unit,
    minStock: row.min_stock,
    place: row.place,
    price: row.price,
    note: row.note,
    active: row.active,
    stock: row.stock,
    short: row.active && row.stock < row.min_stock,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: { edit, delete: edit === true && row.moved ? 'in_use' : edit, move: canMove(row.active, tags) },
  }
}

function canMove(active: boolean, tags: readonly string[]): true | string {
  const allowed = canMaintain(tags)
  return allowed === true && !active ? 'part.inactive' : allowed
}
