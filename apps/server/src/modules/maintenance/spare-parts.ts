import { spareParts } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { sql } from 'kysely'
import { type Crud, oneRow, type ReadContext } from '../../platform/crud/crud.ts'
import { canKeep, canMaintain } from './repairs.rules.ts'
import { likelyParts, likelyPrice } from '@cloud-factory/domain/numbers/decimals'
import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { StockMove } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { sparePartsApi, type SparePartRow } from '@cloud-factory/contract/maintenance/spare-parts'
import type { repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { resourceImport } from '../../platform/import/import-routes.ts'
import { type Write, type Reads } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { fail, questionQuantity, reject } from '../../platform/http/domain-error.ts'
import { repairForAction, type RepairCommandContext } from './move-repair.ts'
import { bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'

interface Move {
  readonly kind: StockMove
  readonly quantity: number
  readonly note: string
  readonly repair: { readonly id: number; readonly no: string } | null
}

/** Adds or removes parts, or sets the stock to a count. Fails with `part.short` when the stock is too low. */
export async function moveStock(
  context: RepairCommandContext,
  partId: string,
  input: BodyOf<(typeof sparePartsApi)['POST /api/spare-parts/:id/moves']>,
): Promise<void> {
  // A count that differs from the stock needs a reason.
  if (input.kind === 'count' && input.note.trim() === '')
    fail('request.invalid', { errors: [{ path: 'body.note', reason: 'required' }] })
  return move(context, partId, { ...input, repair: null })
}

/** Uses parts for an open repair order. Locks the order first, then the part. */
export async function usePart(
  context: RepairCommandContext,
  repairId: string,
  { partId, quantity, reason = '' }: BodyOf<(typeof repairsApi)['POST /api/repairs/:id/parts']>,
): Promise<void> {
  const { id, no } = await repairForAction(context, repairId, null, 'usePart')
  await move(context, partId, { kind: 'use', quantity, note: reason, repair: { id, no } })
}

async function move(
  { write, actor, now }: RepairCommandContext,
  partId: string,
  { kind, quantity, note, repair }: Move,
): Promise<void> {
  // The stock is read under the lock: of two people who take the last part, the second gets an error.
  const part = await rowForUpdate(write, 'spare_parts', actor.plantId, partId)
  const { code, unit } = part
  if (!part.active) reject('part.inactive', { code })
  const stock = stockAfter(part.stock, kind, quantity)
  if (stock < 0) reject('part.short', { code, stock: `${part.stock} ${unit}` })
  const change = Math.round((stock - part.stock) * 1000) / 1000
  if (change === 0) return
  // The note of a move is its reason.
  questionQuantity('parts', Math.abs(change), likelyParts(part.min_stock), note.trim() || undefined)
  await saveRow(write, actor, 'spare_parts', part.id, { stock })
  await insertMove(write, actor, now, {
    partId: part.id,
    kind,
    change,
    stock,
    repairId: repair?.id ?? null,
    note,
  })
  await recordAction(write, actor, {
    subjectKind: 'spare_part',
    action: 'spare_parts.move',
    event: 'equipment.parts_changed',
    id: String(part.id),
    name: code,
    before: { stock: part.stock },
    after: {
      stock,
      move: kind,
      ...(repair === null ? {} : { repair: repair.no }),
      ...(note === '' ? {} : { note }),
    },
  })
}

/** Rounded to thousandths, so that sums show no rounding errors. */
const stockAfter = (stock: number, kind: StockMove, quantity: number): number =>
  Math.round((kind === 'count' ? quantity : kind === 'in' ? stock + quantity : stock - quantity) * 1000) /
  1000

interface NewMove {
  readonly partId: number
  readonly kind: StockMove
  readonly change: number
  readonly stock: number
  readonly repairId: number | null
  readonly note: string
}

async function insertMove(write: Write, actor: Actor, now: Date, newMove: NewMove): Promise<void> {
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  await sql`
    insert into spare_moves (plant_id, part_id, kind, change, stock, repair_id, note, created_at, created_by, created_by_name)
    values (${actor.plantId}, ${newMove.partId}, ${newMove.kind}, ${newMove.change}, ${newMove.stock}, ${newMove.repairId},
      ${newMove.note}, ${now}, ${by}, ${byName})`.execute(write)
}

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
  const { rows, total } = await countedPage(
    reads,
    sql<StoredMove>`select v.id, v.created_at as at, v.kind, v.change, v.stock, v.repair_id, r.no as repair_no, v.note,
          v.created_by_name as by
        from spare_moves v left join repairs r on r.id = v.repair_id where ${where}
        order by ${moveSorts[query.sort ?? '-at']} ${limitOf(query)}`,
    sql`spare_moves v`,
    where,
  )
  return {
    items: rows.map(({ id: moveId, at, repair_id: repairId, repair_no: no, ...move }) => ({
      ...move,
      id: String(moveId),
      at: at.toISOString(),
      repair: repairId === null || no === null ? null : { id: String(repairId), no },
    })),
    total,
  }
}

/** Spare parts. The stock is changed by moves only. */
export const sparePartCrud: Crud<typeof spareParts, typeof sparePartsApi, { readonly moved: boolean }> = {
  resource: spareParts,
  columns: () => sql`exists (select from spare_moves v where v.part_id = r.id) as moved`,
  sorts: { code: ['r.code'], name: ['r.name', 'r.code'], stock: ['r.stock', 'r.code'] },
  conditions: ({ short }) => [short === undefined ? null : sql`r.active and r.stock < r.min_stock`],
  view: ({ stock, min_stock: minStock, active, moved, ...row }, { actor: { tags } }) => {
    const edit = canKeep(tags)
    return {
      stock,
      short: active && stock < minStock,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by_name,
      can: { edit, delete: edit === true && moved ? 'in_use' : edit, move: canMove(active, tags) },
    }
  },
  check: (_context, { price, reason }, before) => {
    if (price !== before?.price) questionQuantity('price', price ?? 0, likelyPrice, reason)
  },
}

/** A price far above the usual needs a reason, in a column of its own. */
export const sparePartImport = resourceImport(sparePartCrud, {
  schema: sparePartsApi['POST /api/spare-parts'].body,
  title: 'part.stock',
  extra: { reason: { type: 'text', max: 300, optional: true } },
})

function canMove(active: boolean, tags: readonly string[]): SparePartRow['can']['move'] {
  const allowed = canMaintain(tags)
  return allowed === true && !active ? 'part.inactive' : allowed
}
