import { sql } from 'kysely'
import type { ReadingInput } from '@cloud-factory/contract/inspection/inspection-forms'
import type { JudgedReading } from '@cloud-factory/contract/inspection/verdict.rules'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import {
  insertRow,
  type NewRow,
  rowForUpdate,
  type SavedFields,
  saveRow,
} from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Frozen, InstrumentFacts } from './inspections.rules.ts'
import type { StoredInspection, StoredItem, StoredReading } from './inspections.queries.ts'
import { signed } from '../quality-records/public.ts'

/** Locks an inspection until the transaction ends. If its pieces are needed, lock them first. */
export async function inspectionForUpdate(
  write: Write,
  plantId: number,
  id: string,
): Promise<StoredInspection> {
  return rowForUpdate(write, 'inspections', plantId, id)
}

/**
 * Locks an inspection against changes by others until the transaction ends. Fails with `not_found` when the plant has no such
 * inspection.
 */
export async function inspectionForShare(
  write: Write,
  plantId: number,
  id: string,
): Promise<StoredInspection> {
  const { rows } = await sql<StoredInspection>`
    select * from inspections where plant_id = ${plantId} and id = ${id} for share`.execute(write)
  return rows[0] ?? fail('not_found', { params: { field: 'inspectionId' } })
}

/** Ids of its pieces, ascending. A lot never changes, so they may be read before anything is locked. */
export async function pieceIdsOf(write: Write, plantId: number, id: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select piece_id as id from inspection_pieces where plant_id = ${plantId} and inspection_id = ${id}
    order by piece_id`.execute(write)
  return rows.map((row) => row.id)
}

/** Whether it has a corrected version that is not cancelled. */
export async function hasCorrection(write: Write, plantId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from inspections where plant_id = ${plantId} and corrects_id = ${id} and status <> 'cancelled'`.execute(
    write,
  )
  return rows.length > 0
}

type NewInspection = Omit<NewRow<'inspections'>, 'created_by_name'>

export async function insertInspection(write: Write, actor: Actor, fields: NewInspection): Promise<number> {
  return insertRow(write, actor, 'inspections', { ...fields, created_by_name: actor.cnName })
}

export async function saveInspection(
  write: Write,
  actor: Actor,
  id: number,
  fields: SavedFields<'inspections'>,
): Promise<void> {
  await saveRow(write, actor, 'inspections', id, fields)
}

export interface NewLotPiece {
  readonly id: number
  readonly serial: string
  readonly measured: boolean
  /** The machine and the crew that made it; null: unknown. */
  readonly machineId: number | null
  readonly crewId: number | null
}

/**
 * Adds pieces to an inspection. A piece in another open inspection of the same gate violates `inspection_pieces_waits_once`.
 */
export async function insertLot(
  write: Write,
  plantId: number,
  inspectionId: number,
  processId: number | null,
  pieces: readonly NewLotPiece[],
): Promise<void> {
  await sql`
    insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, measured, open_process_id, machine_id, crew_id)
    select ${inspectionId}, id, ${plantId}, serial, measured, ${processId}::bigint, "machineId",
      "crewId"
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb)
      as p (id bigint, serial text, measured boolean, "machineId" bigint, "crewId" bigint)`.execute(write)
}

export type NewItem = Omit<StoredItem, 'id'>

/** Appends items to the form. */
export async function insertItems(
  write: Write,
  plantId: number,
  inspectionId: number,
  items: readonly NewItem[],
): Promise<void> {
  const rows = items.map((item, position) => ({ ...item, position }))
  await sql`
    insert into inspection_items (inspection_id, plant_id, position, item_id, names, class, measures, place, nominal_of,
      nominal, lower, upper, rule, unit, tool, points, clause, added)
    select ${inspectionId}, ${plantId}, position + (select coalesce(max(position), -1) + 1 from inspection_items
      where inspection_id = ${inspectionId}), "itemId", names, class, measures, place, "nominalOf", nominal, lower,
      upper, rule, unit, tool, points, clause, added
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (position int, "itemId" bigint, names jsonb, class text,
      measures text, place text, "nominalOf" text, nominal numeric, lower numeric, upper numeric, rule jsonb, unit text,
      tool text, points smallint, clause text, added boolean)`.execute(write)
}

/** Rewrites places, nominal values and limits of items. */
export async function refreezeItems(
  write: Write,
  inspectionId: number,
  items: readonly (Pick<StoredItem, 'id' | 'place'> & Omit<Frozen, 'missing'>)[],
): Promise<void> {
  await sql`
    update inspection_items set place = n.place, nominal = n.nominal, lower = n.lower, upper = n.upper
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as n (id bigint, place text, nominal numeric, lower numeric, upper numeric)
    where inspection_items.inspection_id = ${inspectionId} and inspection_items.id = n.id`.execute(write)
}

/** Releases the pieces: they no longer wait in this inspection. */
export async function closeLot(write: Write, plantId: number, inspectionId: number): Promise<void> {
  await sql`
    update inspection_pieces set open_process_id = null
    where plant_id = ${plantId} and inspection_id = ${inspectionId} and open_process_id is not null`.execute(
    write,
  )
}

/** Sets the verdicts of measured pieces by their own readings. */
export async function judgeLot(
  write: Write,
  plantId: number,
  inspectionId: number,
  verdicts: readonly { readonly id: number; readonly verdict: 'pass' | 'fail' | null }[],
): Promise<void> {
  await sql`
    update inspection_pieces set verdict = v.verdict
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v (id bigint, verdict text)
    where plant_id = ${plantId} and inspection_id = ${inspectionId} and piece_id = v.id`.execute(write)
}

/** Deletes an item from its form; its photos stay with the inspection. */
export async function deleteItem(
  write: Write,
  plantId: number,
  inspectionId: number,
  itemId: number,
): Promise<void> {
  await sql`
    update inspection_photos set item_id = null
    where plant_id = ${plantId} and inspection_id = ${inspectionId} and item_id = ${itemId}`.execute(write)
  await sql`
    delete from inspection_items
    where plant_id = ${plantId} and inspection_id = ${inspectionId} and id = ${itemId}`.execute(write)
}

export interface ReadingRow extends JudgedReading {
  readonly itemId: number
  readonly pieceId: number
  readonly point: number
  readonly value: string
  readonly instrumentId: string | null
  readonly note: string | null
}

/** Inserts or replaces readings of a locked inspection. */
export async function upsertReadings(
  write: Write,
  actor: Actor,
  inspectionId: number,
  readings: readonly ReadingRow[],
  at: Date,
): Promise<void> {
  if (readings.length === 0) return
  const { by, byName } = signed(actor)
  await sql`
    insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share,
      instrument_id, note, read_at, read_by, read_by_name)
    select ${inspectionId}, "itemId", "pieceId", point, ${actor.plantId}, value, deviation, inside,
      least(share, 999999.999999), "instrumentId", note, ${at}, ${by}, ${byName}
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r ("itemId" bigint, "pieceId" bigint, point smallint,
      value numeric, deviation numeric, inside boolean, share numeric, "instrumentId" bigint, note text)
    on conflict (inspection_id, item_id, piece_id, point) do update set value = excluded.value,
      deviation = excluded.deviation, inside = excluded.inside, share = excluded.share,
      instrument_id = excluded.instrument_id, note = excluded.note, read_at = excluded.read_at,
      read_by = excluded.read_by, read_by_name = excluded.read_by_name`.execute(write)
}

export async function deleteReadings(
  write: Write,
  plantId: number,
  inspectionId: number,
  readings: readonly StoredReading[],
): Promise<void> {
  if (readings.length === 0) return
  const cells = readings.map(({ itemId, pieceId, point }) => ({ itemId, pieceId, point }))
  await sql`
    delete from readings using jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      as c ("itemId" bigint, "pieceId" bigint, point smallint)
    where readings.plant_id = ${plantId} and inspection_id = ${inspectionId} and item_id = c."itemId"
      and piece_id = c."pieceId" and readings.point = c.point`.execute(write)
}

/** Instruments named by readings, by id. `expired`: the calibration was due before the plant's day of `now`. */
export async function instrumentsOf(
  write: Write,
  plantId: number,
  readings: readonly ReadingInput[],
  now: Date,
): Promise<ReadonlyMap<string, InstrumentFacts>> {
  const ids = [...new Set(readings.flatMap(({ instrumentId }) => instrumentId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<InstrumentFacts & { id: number }>`
    select i.id, i.active, trim_scale(range_low)::text as low, trim_scale(range_high)::text as high,
      coalesce(calibrated_until < (${now}::timestamptz at time zone p.time_zone)::date, false) as expired
    from instruments i join plants p on p.id = i.plant_id
    where i.plant_id = ${plantId} and i.id = any(${ids}::bigint[]) for key share of i`.execute(write)
  return new Map(rows.map((row) => [String(row.id), row]))
}
