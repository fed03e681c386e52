import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { GatewayRow, gatewaysApi } from '@cloud-factory/contract/telemetry/gateways'
import { type GatewayState, gatewaySilenceMs } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Actor } from '../../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { allOf, countedPage, limitOf } from '../../../platform/db/list-page.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { mosquittoAcl } from '../../../platform/mqtt/topic-access.rules.ts'

type ListApi = (typeof gatewaysApi)['GET /api/gateways']

interface GatewayRead {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly topics: string[]
  readonly active: boolean
  readonly last_seen_at: Date | null
  readonly last_address: string
  readonly messages: number
  readonly denied: number
  readonly secret_at: Date
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

/** Who may change gateways. */
export const canWire = ({ tags }: Actor): true | 'permission.denied' =>
  tags.includes('equipment.edit') || 'permission.denied'

const gatewayView = (row: GatewayRead, actor: Actor): GatewayRow => ({
  id: String(row.id),
  code: row.code,
  name: row.name,
  topics: row.topics,
  active: row.active,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  lastAddress: row.last_address,
  messages: row.messages,
  denied: row.denied,
  secretAt: row.secret_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: { edit: canWire(actor) },
})

const columns = sql`id, code, name, topics, active, last_seen_at, last_address, messages, denied, secret_at,
  updated_at, updated_by_name, version`
const sorts = {
  code: sql`code`,
  '-code': sql`code desc`,
  lastSeenAt: sql`last_seen_at nulls first, code`,
  '-lastSeenAt': sql`last_seen_at desc nulls last, code`,
}

const stateAt = (now: Date) => sql<GatewayState>`case when not active then 'revoked'
  when last_seen_at > ${new Date(now.getTime() - gatewaySilenceMs)} then 'heard' else 'silent' end`

/** One page of gateways, sorted by code by default. A plant has a few dozen. */
export async function listGateways(
  reads: Reads,
  actor: Actor,
  query: QueryOf<ListApi>,
  now: Date,
): Promise<ReplyOf<ListApi>> {
  const where = allOf([
    sql`plant_id = ${actor.plantId}`,
    query.state === undefined ? null : sql`${stateAt(now)} = any(${[...query.state]}::text[])`,
    sql`strpos(lower(code || ' ' || name || ' ' || array_to_string(topics, ' ')), lower(${query.q ?? ''})) > 0`,
  ])
  const { rows, total } = await countedPage(
    reads,
    sql<GatewayRead>`select ${columns} from gateways where ${where}
        order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`,
    sql`gateways`,
    where,
  )
  return { items: rows.map((row) => gatewayView(row, actor)), total }
}

/** Fails with `not_found` when the plant has no such gateway. */
export async function oneGateway(reads: Reads, actor: Actor, id: string): Promise<GatewayRow> {
  const [row] = await readRows(
    reads,
    sql<GatewayRead>`select ${columns} from gateways where plant_id = ${actor.plantId} and id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : gatewayView(row, actor)
}

/** What active gateways may publish, as an ACL file for Mosquitto. */
export async function aclOfGateways(reads: Reads, plantId: number): Promise<string> {
  const rows = await readRows(
    reads,
    sql<{ code: string; topics: string[] }>`select code, topics from gateways
      where plant_id = ${plantId} and active order by code`,
  )
  return mosquittoAcl(rows)
}
