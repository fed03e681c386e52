import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { RepairDetail, RepairRow, repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { subjectHistory } from '../../platform/audit/history.queries.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { deciderOf, decidersOf } from '../../platform/auth/four-eyes.reads.ts'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countOf, limitOf, type PageQuery } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { photosOf } from './photos.reads.ts'
import { canReport, repairCan } from './repairs.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof repairsApi
export type RepairsQuery = QueryOf<Api['GET /api/repairs']>

type RepairRead = Selectable<Tables['repairs']> & {
  readonly machine_code: string
  readonly machine_name: string
  readonly photos: number
}

const sorts = {
  ...bothWays({ no: ['r.id'], reportedAt: ['r.reported_at', 'r.id'] }),
  downtime: sql`r.downtime_s nulls last, r.id`,
  '-downtime': sql`r.downtime_s desc nulls last, r.id desc`,
}

const columns = sql`r.*, m.code as machine_code, m.name as machine_name,
  (select count(*)::int from maintenance_photos p where p.repair_id = r.id) as photos`

/** One page of repair orders, newest first, and how many match. */
export async function listRepairs(
  reads: Reads,
  actor: Actor,
  query: RepairsQuery,
): Promise<ReplyOf<Api['GET /api/repairs']>> {
  const where = repairsWhere(actor.plantId, query)
  const [rows, counted] = await Promise.all([
    readRows(reads, repairsOf(where, query)),
    readRows(reads, countOf(sql`repairs r`, where)),
  ])
  const ids = rows.map(({ id: repairId }) => repairId)
  const who = await decidersOf(reads, actor, ['repair_verify'], ids)
  return {
    items: rows.map((row) => repairView(row, who(row.id))),
    total: counted[0]?.total ?? 0,
    can: { report: canReport(actor.tags) },
  }
}

export function repairsOf(
  where: RawBuilder<unknown>,
  query: PageQuery & { readonly sort?: RepairsQuery['sort'] },
): RawBuilder<RepairRead> {
  const order = sorts[query.sort ?? '-reportedAt']
  return sql<RepairRead>`with page as (select * from repairs r where ${where} order by ${order} ${limitOf(query)})
    select ${columns} from page r join machines m on m.id = r.machine_id order by ${order}`
}

export function repairsWhere(plantId: number, query: RepairsQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  const oneOf = (column: string, words: readonly string[] = []) =>
    words.length === 0 ? null : sql`${sql.ref(column)} = any(${[...words]}::text[])`
  return allOf([
    sql`r.plant_id = ${plantId}`,
    oneOf('r.status', query.status),
    oneOf('r.source', query.source),
    oneOf('r.symptom', query.symptom),
    query.machineId === undefined ? null : sql`r.machine_id = ${query.machineId}`,
    query.stopped === undefined ? null : sql`r.stopped`,
    pattern === null
      ? null
      : sql`(r.search like ${pattern} or r.no = ${(query.q ?? '').trim().toUpperCase()})`,
  ])
}

/** Fails with `not_found` when the plant has no such order. */
export async function oneRepair(reads: Reads, actor: Actor, id: string): Promise<RepairDetail> {
  const [row] = await readRows(
    reads,
    sql<RepairRead>`select ${columns} from repairs r join machines m on m.id = r.machine_id
      where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  if (row === undefined) return fail('not_found')
  const [photoList, parts, who] = await Promise.all([
    photosOf(reads, actor.plantId, { repairId: row.id }),
    readRows(reads, partsUsed(actor.plantId, row.id)),
    deciderOf(reads, actor, ['repair_verify'], row.id),
  ])
  return {
    ...repairView(row, who),
    photoList,
    parts: parts.map((part) => ({
      ...part,
      id: String(part.id),
      partId: String(part.partId),
      at: part.at.toISOString(),
    })),
  }
}

/** Maximum number of parts shown per order; the history of each part has all. */
const maxParts = 200

const partsUsed = (plantId: number, repairId: number) => sql<{
  readonly id: number
  readonly partId: number
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly quantity: number
  readonly at: Date
  readonly by: string
}>`select v.id, v.part_id as "partId", p.code, p.name, p.unit, -v.change as quantity, v.created_at as at,
    v.created_by_name as by
  from spare_moves v join spare_parts p on p.id = v.part_id
  where v.plant_id = ${plantId} and v.repair_id = ${repairId} order by v.id limit ${maxParts}`

/** History of a repair order; fails with `not_found`. */
export async function repairHistory(
  reads: Reads,
  actor: Actor,
  id: string,
  query: QueryOf<Api['GET /api/repairs/:id/history']>,
): Promise<ReplyOf<Api['GET /api/repairs/:id/history']>> {
  await oneRepair(reads, actor, id)
  return subjectHistory(reads, { plantId: actor.plantId, kind: 'repair', id }, query)
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

function repairView(row: RepairRead, who: Decider): RepairRow {
  return {
    id: String(row.id),
    no: row.no,
    machineId: String(row.machine_id),
    machine: { code: row.machine_code, name: row.machine_name },
    source: row.source,
    alarmId: row.alarm_id === null ? null : String(row.alarm_id),
    status: row.status,
    stopped: row.stopped,
    symptom: row.symptom,
    description: row.description,
    ...timesOf(row),
    cause: row.cause,
    remedy: row.remedy,
    result: row.result,
    downtimeS: row.downtime_s,
    downtimeFrom: row.downtime_from,
    cancelReason: row.cancel_reason,
    photos: row.photos,
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
    can: repairCan(who, row.status),
  }
}

const timesOf = (row: RepairRead) => ({
  reportedAt: row.reported_at.toISOString(),
  reportedBy: row.created_by_name,
  acceptedAt: iso(row.accepted_at),
  acceptedBy: row.accepted_by_name,
  startedAt: iso(row.started_at),
  finishedAt: iso(row.finished_at),
  finishedBy: row.finished_by_name,
  verifiedAt: iso(row.verified_at),
  verifiedBy: row.verified_by_name,
})

/** Repair orders created from alarms, by alarm; without cancelled ones. */
export async function repairsOfAlarms(
  reads: Reads,
  plantId: number,
  alarmIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly id: number; readonly no: string; readonly status: RepairStatus }>> {
  if (alarmIds.length === 0) return new Map()
  const rows = await readRows(
    reads,
    sql<{ alarm_id: number; id: number; no: string; status: RepairStatus }>`
      select alarm_id, id, no, status from repairs
      where plant_id = ${plantId} and alarm_id = any(${[...alarmIds]}::bigint[]) and status <> 'cancelled'`,
  )
  return new Map(rows.map(({ alarm_id: alarmId, ...repair }) => [alarmId, repair]))
}
