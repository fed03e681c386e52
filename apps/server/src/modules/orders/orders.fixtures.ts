import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import type { projectsApi } from '@cloud-factory/contract/projects/projects'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { Finding, ParsedList, ParsedMark } from '../order-import/parsing/import.types.ts'
import { insertImport } from '../order-import/imports.store.ts'
import { keepReading } from '../order-import/store-reading.ts'
import { createOrder } from './save-order.ts'
import { createProject } from '../projects/save-project.ts'

/** A planner of the tests: may do everything with orders. */
export const planner: Actor = {
  userId: '7',
  plantId: 1,
  username: 'planner',
  cnName: '周计划',
  tags: ['order.view', 'order.edit', 'order.import'],
  sessionId: '1',
  address: '127.0.0.1',
  requestId: 'test',
}

export const viewer: Actor = {
  ...planner,
  userId: '8',
  username: 'viewer',
  cnName: '吴看',
  tags: ['order.view'],
}

/** Friday 20 March 2026, 20:00 in Shanghai. */
export const now = new Date('2026-03-20T12:00:00Z')

export const projectInput = (
  overrides: Partial<BodyOf<(typeof projectsApi)['POST /api/projects']>> = {},
): BodyOf<(typeof projectsApi)['POST /api/projects']> => ({
  code: 'P-1',
  name: '市体育中心',
  customer: '城建集团',
  contractNo: null,
  acceptanceStandard: 'GB50205-2020',
  startsOn: null,
  endsOn: null,
  ...overrides,
})

export const orderInput = (
  projectId: string,
  overrides: Partial<BodyOf<(typeof ordersApi)['POST /api/orders']>> = {},
): BodyOf<(typeof ordersApi)['POST /api/orders']> => ({
  projectId,
  no: 'O-1',
  name: '钢柱',
  customerPo: null,
  priority: 'B',
  dueOn: null,
  contractTonnes: null,
  note: null,
  ...overrides,
})

export const newProject = (
  db: Database,
  overrides: Parameters<typeof projectInput>[0] = {},
): Promise<string> => db.tx((write) => createProject(write, planner, projectInput(overrides)))

export const newOrder = (
  db: Database,
  projectId: string,
  overrides: Parameters<typeof orderInput>[1] = {},
): Promise<string> => db.tx((write) => createOrder(write, planner, orderInput(projectId, overrides)))

/** A mark as the parsers give it: two pieces of 100.5 kg with one part each. */
export const parsedMark = (mark: string, overrides: Partial<ParsedMark> = {}): ParsedMark => ({
  mark,
  name: '钢柱',
  profile: 'HW400*400*13*21',
  grade: 'Q355B',
  quantity: 2,
  lengthMm: 6000,
  netKg: 100.5,
  grossKg: 104,
  areaM2: 8.25,
  weightSource: 'file',
  parts: [
    {
      partMark: `${mark}-a`,
      profile: 'PL20*300',
      lengthMm: 400,
      quantityPerMark: 4,
      netKg: 18.84,
      isMain: true,
      file: 'list.xls',
      row: 4,
    },
  ],
  file: 'list.xls',
  row: 3,
  ...overrides,
})

export const parsedList = (marks: ParsedMark[], findings: Finding[] = []): ParsedList => ({
  format: 'tekla-text',
  encoding: 'utf-8',
  columns: [{ header: '构件编号', meaning: 'mark', index: 0 }],
  marks,
  totals: { computed: { pieces: 0, netKg: 0, grossKg: 0, marks: marks.length, parts: 0 } },
  findings,
})

/** An import of an order that was read and waits to be applied. */
export async function readImport(db: Database, orderId: string, list: ParsedList): Promise<string> {
  const id = await db.tx((write) =>
    insertImport(write, planner, Number(orderId), [{ name: 'list.xls', bytes: 10, sha256: '0'.repeat(64) }]),
  )
  await keepReading(db, { id, plantId: planner.plantId }, list, new AbortController().signal, 70)
  return String(id)
}

/**
 * Fills a plant with orders and their counters, without marks and pieces: for plans and figures at size. One project
 * for every 500 orders; the older an order, the further its state; one order in a thousand is called 稀有.
 * Ends with new statistics for the planner.
 */
export async function fillOrders(
  write: Write,
  plantId: number,
  { orders, now }: { readonly orders: number; readonly now: Date },
): Promise<void> {
  const projects = Math.ceil(orders / 500)
  await sql`
    insert into projects (plant_id, code, name, customer, acceptance_standard, orders, search, updated_by_name)
    select ${plantId}, 'BULK-' || n, '工程' || n, '客户' || n % 40, 'GB50205-2020', 500,
      'bulk-' || n || ' |  工 程 ' || n || ' |  客 户 ' || n % 40, '周敏'
    from generate_series(1, ${projects}::int) n`.execute(write)
  await sql`
    insert into orders (plant_id, project_id, no, name, status, priority, due_on, marks, pieces, weight_kg,
      pieces_by_status, created_at, updated_at, updated_by_name, search, released_at, progress, by_process)
    select ${plantId}, p.ids[1 + n % ${projects}::int], 'SO-' || lpad(n::text, greatest(6, length(n::text)), '0'), name, status,
      (array['A', 'B', 'B', 'C'])[1 + n % 4], (${now}::timestamptz - age * interval '1 day')::date + 60, 12,
      20, kg, jsonb_build_object('planned', 20),
      ${now}::timestamptz - age * interval '1 day', ${now}::timestamptz - age * interval '20 hours', '周敏',
      'so-' || lpad(n::text, greatest(6, length(n::text)), '0') || ' | ' || case when n % 997 = 0 then ' 稀 有 ' else ' 订 单 ' || n end,
      case when by_process <> '[]' then ${now}::timestamptz - age * interval '1 day' end,
      case when status = 'in_production' then 0.4 else 0 end, by_process
    from generate_series(1, ${orders}::int) n
    cross join lateral (select (${orders}::int - n) * 1000.0 / ${orders}::int as age, 1000 + n * 7919::bigint % 90000 as kg,
      case when n % 997 = 0 then '稀有' else '订单' || n end as name) a
    cross join lateral (select case when n % 50 = 0 then 'cancelled' when age > 60 then 'closed' when age > 45
      then 'shipped' when age > 35 then 'completed' when age > 12 then 'in_production' when age > 6 then 'released'
      when age > 2 then 'confirmed' else 'draft' end as status) s
    cross join lateral (select case when status in ('draft', 'confirmed', 'cancelled') then '[]' else
      (select jsonb_agg(jsonb_build_object('process', p, 'pieces', 20, 'donePieces', 14 - p, 'kg', kg,
        'doneKg', round(kg / p::numeric, 3))) from generate_series(1, 13) p) end as by_process) b
    cross join (select array_agg(id order by id) as ids from projects where plant_id = ${plantId}) p`.execute(
    write,
  )
  await fillDays(write, plantId, now)
  await sql`analyze projects, orders, order_days, plant_days`.execute(write)
}

/** Four weeks of work on the orders in production, written day by day as it happens: what a forecast reads. */
async function fillDays(write: Write, plantId: number, now: Date): Promise<void> {
  // One sum for each day of the plant, not one change for each day of an order.
  await sql`set local session_replication_role = replica`.execute(write)
  await sql`
    insert into order_days (order_id, day, plant_id, weighted_kg)
    select id, ${now}::date - d, ${plantId}, 100 from orders cross join generate_series(1, 28) d
    where plant_id = ${plantId} and status = 'in_production' order by d desc, id`.execute(write)
  await sql`
    insert into plant_days (plant_id, day, weighted_kg, orders)
    select plant_id, day, sum(weighted_kg), count(*) from order_days where plant_id = ${plantId} group by 1, 2`.execute(
    write,
  )
}
