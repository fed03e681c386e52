import { sql } from 'kysely'
import type { InspectedShape, InspectionStage } from '@cloud-factory/contract/quality-words'
import type { JudgedReading } from '@cloud-factory/contract/verdict.rules'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { searchText } from '../../../platform/search/search-text.ts'
import type { PassedPieces } from '../orders.port.ts'
import type { FormEdition } from '../standards/form-items.reads.ts'
import { partsOfMany } from './inspection-parts.ts'
import type { StoredInspection } from './inspections.tables.ts'
import { hashOfInspection } from './lock-content.ts'

interface DemoReading extends JudgedReading {
  readonly position: number
  readonly point: number
  readonly value: string
}

export interface DemoLot {
  readonly no: string
  readonly stage: InspectionStage
  readonly shape: InspectedShape
  readonly sizes: object
  readonly passed: PassedPieces
  readonly items: readonly object[]
  readonly readings: readonly DemoReading[]
}

interface DemoPeople {
  readonly inspectorId: number | null
  readonly inspector: string
  readonly judgeId: number | null
  readonly judge: string
}

interface DemoLots {
  readonly edition: FormEdition
  readonly people: DemoPeople
  readonly lots: readonly DemoLot[]
}

/** Lots written with one statement each. */
const atOnce = 300

/** Writes locked inspections with their pieces, forms, readings and passes, many at a time. */
export async function insertDemoLots(write: Write, plantId: number, given: DemoLots): Promise<void> {
  for (let at = 0; at < given.lots.length; at += atOnce) {
    const lots = given.lots.slice(at, at + atOnce)
    const rows = await insertRows(write, plantId, { ...given, lots })
    const ids = new Map(rows.map(({ id, no }) => [no, id]))
    await insertParts(write, plantId, given.people, lots, ids)
    await lockRows(write, rows)
  }
  await sql`
    insert into gate_passes (piece_id, process_id, source, source_id, plant_id, passed_at, passed_by, passed_by_name)
    select p.piece_id, i.process_id, 'inspection', i.id, ${plantId}, i.locked_at, i.judge_id, i.judge_name
    from inspections i join inspection_pieces p on p.inspection_id = i.id
    where i.plant_id = ${plantId} and i.status = 'locked' and i.verdict = 'pass'
    on conflict do nothing`.execute(write)
}

async function insertRows(
  write: Write,
  plantId: number,
  { edition, people, lots }: DemoLots,
): Promise<StoredInspection[]> {
  const rows = lots.map(({ no, stage, shape, sizes, passed }) => ({
    ...passed,
    no,
    stage,
    shape,
    sizes,
    pieces: passed.pieceIds.length,
    search: searchText(no, passed.orderNo, passed.mark),
  }))
  const { rows: stored } = await sql<StoredInspection>`
    insert into inspections (plant_id, no, stage, status, verdict, edition_id, edition_no, standard_code, verdict_family,
      shape, sizes, order_id, order_no, project_id, mark, process_id, is_hold_point, pieces, percent, at_least,
      inspector_id, inspector_name, submitted_at, judge_id, judge_name, judged_at, judge_note, search, created_at,
      created_by, created_by_name, updated_at, updated_by, updated_by_name)
    select ${plantId}, no, stage, 'judged', 'pass', ${edition.id}, ${edition.no}, ${edition.code}, ${edition.verdict},
      shape, sizes, "orderId", "orderNo", "projectId", mark, "processId", gate = 'hold', pieces, 1, 1,
      ${people.inspectorId}::bigint, ${people.inspector}, at - interval '70 minutes', ${people.judgeId}::bigint,
      ${people.judge}, at - interval '40 minutes', '', search, at - interval '2 hours', ${people.inspectorId}::bigint,
      ${people.inspector}, at - interval '30 minutes', ${people.judgeId}::bigint, ${people.judge}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (no text, stage text, shape text, sizes jsonb,
      "orderId" bigint, "orderNo" text, "projectId" bigint, mark text, "processId" bigint, gate text, pieces int,
      search text, at timestamptz)
    returning *`.execute(write)
  return stored
}

async function insertParts(
  write: Write,
  plantId: number,
  people: DemoPeople,
  lots: readonly DemoLot[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const pieces = lots.flatMap(({ no, passed }) =>
    passed.pieceIds.map((pieceId, index) => ({
      id: ids.get(no),
      pieceId,
      serial: passed.serials[index],
      index,
    })),
  )
  await sql`
    insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, measured, verdict)
    select id, "pieceId", ${plantId}, serial, index = 0, case when index = 0 then 'pass' end
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (id bigint, "pieceId" bigint, serial text, index int)`.execute(
    write,
  )
  const items = lots.flatMap(({ no, items: own }) =>
    own.map((item) => ({ ...item, inspection: ids.get(no) })),
  )
  await sql`
    insert into inspection_items (inspection_id, plant_id, position, item_id, names, class, measures, place, nominal_of,
      nominal, lower, upper, rule, unit, tool, points, clause)
    select inspection, ${plantId}, position, "itemId", names, class, measures, place, "nominalOf", nominal, lower, upper,
      rule, unit, tool, points, clause
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (inspection bigint, position int, "itemId" bigint,
      names jsonb, class text, measures text, place text, "nominalOf" text, nominal numeric, lower numeric, upper numeric,
      rule jsonb, unit text, tool text, points smallint, clause text)`.execute(write)
  const readings = lots.flatMap(({ no, readings: own, passed }) =>
    own.map((reading) => ({
      ...reading,
      inspection: ids.get(no),
      pieceId: passed.pieceIds[0],
      at: passed.at,
    })),
  )
  await sql`
    insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share, read_at,
      read_by, read_by_name)
    select r.inspection, i.id, r."pieceId", r.point, ${plantId}, r.value, r.deviation, r.inside, r.share,
      r.at - interval '90 minutes', ${people.inspectorId}::bigint, ${people.inspector}
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r (inspection bigint, position int, "pieceId" bigint,
      point smallint, value numeric, deviation numeric, inside boolean, share numeric, at timestamptz)
    join inspection_items i on i.inspection_id = r.inspection and i.position = r.position`.execute(write)
}

/** Hashes what was written and locks it. */
async function lockRows(write: Write, rows: readonly StoredInspection[]): Promise<void> {
  const parts = await partsOfMany(
    asReads(write),
    rows.map(({ id }) => id),
  )
  const hashes = rows.map((row) => ({ id: row.id, hash: hashOfInspection(row, parts(row.id), []) }))
  await sql`
    update inspections set status = 'locked', locked_at = updated_at, hash = h.hash
    from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as h (id bigint, hash text)
    where inspections.id = h.id`.execute(write)
}
