import type { QueryOf } from '@cloud-factory/contract/endpoint'
import {
  maxStatisticsDays,
  type qualityStatisticsApi,
} from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { type RawBuilder, sql } from 'kysely'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { reject } from '../../platform/http/domain-error.ts'
import { allOf } from '../../platform/db/list-page.ts'
import type { Reads } from '../../platform/db/handles.ts'
import type { OrdersPort } from '../quality-records/public.ts'

export type Scope = QueryOf<(typeof qualityStatisticsApi)['GET /api/quality/yield']>

/** Fails days in the wrong order and spans that are too long; `from` and `to` are days of the plant. */
export function checkSpan({ from, to }: Pick<Scope, 'from' | 'to'>): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1) reject('statistics.days_order')
  if (days > maxStatisticsDays) reject('statistics.too_long', { most: maxStatisticsDays })
}

/** The days asked for, both included, of a plant `p` that is in the statement. */
export const spanIn = (
  { from, to }: Pick<Scope, 'from' | 'to'>,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${column} >= ${from}::date::timestamp at time zone p.time_zone
  and ${column} < (${to}::date + 1)::timestamp at time zone p.time_zone`

/** The crew and the machine asked for, if any are; both stand in one table of the statement. */
export const madeBy = (
  { crewId, machineId }: Pick<Scope, 'crewId' | 'machineId'>,
  table: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  allOf([
    sql`true`,
    crewId === undefined ? null : sql`${table}.crew_id = ${crewId}`,
    machineId === undefined ? null : sql`${table}.machine_id = ${machineId}`,
  ])

/** Inspections `i` of the scope whatever the day, for a plant `p` that is in the statement. */
export const inspectionsOf = (plantId: number, scope: Scope): RawBuilder<unknown> => {
  const { stage, shape, projectId, processId } = scope
  return allOf([
    sql`p.id = ${plantId} and i.plant_id = ${plantId} and i.status not in ('cancelled', 'replaced')`,
    stage === undefined || stage.length === 0 ? null : sql`i.stage = any(${stage}::text[])`,
    shape === undefined || shape.length === 0 ? null : sql`i.shape = any(${shape}::text[])`,
    projectId === undefined ? null : sql`i.project_id = ${projectId}`,
    processId === undefined ? null : sql`i.process_id = ${processId}`,
  ])
}

/** The same by the time in the column. */
export const inspectionsIn = (
  plantId: number,
  scope: Scope,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${inspectionsOf(plantId, scope)} and ${spanIn(scope, column)}`

/** What is called the same in every language. */
export const everywhere = (name: string): Names => ({ zh: name, en: name, es: name })

/** What others name. */
export type Named = 'crew' | 'machine' | 'project' | 'process'

const namePorts = { crew: 'crewNames', machine: 'machineNames', project: 'projectNames' } as const

/** Names of what a figure is grouped by. */
export async function groupNames(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  by: Named,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Names>> {
  if (ids.length === 0) return new Map()
  if (by === 'process') {
    const processes = await orders.processes(reads, plantId)
    return new Map(processes.map(({ id, names }) => [id, names]))
  }
  const names = await orders[namePorts[by]](reads, plantId, ids)
  return new Map([...names].map(([id, name]) => [id, everywhere(name)]))
}
