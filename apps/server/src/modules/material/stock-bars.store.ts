import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { stockBarsApi } from '@cloud-factory/contract/material/stock-bars'
import { isLikelyWeight } from '@cloud-factory/domain/numbers/decimals'
import { type Selectable, sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { insertRow, rowForAction, rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { oneLot } from './lots.queries.ts'
import { oneStockBar } from './stock-bars.queries.ts'

/** Lots of more bars than this get their bars by hand: such a number is more likely a mistake. */
const maxLotBars = 2000

type StoredLot = Selectable<Tables['material_lots']>

/** Bars of equal length; each weighs its share of the lot, the last one of a whole lot the rest. */
async function insertBars(
  write: Write,
  actor: Actor,
  lot: Pick<StoredLot, 'id' | 'pieces' | 'kg' | 'location'>,
  pieces: number,
  lengthMm: number,
): Promise<void> {
  const grams = Math.round(Number(lot.kg) * 1000)
  const each = Math.floor(grams / lot.pieces)
  const last = pieces === lot.pieces ? grams - each * (pieces - 1) : each
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  await sql`
    insert into stock_bars (plant_id, lot_id, length_mm, kg, location, created_by, updated_by, updated_by_name)
    select ${actor.plantId}::bigint, ${lot.id}::bigint, ${lengthMm}::numeric,
      case when n < ${pieces} then ${each}::numeric else ${last}::numeric end / 1000, ${lot.location}::text, ${by}::bigint, ${by}::bigint, ${byName}::text
    from generate_series(1, ${pieces}::int) n`.execute(write)
}

/**
 * Writes the bars of a lot whose length is known, again when its figures were corrected. Lots of which a bar is reserved or cut
 * cannot be corrected any more.
 */
export async function writeLotBars(write: Write, actor: Actor, lotId: number): Promise<void> {
  const lot = await rowForUpdate(write, 'material_lots', actor.plantId, String(lotId))
  const { rows } = await sql<{ status: string }>`
    select status from stock_bars where lot_id = ${lotId} order by id for no key update`.execute(write)
  if (lot.cut_kg > 0 || rows.some(({ status }) => status !== 'available')) reject('lot.bars_used')
  await sql`delete from stock_bars where lot_id = ${lotId}`.execute(write)
  if (lot.form === 'plate' || lot.length_mm === null || lot.pieces > maxLotBars) return
  await insertBars(write, actor, lot, lot.pieces, lot.length_mm)
}

/** The bars of a lot lie where the lot lies; remnants have a place of their own. */
export const moveLotBars = (write: Write, plantId: number, lotId: number, location: string) =>
  sql`update stock_bars set location = ${location}
    where plant_id = ${plantId} and lot_id = ${lotId} and parent_id is null and status in ('available', 'reserved')`.execute(
    write,
  )

type Api = typeof stockBarsApi

/** Adds bars to a lot that has none, at most as many as it still has by weight. */
export async function addLotBars(
  write: Write,
  actor: Actor,
  id: string,
  { version, pieces, lengthMm }: BodyOf<Api['POST /api/lots/:id/bars']>,
): Promise<void> {
  const lot = await rowForUpdate(write, 'material_lots', actor.plantId, id)
  const view = await oneLot(asReads(write), actor, id)
  if (lot.version !== version) fail('version.conflict', { current: view })
  const { rows } = await sql`select from stock_bars where lot_id = ${lot.id} limit 1`.execute(write)
  if (lot.form === 'plate') reject('lot.no_bars')
  if (rows.length > 0) reject('lot.has_bars')
  const grams = (kg: number) => Math.round(kg * 1000)
  if (pieces > lot.pieces || Math.floor(grams(lot.kg) / lot.pieces) * pieces > grams(view.leftKg))
    reject('lot.too_little', { heat: view.heat.no })
  await insertBars(write, actor, lot, pieces, lengthMm)
  await saveRow(write, actor, 'material_lots', lot.id, { length_mm: lengthMm })
  await recordAction(write, actor, {
    action: 'material.add_bars',
    subjectKind: 'lot',
    event: 'material.bars_changed',
    id,
    name: view.heat.no,
    after: { pieces, lengthMm },
  })
}

/** Takes a bar out of stock; its weight counts as cut. */
export async function scrapBar(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason }: BodyOf<Api['POST /api/stock-bars/:id/scrap']>,
): Promise<void> {
  const action = { id, version, action: 'scrap' } as const
  const { row, view } = await rowForAction(write, actor, 'stock_bars', action, oneStockBar)
  await saveRow(write, actor, 'stock_bars', row.id, { status: 'scrapped' })
  await addCutKg(write, actor.plantId, row.lot_id, row.kg)
  await recordAction(write, actor, {
    action: 'material.scrap_bar',
    subjectKind: 'lot',
    event: 'material.bars_changed',
    id: view.lot.id,
    name: view.heat.no,
    after: { lengthMm: view.lengthMm, reason },
  })
}

/** Locks bars in the order of their ids and reserves them; fails unless all are available and may be used. */
export async function reserveBars(write: Write, actor: Actor, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ status: string; usable: boolean }>`
    select b.status, l.status in ('released', 'concession') as usable
    from stock_bars b join material_lots l on l.id = b.lot_id
    where b.plant_id = ${actor.plantId} and b.id = any(${[...ids]}::bigint[]) order by b.id for no key update of b`.execute(
    write,
  )
  if (rows.length < ids.length || rows.some(({ status }) => status !== 'available'))
    reject('nest.bar_unavailable')
  if (rows.some(({ usable }) => !usable)) reject('nest.lot_blocked')
  await setBars(write, actor, ids, 'reserved')
}

/** Makes reserved bars available again. */
export const freeBars = (write: Write, actor: Actor, ids: readonly number[]) =>
  setBars(write, actor, ids, 'available')

const setBars = (
  write: Write,
  actor: Actor,
  ids: readonly number[],
  status: 'reserved' | 'available',
): Promise<unknown> => {
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  return sql`update stock_bars set status = ${status}, version = version + 1, updated_at = now(), updated_by = ${by}::bigint,
      updated_by_name = ${byName}
    where plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`.execute(write)
}

/** Marks a reserved bar as cut. Its remnant is a new bar of the same lot; the lot loses the rest of its weight. */
export async function cutStockBar(
  write: Write,
  actor: Actor,
  id: number,
  remnant: { readonly lengthMm: number; readonly location: string } | null,
): Promise<void> {
  const bar = await rowForUpdate(write, 'stock_bars', actor.plantId, String(id))
  if (bar.status !== 'reserved') reject('nest.bar_cut')
  const { rows } = await sql<{ status: string }>`
    select status from material_lots where id = ${bar.lot_id} for no key update`.execute(write)
  if (rows[0]?.status !== 'released' && rows[0]?.status !== 'concession') reject('nest.lot_blocked')
  await saveRow(write, actor, 'stock_bars', bar.id, { status: 'cut' })
  let leftKg = 0
  if (remnant !== null) {
    leftKg = Math.round((bar.kg * remnant.lengthMm * 1000) / bar.length_mm) / 1000
    await insertRow(write, actor, 'stock_bars', {
      lot_id: bar.lot_id,
      parent_id: bar.id,
      length_mm: remnant.lengthMm,
      kg: leftKg,
      location: remnant.location,
    })
  }
  await addCutKg(write, actor.plantId, bar.lot_id, Math.round((bar.kg - leftKg) * 1000) / 1000)
}

/** What cut bars or plates take from a lot; negative: a report is undone. */
export async function addCutKg(write: Write, plantId: number, lotId: number, kg: number): Promise<void> {
  try {
    await sql`update material_lots set cut_kg = cut_kg + ${kg} where plant_id = ${plantId} and id = ${lotId}`.execute(
      write,
    )
  } catch (error) {
    if (violationOf(error)?.constraint !== 'material_lots_cut_check') throw error
    reject('lot.bars_overdrawn')
  }
}

/** Remembers the size of the plates of lots that have none. */
export async function setPlateSizes(
  write: Write,
  actor: Actor,
  sizes: readonly { readonly lotId: string; readonly lengthMm: number; readonly widthMm: number }[],
): Promise<void> {
  for (const { lotId, lengthMm, widthMm } of sizes.toSorted((a, b) => Number(a.lotId) - Number(b.lotId))) {
    const lot = await rowForUpdate(write, 'material_lots', actor.plantId, lotId)
    if (lot.form !== 'plate' || (lot.length_mm !== null && lot.width_mm !== null)) continue
    const thickness = Number(lot.thickness_mm ?? 0)
    if (thickness > 0 && !isLikelyWeight(lot.kg / lot.pieces, lengthMm * widthMm * thickness * 7.85e-6))
      reject('lot.unlikely_size', { kg: Math.round(lot.kg / lot.pieces) })
    await saveRow(write, actor, 'material_lots', lot.id, { length_mm: lengthMm, width_mm: widthMm })
  }
}
