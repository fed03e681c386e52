import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { FaultReport, gatewaysApi, InboxRow } from '@cloud-factory/contract/telemetry/gateways'
import type { FaultReason, InboxStatus } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Actor } from '../../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../../platform/db/list-page.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { canWire } from '../gateways/gateways.queries.ts'

type ListApi = (typeof gatewaysApi)['GET /api/telemetry/inbox']

interface InboxRead {
  readonly id: number
  readonly device_key: string
  readonly status: InboxStatus
  readonly machine_id: number | null
  readonly machine_code: string | null
  readonly messages: number
  readonly first_at: Date
  readonly last_at: Date
  readonly topic: string
  readonly sample: string
  readonly version: number
}

const inboxView = (row: InboxRead, actor: Actor): InboxRow => ({
  id: String(row.id),
  deviceKey: row.device_key,
  status: row.status,
  machine: row.machine_id === null ? null : { id: String(row.machine_id), code: row.machine_code ?? '' },
  messages: row.messages,
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  topic: row.topic,
  sample: row.sample,
  version: row.version,
  can: { decide: canWire(actor) },
})

const columns = sql`i.id, i.device_key, i.status, i.machine_id, m.code as machine_code, i.messages, i.first_at,
  i.last_at, i.topic, i.sample, i.version`
const from = sql`device_inbox i left join machines m on m.id = i.machine_id`
const sorts = bothWays({ lastAt: ['i.last_at', 'i.id'] })

/** One page of devices that are not machines, most recently heard first; a thousand at most. */
export async function listInbox(
  reads: Reads,
  actor: Actor,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const statuses = query.status ?? []
  const where = allOf([
    sql`i.plant_id = ${actor.plantId}`,
    statuses.length === 0 ? null : sql`i.status = any(${[...statuses]}::text[])`,
    query.q === undefined ? null : sql`strpos(lower(i.device_key), lower(${query.q})) > 0`,
  ])
  const { rows, total } = await countedPage(
    reads,
    sql<InboxRead>`select ${columns} from ${from} where ${where}
        order by ${sorts[query.sort ?? '-lastAt']} ${limitOf(query)}`,
    sql`device_inbox i`,
    where,
  )
  return { items: rows.map((row) => inboxView(row, actor)), total }
}

/** Fails with `not_found` when the plant has no such device. */
export async function oneUnknownDevice(reads: Reads, actor: Actor, id: string): Promise<InboxRow> {
  const [row] = await readRows(
    reads,
    sql<InboxRead>`select ${columns} from ${from} where i.plant_id = ${actor.plantId} and i.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : inboxView(row, actor)
}

interface FaultRead {
  readonly origin: string
  readonly reason: FaultReason
  readonly count: number
  readonly last_at: Date
}

interface SampleRead {
  readonly id: number
  readonly at: Date
  readonly origin: string
  readonly reason: FaultReason
  readonly topic: string
  readonly sample: string
}

/** Up to this error a clock counts as correct, ms. */
const rightMs = 2000

/** Rejected messages, and clocks that are wrong. */
export async function faultsOf(reads: Reads, plantId: number): Promise<FaultReport> {
  const [faults, samples, clocks] = await Promise.all([
    readRows(
      reads,
      sql<FaultRead>`select origin, reason, count, last_at from telemetry_faults
        where plant_id = ${plantId} order by last_at desc, origin, reason limit 200`,
    ),
    readRows(
      reads,
      sql<SampleRead>`select id, at, origin, reason, topic, sample from telemetry_samples
        where plant_id = ${plantId} order by id desc limit 100`,
    ),
    readRows(
      reads,
      sql<{ id: number; code: string; offset_ms: number; heard_at: Date }>`
        select m.id, m.code, l.clock_offset_ms as offset_ms, l.heard_at
        from telemetry_links l join machines m on m.id = l.machine_id
        where m.plant_id = ${plantId} and abs(l.clock_offset_ms) > ${rightMs}
        order by abs(l.clock_offset_ms) desc limit 200`,
    ),
  ])
  return {
    faults: faults.map((row) => ({ ...row, lastAt: row.last_at.toISOString() })),
    samples: samples.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() })),
    clocks: clocks.map((row) => ({
      machineId: String(row.id),
      code: row.code,
      offsetMs: row.offset_ms,
      heardAt: row.heard_at.toISOString(),
    })),
  }
}
