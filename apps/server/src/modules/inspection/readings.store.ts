import { sql } from 'kysely'
import type { ReadingInput } from '@cloud-factory/contract/inspection/inspection-forms'
import type { JudgedReading } from '@cloud-factory/contract/inspection/verdict.rules'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signed } from '../quality-records/public.ts'
import type { StoredReading } from './inspection-parts.ts'
import type { InstrumentFacts } from './readings.rules.ts'

export interface KeptReading extends JudgedReading {
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
  readings: readonly KeptReading[],
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
