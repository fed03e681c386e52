import { likelyParts } from '@cloud-factory/domain/numbers/likely.rules'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { StockMove } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { sparePartsApi } from '@cloud-factory/contract/maintenance/spare-parts'
import type { repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { questionQuantity, fail } from '../../platform/http/domain-error.ts'
import { repairForAction, type RepairCommandContext } from './move-repair.ts'

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
  if (!part.active) fail('state.refused', { params: { reason: 'part.inactive', code } })
  const stock = stockAfter(part.stock, kind, quantity)
  if (stock < 0)
    fail('state.refused', { params: { reason: 'part.short', code, stock: `${part.stock} ${unit}` } })
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

async function insertMove(write: Write, actor: Actor, now: Date, given: NewMove): Promise<void> {
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  await sql`
    insert into spare_moves (plant_id, part_id, kind, change, stock, repair_id, note, created_at, created_by, created_by_name)
    values (${actor.plantId}, ${given.partId}, ${given.kind}, ${given.change}, ${given.stock}, ${given.repairId},
      ${given.note}, ${now}, ${by}, ${byName})`.execute(write)
}
