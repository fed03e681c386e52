import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { shareOf } from '../welding/public.ts'
import { everywhere, groupNames, checkSpan, spanIn } from './statistics-scope.ts'

type Api = (typeof qualityStatisticsApi)['GET /api/quality/repair-rates']
type Query = QueryOf<Api>

const maxRows = 100

interface Counted {
  readonly key: string | null
  /** What is called so by itself: a welder, a crew as the register of welders has it. */
  readonly name: string | null
  readonly joints: number
  readonly failed: number
  readonly tested_mm: number
  readonly defect_mm: number
}

/** Rejected by tested at the first test of each weld, as everywhere: by joints and by length. */
export async function repairRates(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  query: Query,
): Promise<ReplyOf<Api>> {
  checkSpan(query)
  const { crewId } = query
  const crew = crewId === undefined ? null : await orders.crewName(reads, plantId, Number(crewId))
  const rows = await readRows(reads, firstTests(plantId, query, crew))
  const ids = rows.flatMap(({ key }) => (key === null ? [] : [Number(key)]))
  const names: ReadonlyMap<number, Names> =
    query.by === 'project' || query.by === 'machine'
      ? await groupNames(reads, plantId, orders, query.by, ids)
      : new Map()
  return {
    items: rows.map((row) => ({
      key: row.key,
      names: row.name === null ? (names.get(Number(row.key)) ?? null) : everywhere(row.name),
      joints: { tested: row.joints, rejected: row.failed, percent: shareOf(row.failed, row.joints) },
      length: {
        tested: row.tested_mm,
        rejected: row.defect_mm,
        percent: shareOf(row.defect_mm, row.tested_mm),
      },
    })),
  }
}

interface Grouping {
  readonly key: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  readonly joined: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}
const plain = { name: sql`null::text`, joined: sql``, order: sql`joints desc, key nulls last` }
const ofWelders = sql`join weld_welders n on n.weld_id = r.weld_id join welders d on d.id = n.welder_id`

const groupings: Readonly<Record<Query['by'], Grouping>> = {
  month: {
    ...plain,
    key: sql`to_char(r.tested_at at time zone p.time_zone, 'YYYY-MM')`,
    order: sql`key`,
  },
  method: { ...plain, key: sql`r.method` },
  project: { ...plain, key: sql`w.project_id::text` },
  machine: { ...plain, key: sql`w.machine_id::text` },
  process: { ...plain, key: sql`s.process`, joined: sql`left join wps s on s.id = w.wps_id` },
  // A weld of two welders counts for both of them, and for the crew of each.
  welder: { ...plain, key: sql`d.id::text`, name: sql`min(d.code || ' ' || d.name)`, joined: ofWelders },
  crew: {
    ...plain,
    key: sql`nullif(d.crew, '')`,
    name: sql`nullif(d.crew, '')`,
    joined: sql`join (select distinct n.weld_id, d.crew from weld_welders n join welders d on d.id = n.welder_id) d
      on d.weld_id = r.weld_id`,
  },
}

/** `crew`: what the crew asked for is called in the register of welders. */
function firstTests(plantId: number, query: Query, crew: string | null) {
  const { key, name, joined, order } = groupings[query.by]
  const where = allOf([
    sql`p.id = ${plantId} and r.plant_id = ${plantId} and ${spanIn(query, sql`r.tested_at`)}`,
    query.projectId === undefined ? null : sql`w.project_id = ${query.projectId}`,
    query.machineId === undefined ? null : sql`w.machine_id = ${query.machineId}`,
    query.crewId === undefined
      ? null
      : sql`exists (select from weld_welders a join welders b on b.id = a.welder_id
          where a.weld_id = r.weld_id and b.crew = ${crew})`,
  ])
  return sql<Counted>`
    select ${key} as key, ${name} as name, count(*)::int as joints,
      (count(*) filter (where r.verdict = 'fail'))::int as failed, sum(r.tested_mm)::int as tested_mm,
      coalesce(sum(least(r.defect_mm, r.tested_mm)) filter (where r.verdict = 'fail'), 0)::int as defect_mm
    from plants p join ndt_results r on r.plant_id = p.id and r.undone_at is null and r.first
      join welds w on w.id = r.weld_id ${joined}
    where ${where} group by ${query.by === 'crew' ? sql`1, 2` : sql`1`} order by ${order} limit ${maxRows}`
}
