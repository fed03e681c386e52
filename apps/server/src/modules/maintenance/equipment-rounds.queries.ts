import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { CheckResult } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type {
  CheckDetail,
  CheckRow,
  DueCheck,
  equipmentRoundsApi,
} from '@cloud-factory/contract/maintenance/equipment-rounds'
import { type RawBuilder, sql } from 'kysely'
import { inOrder } from '../../platform/crud/crud.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { today } from '../../platform/db/factory-day.ts'
import { photosOf } from '../../platform/files/photos.store.ts'

type Api = typeof equipmentRoundsApi
/** Active machines whose class has items and that have no inspection round today; the longest wait first. */
export async function listDueChecks(
  reads: Reads,
  actor: Actor,
  query: QueryOf<Api['GET /api/checks/due']>,
  now: Date,
): Promise<ReplyOf<Api['GET /api/checks/due']>> {
  const from = dueFrom(actor.plantId, now)
  const pattern = searchPattern(query.q ?? '')
  const where = pattern === null ? sql`true` : sql`d.search like ${pattern}`
  const page = sql<Omit<DueCheck, 'id'> & { readonly id: number }>`
    select d.id, d.code, d.name, d.class, d.workshop, d."lastDay", d.items from ${from} where ${where}
    order by d.code ${query.sort === '-code' ? sql`desc` : sql``} ${limitOf(query)}`
  const { rows, total } = await countedPage(reads, page, from, where)
  return { items: rows.map((row) => ({ ...row, id: String(row.id) })), total }
}

/** At most a few hundred machines; each looks up its last round by index. */
export const dueFrom = (plantId: number, now: Date): RawBuilder<unknown> => sql`
  (select m.id, m.code, m.name, m.search, p.class, w.name as workshop, last.day as "lastDay", i.items
    from machines m join machine_profiles p on p.id = m.profile_id left join workshops w on w.id = m.workshop_id
    join (select class, count(*)::int as items from check_items where plant_id = ${plantId} and active group by class) i
      on i.class = p.class
    left join lateral (select day from spot_checks s where s.machine_id = m.id order by at desc, id desc limit 1) last on true
    where m.plant_id = ${plantId} and m.active and m.source <> 'sim' and (last.day is null or last.day < ${today(plantId, now)})) d`

type CheckRead = {
  readonly id: number
  readonly machine_id: number
  readonly code: string
  readonly name: string
  readonly day: string
  readonly at: Date
  readonly by: string
  readonly items: number
  readonly faults: number
  readonly repair_id: number | null
  readonly repair_no: string | null
}

const checkSorts = bothWays({ at: ['s.at', 's.id'] })
const checkColumns = sql`s.id, s.machine_id, m.code, m.name, s.day, s.at, s.created_by_name as by, s.items, s.faults,
  s.repair_id, r.no as repair_no`
const checkJoins = sql`join machines m on m.id = s.machine_id left join repairs r on r.id = s.repair_id`

type ChecksQuery = QueryOf<Api['GET /api/checks']>

/** One page of checks, newest first. */
export async function listChecks(
  reads: Reads,
  actor: Actor,
  query: ChecksQuery,
): Promise<ReplyOf<Api['GET /api/checks']>> {
  const where = checksWhere(actor.plantId, query)
  const { rows, total } = await countedPage(reads, checksOf(where, query), sql`spot_checks s`, where)
  return { items: rows.map(checkView), total }
}

export function checksOf(where: RawBuilder<unknown>, query: ChecksQuery): RawBuilder<CheckRead> {
  const order = checkSorts[query.sort ?? '-at']
  return sql<CheckRead>`with page as (select * from spot_checks s where ${where} order by ${order} ${limitOf(query)})
    select ${checkColumns} from page s ${checkJoins} order by ${order}`
}

export const checksWhere = (plantId: number, query: ChecksQuery): RawBuilder<unknown> =>
  allOf([
    sql`s.plant_id = ${plantId}`,
    query.machineId === undefined ? null : sql`s.machine_id = ${query.machineId}`,
    query.faulty === undefined ? null : sql`s.faults > 0`,
    query.from === undefined ? null : sql`s.day >= ${query.from}::date`,
    query.to === undefined ? null : sql`s.day <= ${query.to}::date`,
  ])

/** Fails with `not_found` when the plant has no such check. */
export async function oneCheck(reads: Reads, plantId: number, id: string): Promise<CheckDetail> {
  const [row] = await readRows(
    reads,
    sql<CheckRead>`select ${checkColumns} from spot_checks s ${checkJoins}
      where s.plant_id = ${plantId} and s.id = ${Number(id)}`,
  )
  if (row === undefined) return fail('not_found')
  const [answers, photos] = await Promise.all([
    readRows(
      reads,
      sql<{ readonly item_id: number; readonly names: Names; readonly result: CheckResult }>`
        select item_id, names, result from spot_check_answers where check_id = ${row.id} order by position`,
    ),
    photosOf(reads, plantId, { table: 'maintenance_photos', of: { check_id: row.id } }),
  ])
  return {
    ...checkView(row),
    answers: answers.map(({ item_id: itemId, names, result }) => ({
      itemId: String(itemId),
      names: inOrder(names),
      result,
    })),
    photos,
  }
}

const checkView = (row: CheckRead): CheckRow => ({
  id: String(row.id),
  machineId: String(row.machine_id),
  machine: { code: row.code, name: row.name },
  day: row.day,
  at: row.at.toISOString(),
  by: row.by,
  items: row.items,
  faults: row.faults,
  repair:
    row.repair_id === null || row.repair_no === null
      ? null
      : { id: String(row.repair_id), no: row.repair_no },
})
