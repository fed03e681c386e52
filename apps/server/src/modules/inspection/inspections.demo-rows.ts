import { sql } from 'kysely'
import type {
  InspectedShape,
  InspectionStage,
  itemMeasures,
} from '@cloud-factory/domain/inspection/quality-enums'
import type { JudgedReading } from '@cloud-factory/contract/inspection/verdict.rules'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { searchText } from '../../platform/search/search-text.ts'
import type { PassedPieces } from '../quality-records/public.ts'
import type { FormEdition } from '../standards/public.ts'
import { keepSums, hashOfInspection } from './move-inspection.ts'
import { partsOfMany, type StoredInspection } from './inspections.queries.ts'

interface DemoReading extends JudgedReading {
  readonly position: number
  readonly point: number
  readonly value: string
}

/** An item of a form with its limits. */
interface DemoItem {
  readonly position: number
  readonly measures: (typeof itemMeasures)[number]
  readonly nominal: string | null
  readonly lower: string | null
  readonly upper: string | null
}

export interface DemoLot {
  readonly no: string
  readonly verdict: 'pass' | 'fail'
  /** Days before the pieces passed. */
  readonly daysBefore: number
  /** Number of the failed inspection that it repeats. */
  readonly repeats: string | null
  readonly stage: InspectionStage
  readonly shape: InspectedShape
  readonly sizes: object
  readonly passed: PassedPieces
  readonly items: readonly DemoItem[]
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
  /** By process with a gate, the crew and the machine that made each piece. */
  readonly crews: ReadonlyMap<number, ReadonlyMap<number, number>>
  readonly machines: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** Number of lots per statement. */
const atOnce = 300

/** Inserts locked inspections with their pieces, forms, readings and passes, in large statements. */
export async function insertDemoLots(write: Write, plantId: number, demo: DemoLots): Promise<void> {
  for (let at = 0; at < demo.lots.length; at += atOnce) {
    const lots = demo.lots.slice(at, at + atOnce)
    await insertRows(write, plantId, { ...demo, lots })
    const rows = await linkRepeats(write, plantId, lots)
    const ids = new Map(rows.map(({ id, no }) => [no, id]))
    await insertParts(write, plantId, { ...demo, lots }, ids)
    await keepSums(write, plantId, [...ids.values()])
    await lockRows(write, rows)
  }
  await sql`
    insert into gate_passes (piece_id, process_id, source, source_id, plant_id, passed_at, passed_by, passed_by_name)
    select p.piece_id, i.process_id, 'inspection', i.id, ${plantId}, i.locked_at, i.judge_id, i.judge_name
    from inspections i join inspection_pieces p on p.inspection_id = i.id
    where i.plant_id = ${plantId} and i.status = 'locked' and i.verdict = 'pass'
    on conflict do nothing`.execute(write)
}

async function insertRows(write: Write, plantId: number, { edition, people, lots }: DemoLots): Promise<void> {
  const rows = lots.map(({ no, verdict, daysBefore, stage, shape, sizes, passed }) => ({
    ...passed,
    no,
    verdict,
    daysBefore,
    stage,
    shape,
    sizes,
    pieces: passed.pieceIds.length,
    search: searchText(no, passed.orderNo, passed.mark),
  }))
  await sql`
    insert into inspections (plant_id, no, stage, status, verdict, edition_id, edition_no, standard_code, verdict_family,
      shape, sizes, order_id, order_no, project_id, mark, process_id, is_hold_point, pieces, percent, at_least,
      inspector_id, inspector_name, submitted_at, judge_id, judge_name, judged_at, judge_note, search, created_at,
      created_by, created_by_name, updated_at, updated_by, updated_by_name)
    select ${plantId}, no, stage, 'judged', verdict, ${edition.id}, ${edition.no}, ${edition.code}, ${edition.verdict},
      shape, sizes, "orderId", "orderNo", "projectId", mark, "processId", gate = 'hold', pieces, 1, 1,
      ${people.inspectorId}::bigint, ${people.inspector}, at - interval '70 minutes', ${people.judgeId}::bigint,
      ${people.judge}, at - interval '40 minutes', '', search, at - interval '2 hours', ${people.inspectorId}::bigint,
      ${people.inspector}, at - interval '30 minutes', ${people.judgeId}::bigint, ${people.judge}
    from (select r.*, passed_at - "daysBefore" * interval '1 day' as at
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ at, ...row }) => ({ ...row, passed_at: at })))}::jsonb) as r (no text,
      verdict text, "daysBefore" int, stage text, shape text, sizes jsonb, "orderId" bigint, "orderNo" text,
      "projectId" bigint, mark text, "processId" bigint, gate text, pieces int, search text, passed_at timestamptz)) r`.execute(
    write,
  )
}

/** Links re-inspections to the failed inspections; returns all of them as stored. */
async function linkRepeats(
  write: Write,
  plantId: number,
  lots: readonly DemoLot[],
): Promise<StoredInspection[]> {
  // About one in twenty repeats another: updating only those rows is cheaper than rewriting all rows.
  const pairs = lots.flatMap(({ no, repeats }) => (repeats === null ? [] : [{ no, repeats }]))
  await sql`
    update inspections i set parent_id = p.id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as l (no text, repeats text)
      join inspections p on p.plant_id = ${plantId} and p.no = l.repeats
    where i.plant_id = ${plantId} and i.no = l.no`.execute(write)
  const { rows } = await sql<StoredInspection>`
    select * from inspections where plant_id = ${plantId} and no = any(${lots.map(({ no }) => no)}::text[])`.execute(
    write,
  )
  return rows
}

async function insertParts(
  write: Write,
  plantId: number,
  { people, lots, crews, machines }: DemoLots,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const pieces = lots.flatMap(({ no, verdict, passed }) =>
    passed.pieceIds.map((pieceId, index) => ({
      id: ids.get(no),
      verdict,
      pieceId,
      serial: passed.serials[index],
      index,
      machine: machines.get(passed.processId)?.get(pieceId) ?? null,
      crew: crews.get(passed.processId)?.get(pieceId) ?? null,
    })),
  )
  await sql`
    insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, measured, verdict, machine_id, crew_id)
    select id, "pieceId", ${plantId}, serial, index = 0, case when index = 0 then verdict end, machine, crew
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (id bigint, verdict text, "pieceId" bigint, serial text,
      index int, machine bigint, crew bigint)`.execute(write)
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
  const readings = lots.flatMap(({ no, daysBefore, readings: own, passed }) =>
    own.map((reading) => ({
      ...reading,
      daysBefore,
      inspection: ids.get(no),
      pieceId: passed.pieceIds[0],
      at: passed.at,
    })),
  )
  await sql`
    insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share, read_at,
      read_by, read_by_name)
    select r.inspection, i.id, r."pieceId", r.point, ${plantId}, r.value, r.deviation, r.inside, r.share,
      r.at - interval '90 minutes' - r."daysBefore" * interval '1 day', ${people.inspectorId}::bigint, ${people.inspector}
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r (inspection bigint, position int, "pieceId" bigint,
      point smallint, value numeric, deviation numeric, inside boolean, share numeric, at timestamptz, "daysBefore" int)
    join inspection_items i on i.inspection_id = r.inspection and i.position = r.position`.execute(write)
}

/** Computes the hashes of the inserted inspections and locks them. */
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
