import { sql } from 'kysely'
import type { Database, Write } from '../../platform/db/handles.ts'
import { keepSums } from '../inspection/move-inspection.ts'

/** A judged inspection as statistics see it: one item, a reading a piece. */
export interface JudgedInspection {
  readonly no: string
  readonly judgedAt: string
  readonly stage?: string
  readonly verdict?: 'pass' | 'fail' | 'concession'
  readonly pieceIds: readonly number[]
  /** Verdict of each piece; left out: it was not measured. */
  readonly verdicts?: readonly ('pass' | 'fail' | null)[]
  /** Deviation in tolerances of each reading, the first of the first piece. */
  readonly shares?: readonly number[]
  readonly itemId?: number
  readonly parentId?: number
  readonly twoSided?: boolean
  /** Crew of each piece. */
  readonly crews?: ReadonlyMap<number, number>
  readonly projectId?: number
  readonly processId?: number
}

/** Writes a standard to inspect by; returns the edition. */
export const anEdition = (db: Database): Promise<number> =>
  db.tx(async (write) => {
    const { rows } = await sql<{ id: number }>`
      with s as (insert into standards (plant_id, code, names, verdict, updated_by_name)
        values (1, 'GB', '{}', 'gb', 'x') returning id)
      insert into standard_editions (plant_id, standard_id, no, updated_by_name) select 1, id, '2020', 'x' from s
      returning id`.execute(write)
    return rows[0]?.id ?? 0
  })

const usual = {
  stage: 'after_weld',
  verdict: 'pass',
  verdicts: [],
  shares: [],
  itemId: 1,
  twoSided: true,
  parentId: null,
  projectId: null,
  processId: null,
  crews: new Map<number, number>() as ReadonlyMap<number, number>,
} as const

/** Writes a judged inspection; returns its id. */
export const judged = (db: Database, edition: number, inspection: JudgedInspection): Promise<number> =>
  db.tx(async (write) => {
    const {
      no,
      judgedAt,
      stage,
      verdict,
      pieceIds,
      verdicts,
      shares,
      itemId,
      twoSided,
      parentId,
      projectId,
      processId,
      crews,
    } = {
      ...usual,
      ...inspection,
    }
    const { rows } = await sql<{ id: number; item: number }>`
      with i as (
        insert into inspections (plant_id, no, stage, status, verdict, edition_id, standard_code, shape, pieces, parent_id,
          project_id, process_id, submitted_at, judged_at, search, created_at, updated_by_name)
        values (1, ${no}, ${stage}, 'judged', ${verdict}, ${edition}, 'GB', 'beam', ${pieceIds.length},
          ${parentId}, ${projectId}, ${processId}, ${judgedAt}, ${judgedAt}, '', ${judgedAt}, 'x') returning id
      )
      insert into inspection_items (inspection_id, plant_id, position, item_id, names, class, measures, lower, upper, rule, unit,
        tool, points, clause)
      select id, 1, 0, ${itemId}, ${JSON.stringify({ zh: `项${itemId}`, en: 'i', es: 'i' })}, 'general',
        'size', ${twoSided ? -2 : 0}, 2, '{}', 'mm', '', 100, '8.1' from i
      returning inspection_id as id, id as item`.execute(write)
    const { id = 0, item = 0 } = rows[0] ?? {}
    for (const [at, pieceId] of pieceIds.entries())
      await sql`
        insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, measured, verdict, crew_id)
        values (${id}, ${pieceId}, 1, ${String(pieceId)}, ${at === 0 && shares.length > 0}, ${verdicts[at] ?? null},
          ${crews.get(pieceId) ?? null})`.execute(write)
    for (const [at, share] of shares.entries())
      await sql`
        insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share, read_at,
          read_by_name)
        values (${id}, ${item}, ${pieceIds[0] ?? 0}, ${at + 1}, 1, ${400 + share * 2}, ${share * 2}, ${Math.abs(share) <= 1},
          ${Math.abs(share)}, ${judgedAt}::timestamptz + ${at} * interval '1 second', 'x')`.execute(write)
    await keepSums(write, 1, [id])
    return id
  })

/** Two crews of a workshop. */
export const twoCrews = (db: Database): Promise<[number, number]> =>
  db.tx(async (write) => {
    const { rows } = await sql<{ id: number }>`
      with w as (insert into workshops (plant_id, code, name, updated_by_name) values (1, 'WS', '一车间', 'x') returning id)
      insert into crews (plant_id, workshop_id, code, name, updated_by_name)
      select 1, w.id, c, c, 'x' from w, unnest(array['甲班', '乙班']) c returning id`.execute(write)
    return rows.map(({ id }) => id) as [number, number]
  })

/** Pieces of a lot, items of its form, and readings of an item of a piece. */
const shape = { pieces: 5, items: 8, points: 1 }

/**
 * Fills a plant with judged inspections of years, as many as hold so many readings, and with the non-conformances and weld tests
 * that such a factory has besides: for figures at size. Needs the orders and pieces of `fillOrders` and `fillWork`, and a superuser:
 * constraints that the statements keep by themselves are not checked row by row.
 */
export async function fillQuality(
  write: Write,
  plantId: number,
  { readings, now }: { readonly readings: number; readonly now: Date },
): Promise<void> {
  const lots = Math.ceil(readings / (shape.pieces * shape.items * shape.points))
  await sql`set local session_replication_role = replica`.execute(write)
  await fillInspections(write, plantId, lots, now)
  await fillReadings(write, plantId)
  await fillReports(write, plantId, Math.ceil(lots / 5), now)
  await fillTests(write, plantId, lots, now)
  await sql`set local session_replication_role = origin`.execute(write)
  await sql`
    analyze inspections, inspection_pieces, inspection_items, readings, reading_sums, ncrs, welds, weld_welders, welders,
      ndt_results`.execute(write)
}

/** Two years of lots, a project for every fifty of them, one in twelve failed. */
async function fillInspections(write: Write, plantId: number, lots: number, now: Date): Promise<void> {
  await sql`
    with s as (insert into standards (plant_id, code, names, verdict, updated_by_name)
      values (${plantId}, 'BULK', '{"zh":"批量","en":"bulk","es":"masivo"}', 'gb', 'x') returning id),
    e as (insert into standard_editions (plant_id, standard_id, no, updated_by_name)
      select ${plantId}, id, '1', 'x' from s returning id)
    insert into inspections (plant_id, no, stage, status, verdict, edition_id, standard_code, shape, pieces, project_id,
      process_id, submitted_at, judged_at, search, created_at, updated_by_name)
    select ${plantId}, 'BQ-' || n, (array['first', 'in_process', 'fit_up', 'after_weld', 'coating', 'final'])[1 + n % 6],
      'judged', case when n % 12 = 0 then 'fail' else 'pass' end, e.id, 'BULK', 'beam', ${shape.pieces},
      p.ids[1 + (n / 50) % cardinality(p.ids)], g.ids[1 + n % cardinality(g.ids)], at, at, 'bq-' || n, at, 'x'
    from generate_series(1, ${lots}::int) n
    cross join lateral (select ${now}::timestamptz - (${lots}::int - n) * (interval '730 days' / ${lots}::int) as at) t
    cross join e
    cross join (select array_agg(id) as ids from projects where plant_id = ${plantId}) p
    cross join (select array_agg(id) as ids from processes where plant_id = ${plantId}) g`.execute(write)
  await sql`
    insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, verdict, crew_id, machine_id)
    select i.id, p.ids[1 + ((i.id * ${shape.pieces} + k) % cardinality(p.ids))::int], ${plantId}::bigint, 'B-' || k,
      case when i.verdict = 'fail' and k = 1 then 'fail' else 'pass' end, c.ids[1 + (i.id % cardinality(c.ids))::int], v.ids[1 + ((i.id / 7) % cardinality(v.ids))::int]
    from inspections i cross join generate_series(1, ${shape.pieces}::int) k
    cross join (select array_agg(id) as ids from (
      select id from pieces where plant_id = ${plantId} order by id limit 100000) p) p
    cross join (select array_agg(id) as ids from crews where plant_id = ${plantId}) c
    cross join (select array_agg(id) as ids from machines where plant_id = ${plantId} and source <> 'sim') v
    where i.plant_id = ${plantId} and i.standard_code = 'BULK'`.execute(write)
  await sql`
    insert into inspection_items (inspection_id, plant_id, position, item_id, names, class, measures, lower, upper, rule, unit,
      tool, points, clause)
    select i.id, i.plant_id, k, (i.id % 3) * 100 + k, jsonb_build_object('zh', '项' || k, 'en', 'item ' || k, 'es', 'ítem ' || k),
      'general', 'size', -2, 2, '{}', 'mm', '', ${shape.points}, '8.' || k
    from inspections i cross join generate_series(1, ${shape.items}::int) k
    where i.plant_id = ${plantId} and i.standard_code = 'BULK'`.execute(write)
}

/** Deviations spread around nought; one in some forty lies outside. Added up as a judgement does it. */
async function fillReadings(write: Write, plantId: number): Promise<void> {
  await sql`
    insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share, read_at,
      read_by_name)
    select x.inspection_id, x.id, p.piece_id, k, i.plant_id, 400 + d, d, abs(d) <= 2, abs(d) / 2, i.judged_at - interval '1 hour', 'x'
    from inspection_items x join inspections i on i.id = x.inspection_id
    join inspection_pieces p on p.inspection_id = i.id
    cross join generate_series(1, ${shape.points}::int) k
    cross join lateral (select round((((x.id * 7919 + p.piece_id * 104729 + k) % 4100) / 1000.0 - 2.05)::numeric, 3) as d) v
    where i.plant_id = ${plantId} and i.standard_code = 'BULK'`.execute(write)
  await sql`
    insert into reading_sums (inspection_id, item_id, crew_id, machine_id, plant_id, standard_item_id, readings, outside)
    select r.inspection_id, r.item_id, coalesce(ip.crew_id, 0), coalesce(ip.machine_id, 0), r.plant_id, x.item_id, count(*),
      count(*) filter (where not r.inside)
    from readings r join inspection_items x on x.id = r.item_id
      join inspection_pieces ip on ip.inspection_id = r.inspection_id and ip.piece_id = r.piece_id
    where r.plant_id = ${plantId} group by 1, 2, 3, 4, 5, 6`.execute(write)
}

async function fillReports(write: Write, plantId: number, reports: number, now: Date): Promise<void> {
  await sql`
    insert into ncrs (plant_id, no, status, source, severity, defect_id, description, order_id, pieces, kg, cost, cause,
      disposition, disposed_at, approved_at, crew_id, raised_at, closed_at, created_by_name, search, updated_by_name)
    select ${plantId}, 'BN-' || n, 'closed', 'piece', 'minor', d.ids[1 + n % cardinality(d.ids)], 'x',
      o.ids[1 + (n * 7) % cardinality(o.ids)], 1, 100 + n % 900, case when n % 3 = 0 then n % 700 end,
      (array['man', 'machine', 'material', 'method'])[1 + n % 4], (array['rework', 'repair'])[1 + n % 2], at, at,
      c.ids[1 + n % cardinality(c.ids)], at, at + (n % 40) * interval '1 day', 'x', 'bn-' || n, 'x'
    from generate_series(1, ${reports}::int) n
    cross join lateral (select ${now}::timestamptz - (${reports}::int - n) * (interval '730 days' / ${reports}::int) as at) t
    cross join (select array_agg(id) as ids from defects where plant_id = ${plantId} and parent_id is not null) d
    cross join (select array_agg(id) as ids from orders where plant_id = ${plantId}) o
    cross join (select array_agg(id) as ids from crews where plant_id = ${plantId}) c`.execute(write)
}

/** Two first tests for each lot, by forty welders; one in fifteen fails. */
async function fillTests(write: Write, plantId: number, lots: number, now: Date): Promise<void> {
  await sql`
    insert into welders (plant_id, code, name, search, updated_by_name)
    select ${plantId}, 'BW' || n, '焊工' || n, 'bw' || n, 'x' from generate_series(1, 40) n`.execute(write)
  await sql`
    with made as (
      insert into welds (plant_id, piece_id, order_id, project_id, mark_id, serial, order_no, mark, no, joint, class, length_mm,
        thickness_mm, welded_at, plan_mm, demand_mm, state, search, updated_by_name)
      select ${plantId}, p.id, p.order_id, o.project_id, p.mark_id, p.serial, o.no, 'M', 'B' || p.id, 'butt', '2', 3000, 12,
        ${now}, 600, 600, 'passed', 'b', 'x'
      from (select * from pieces where plant_id = ${plantId} order by id limit ${2 * lots}) p
      join orders o on o.id = p.order_id returning id
    ),
    welders_of as (
      insert into weld_welders (weld_id, welder_id, plant_id)
      select m.id, w.ids[1 + (m.id % cardinality(w.ids))::int], ${plantId}::bigint from made m
      cross join (select array_agg(id) as ids from welders where plant_id = ${plantId} and code like 'BW%') w
    )
    insert into ndt_results (plant_id, request_id, weld_id, method, first, tested_at, tester, tested_mm, defect_mm, verdict,
      created_by_name)
    select ${plantId}, 0, id, (array['ut', 'rt', 'mt'])[1 + (id % 3)::int], true,
      ${now}::timestamptz - (row_number() over (order by id) % 730) * interval '1 day', 'x', 600,
      case when id % 15 = 0 then 40 else 0 end, case when id % 15 = 0 then 'fail' else 'pass' end, 'x'
    from made`.execute(write)
}
