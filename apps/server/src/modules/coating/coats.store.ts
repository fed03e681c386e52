import { sql, type Selectable } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import {
  coatDemands,
  openDemandsOf,
  grantPasses,
  revokePasses,
  processNamed,
  type OrdersPort,
} from '../quality-records/public.ts'
import { type CoatGrid, coatGridOf, type SpotReadings } from '@cloud-factory/domain/coating/coats.rules'
import type { FilmRule } from '@cloud-factory/domain/welding/weld-enums'
import { deleteRow, insertRow, type NewRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'

/** The process whose gate depends on coats. */
export const paintProcess = 'PaintComp'

/**
 * Passes pieces through the painting gate when their last film was accepted, and also their last fire coating if the
 * specification has one. Withdraws the pass of all others. The source of the pass is the piece itself.
 */
export async function recalculateCoats(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  at: Date,
): Promise<void> {
  const { plantId } = actor
  const processId = await processNamed(asReads(write), plantId, paintProcess)
  if (processId === null) return
  const demands = await openDemandsOf(asReads(write), plantId, pieceIds, coatDemands)
  const rows = await readRows(
    asReads(write),
    sql<{ id: number; coated: boolean; passed: boolean }>`
      select p.id, exists (select from coat_pieces o join coats c on c.id = o.coat_id
          where o.piece_id = p.id and o.plant_id = ${plantId} and c.status = 'pass') as coated,
        exists (select from gate_passes g where g.source = 'coating' and g.source_id = p.id and g.piece_id = p.id
          and g.plant_id = ${plantId}) as passed
      from unnest(${[...new Set(pieceIds)]}::bigint[]) as p (id) order by p.id`,
  )
  for (const { id, coated, passed } of rows) {
    const source = { source: 'coating', sourceId: id } as const
    const met = coated && !demands.has(id)
    if (met && !passed) await grantPasses(write, actor, source, { processId, pieceIds: [id], at })
    if (!met && passed) await revokePasses(write, plantId, source)
  }
}

export type StoredCoat = Selectable<Tables['coats']>

/** Locks a record until the transaction ends, after its orders and pieces. */
export async function lockCoat(
  write: Write,
  plantId: number,
  orders: OrdersPort,
  id: string,
): Promise<{ readonly coat: StoredCoat; readonly pieceIds: readonly number[] }> {
  // The pieces of a record never change, so they may be read before anything is locked.
  const pieces = await sql<{ id: number }>`select piece_id as id from coat_pieces
    where plant_id = ${plantId} and coat_id = ${Number(id)} order by piece_id`.execute(write)
  const pieceIds = pieces.rows.map((piece) => piece.id)
  await orders.lock(write, plantId, pieceIds)
  return { coat: await rowForUpdate(write, 'coats', plantId, id), pieceIds }
}

interface CoatedPiece {
  readonly id: number
  readonly serial: string
  readonly mark: string
  readonly kind: string
  readonly lengthMm: number | null
  readonly areaM2: number | null
}

export async function insertCoat(
  write: Write,
  actor: Actor,
  fields: Omit<NewRow<'coats'>, 'created_by_name'>,
  rule: FilmRule,
  pieces: readonly CoatedPiece[],
): Promise<number> {
  const row = { ...fields, pieces: pieces.length, created_by_name: actor.cnName }
  const id = await insertRow(write, actor, 'coats', row)
  const grids = pieces.map((piece) => coatGridOf(fields.check_kind, piece, rule))
  await sql`insert into coat_pieces (coat_id, piece_id, plant_id, serial, mark, spots, points)
    select ${id}, piece, ${actor.plantId}, serial, mark, spots, points
    from unnest(${pieces.map((piece) => piece.id)}::bigint[], ${pieces.map(({ serial }) => serial)}::text[],
      ${pieces.map(({ mark }) => mark)}::text[], ${grids.map(({ spots }) => spots)}::int[],
      ${grids.map(({ points }) => points)}::int[]) as p (piece, serial, mark, spots, points)`.execute(write)
  return id
}

export async function saveCoat(
  write: Write,
  actor: Actor,
  id: number,
  fields: Partial<Pick<StoredCoat, 'status' | 'measured' | 'judged_at' | 'judged_by_name'>>,
): Promise<void> {
  await saveRow(write, actor, 'coats', id, fields)
}

export async function deleteCoatRow(write: Write, plantId: number, id: number): Promise<void> {
  await deleteRow(write, plantId, 'coats', id)
}

/** Replaces the readings of pieces. */
export async function keepReadings(
  write: Write,
  plantId: number,
  coatId: number,
  pieces: readonly { readonly pieceId: number; readonly readings: SpotReadings }[],
): Promise<void> {
  const ids = pieces.map(({ pieceId }) => pieceId)
  await sql`delete from coat_readings where plant_id = ${plantId} and coat_id = ${coatId}
    and piece_id = any(${ids}::bigint[])`.execute(write)
  const cells = pieces.flatMap(({ pieceId, readings }) =>
    readings.flatMap((spot, at) =>
      spot.flatMap((value, point) =>
        value === null ? [] : [{ pieceId, spot: at + 1, point: point + 1, value }],
      ),
    ),
  )
  await sql`insert into coat_readings (coat_id, piece_id, spot, point, plant_id, value)
    select ${coatId}, c."pieceId", c.spot, c.point, ${plantId}, c.value
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as c ("pieceId" bigint, spot smallint, point smallint,
      value numeric)`.execute(write)
}

/** Readings of a record by piece, as text: exactly what was typed. Pieces without any are left out. */
export async function readingsOf(
  write: Write,
  plantId: number,
  coatId: number,
): Promise<{ readonly pieceId: number; readonly serial: string; readonly readings: SpotReadings }[]> {
  const rows = await readRows(
    asReads(write),
    sql<CoatGrid & { piece_id: number; serial: string; cells: Record<string, string> }>`
      select p.piece_id, p.serial, p.spots, p.points, ${cellsOf} as cells from coat_pieces p
      where p.plant_id = ${plantId} and p.coat_id = ${coatId}
        and exists (select from coat_readings r where r.coat_id = p.coat_id and r.piece_id = p.piece_id)
      order by p.serial, p.piece_id`,
  )
  return rows.map(({ piece_id: pieceId, serial, cells, ...grid }) => ({
    pieceId,
    serial,
    readings: gridOf(grid, cells),
  }))
}

/** Readings of each piece of a record, by piece. */
export async function gridsOf(
  write: Write,
  plantId: number,
  coatId: number,
): Promise<ReadonlyMap<number, CoatGrid>> {
  const rows = await readRows(
    asReads(write),
    sql<CoatGrid & { piece_id: number }>`select piece_id, spots, points from coat_pieces
      where plant_id = ${plantId} and coat_id = ${coatId}`,
  )
  return new Map(rows.map(({ piece_id: id, ...grid }) => [id, grid]))
}

/** Readings of piece `p` of a record as `{"1.1": "150"}`: spot, point, the shortest text of the number. */
export const cellsOf = sql`(select coalesce(jsonb_object_agg(r.spot || '.' || r.point, trim_scale(r.value)::text), '{}')
  from coat_readings r where r.coat_id = p.coat_id and r.piece_id = p.piece_id)`

export const gridOf = (
  { spots, points }: CoatGrid,
  cells: Readonly<Record<string, string>>,
): (string | null)[][] =>
  Array.from({ length: spots }, (_spot, spot) =>
    Array.from({ length: points }, (_point, point) => cells[`${spot + 1}.${point + 1}`] ?? null),
  )

/** Sets the verdict of each piece of a record; `null` withdraws the verdicts. */
export async function validatePieces(
  write: Write,
  plantId: number,
  coatId: number,
  verdict: 'pass' | 'fail' | null,
  failed: readonly number[],
): Promise<void> {
  await sql`update coat_pieces set verdict = case when ${verdict}::text is null then null
      when piece_id = any(${[...failed]}::bigint[]) then 'fail' else ${verdict}::text end
    where plant_id = ${plantId} and coat_id = ${coatId}`.execute(write)
}
