import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { InstrumentRow, instrumentsApi } from '@cloud-factory/contract/inspection/instruments'
import type { CalibrationState } from '@cloud-factory/domain/inspection/quality-enums'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { allOf, countOf, limitOf } from '../../platform/db/list-page.ts'
import { canKeep } from '../standards/public.ts'

type ListApi = (typeof instrumentsApi)['GET /api/instruments']
type ListQuery = QueryOf<ListApi>

interface InstrumentRead {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly kind: string
  readonly unit: string
  readonly low: string | null
  readonly high: string | null
  readonly step: string | null
  readonly calibrated_until: string | null
  readonly active: boolean
  readonly version: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly calibration: CalibrationState
  readonly isUsed: boolean
}

/** Days of notice before a calibration expires. */
const noticeDays = 30
/** Today in the plant's time zone. */
const today = (plantId: number, now: Date) =>
  sql`(${now}::timestamptz at time zone (select time_zone from plants where id = ${plantId}))::date`
const calibration = (day: RawBuilder<unknown>) => sql<CalibrationState>`case
  when n.calibrated_until is null then 'none' when n.calibrated_until < ${day} then 'overdue'
  when n.calibrated_until <= ${day} + ${noticeDays}::int then 'soon' else 'valid' end`
const columns = (day: RawBuilder<unknown>) => sql`n.*, trim_scale(n.range_low)::text as low,
  trim_scale(n.range_high)::text as high, trim_scale(n.resolution)::text as step, ${calibration(day)} as calibration,
  exists (select from readings r where r.instrument_id = n.id) as "isUsed"`

function instrumentView(row: InstrumentRead, { tags }: Actor): InstrumentRow {
  const allowed = canKeep(tags)
  return {
    id: String(row.id),
    code: row.code,
    name: row.name,
    kind: row.kind,
    unit: row.unit,
    rangeLow: row.low,
    rangeHigh: row.high,
    resolution: row.step,
    calibratedUntil: row.calibrated_until,
    calibration: row.calibration,
    active: row.active,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: { edit: allowed, delete: allowed === true && row.isUsed ? 'in_use' : allowed },
  }
}

const sorts = {
  code: sql`n.code`,
  '-code': sql`n.code desc`,
  name: sql`n.name, n.code`,
  '-name': sql`n.name desc, n.code`,
  calibratedUntil: sql`n.calibrated_until nulls last, n.code`,
  '-calibratedUntil': sql`n.calibrated_until desc nulls last, n.code`,
}

/** One page of instruments at an instant, by code unless sorted otherwise. */
export async function listInstruments(
  reads: Reads,
  actor: Actor,
  query: ListQuery,
  now: Date,
): Promise<ReplyOf<ListApi>> {
  const day = today(actor.plantId, now)
  const states = query.calibration ?? []
  const where = allOf([
    sql`n.plant_id = ${actor.plantId}`,
    sql`strpos(lower(n.code || ' ' || n.name || ' ' || n.kind), lower(${query.q ?? ''})) > 0`,
    states.length === 0 ? null : sql`${calibration(day)} = any(${[...states]}::text[])`,
    query.active === undefined ? null : sql`n.active = ${query.active === 'true'}`,
  ])
  const [rows, counted] = await Promise.all([
    readRows(
      reads,
      sql<InstrumentRead>`select ${columns(day)} from instruments n where ${where}
        order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`,
    ),
    readRows(reads, countOf(sql`instruments n`, where)),
  ])
  return { items: rows.map((row) => instrumentView(row, actor)), total: counted[0]?.total ?? 0 }
}

/** Fails with `not_found` when the plant has no such instrument. */
export async function oneInstrument(
  reads: Reads,
  actor: Actor,
  id: string,
  now: Date,
): Promise<InstrumentRow> {
  const day = today(actor.plantId, now)
  const rows = await readRows(
    reads,
    sql<InstrumentRead>`select ${columns(day)} from instruments n
      where n.plant_id = ${actor.plantId} and n.id = ${Number(id)}`,
  )
  return rows[0] === undefined ? fail('not_found') : instrumentView(rows[0], actor)
}
