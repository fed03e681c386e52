import { sql } from 'kysely'
import type { AdapterMapping, AdapterRow, adaptersApi } from '@cloud-factory/contract/telemetry/adapters'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../../platform/db/list-page.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { canWire } from '../gateways/gateways.queries.ts'

type ListApi = (typeof adaptersApi)['GET /api/telemetry/adapters']

interface AdapterRead {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly pattern: string
  readonly gateway_id: number | null
  readonly gateway: string | null
  readonly map: StoredMap
  readonly signals: AdapterMapping['signals']
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

/** Content of the column `map`. */
export type StoredMap = Omit<AdapterMapping, 'pattern' | 'gatewayId' | 'signals'>

const adapterView = (row: AdapterRead, actor: Actor): AdapterRow => ({
  id: String(row.id),
  code: row.code,
  name: row.name,
  active: row.active,
  ...row.map,
  pattern: row.pattern,
  gatewayId: row.gateway_id === null ? null : String(row.gateway_id),
  gateway: row.gateway,
  signals: row.signals,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: { edit: canWire(actor) },
})

const columns = sql`a.id, a.code, a.name, a.active, a.pattern, a.gateway_id, g.code as gateway, a.map, a.signals,
  a.updated_at, a.updated_by_name, a.version`
const from = sql`telemetry_adapters a left join gateways g on g.id = a.gateway_id`
const sorts = bothWays({ code: ['a.code'] })

/** One page of adapters, by code. A plant has a few. */
export async function listAdapters(
  reads: Reads,
  actor: Actor,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const where = allOf([
    sql`a.plant_id = ${actor.plantId}`,
    sql`strpos(lower(a.code || ' ' || a.name || ' ' || a.pattern), lower(${query.q ?? ''})) > 0`,
  ])
  const { rows, total } = await countedPage(
    reads,
    sql<AdapterRead>`select ${columns} from ${from} where ${where}
        order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`,
    sql`telemetry_adapters a`,
    where,
  )
  return { items: rows.map((row) => adapterView(row, actor)), total }
}

/** Fails with `not_found` when the plant has no such adapter. */
export async function oneAdapter(reads: Reads, actor: Actor, id: string): Promise<AdapterRow> {
  const [row] = await readRows(
    reads,
    sql<AdapterRead>`select ${columns} from ${from} where a.plant_id = ${actor.plantId} and a.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : adapterView(row, actor)
}
