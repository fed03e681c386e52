import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/processes'
import type { qualityStatisticsApi } from '@cloud-factory/contract/quality-statistics'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import type { OrdersPort } from '../orders.port.ts'
import { shareOf } from '../welds/ndt-plan.rules.ts'
import { everywhere } from './group-names.ts'
import { checkSpan, spanIn } from './statistics-scope.ts'

type Api = (typeof qualityStatisticsApi)['GET /api/quality/repair-rates']
type Query = QueryOf<Api>

const mostRows = 100

interface Counted {
  readonly key: string
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
  const rows = await readRows(reads, firstTests(plantId, query))
  const projects =
    query.by === 'project'
      ? await orders.projectNames(
          reads,
          plantId,
          rows.map(({ key }) => Number(key)),
        )
      : new Map<number, string>()
  const namesOf = ({ key, name }: Counted): Names | null => {
    const own = name ?? projects.get(Number(key))
    return own === undefined ? null : everywhere(own)
  }
  return {
    items: rows.map((row) => ({
      key: row.key,
      names: namesOf(row),
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
const plain = { name: sql`null::text`, joined: sql``, order: sql`joints desc, key` }

const groupings: Readonly<Record<Query['by'], Grouping>> = {
  month: {
    ...plain,
    key: sql`to_char(r.tested_at at time zone p.time_zone, 'YYYY-MM')`,
    order: sql`key`,
  },
  method: { ...plain, key: sql`r.method` },
  project: { ...plain, key: sql`w.project_id::text`, joined: sql`join welds w on w.id = r.weld_id` },
  // A weld of two welders counts for both of them.
  welder: {
    ...plain,
    key: sql`d.id::text`,
    name: sql`min(d.code || ' ' || d.name)`,
    joined: sql`join weld_welders n on n.weld_id = r.weld_id join welders d on d.id = n.welder_id`,
  },
}

function firstTests(plantId: number, query: Query) {
  const { key, name, joined, order } = groupings[query.by]
  return sql<Counted>`
    select ${key} as key, ${name} as name, count(*)::int as joints,
      (count(*) filter (where r.verdict = 'fail'))::int as failed, sum(r.tested_mm)::int as tested_mm,
      coalesce(sum(least(r.defect_mm, r.tested_mm)) filter (where r.verdict = 'fail'), 0)::int as defect_mm
    from plants p join ndt_results r on r.plant_id = p.id and r.undone_at is null and r.first ${joined}
    where p.id = ${plantId} and r.plant_id = ${plantId} and ${spanIn(query, sql`r.tested_at`)}
    group by 1 order by ${order} limit ${mostRows}`
}
