import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { MachineRow, machinesApi } from '@cloud-factory/contract/machines/machines'
import { type RawBuilder, sql } from 'kysely'
import { subjectHistory } from '../../platform/audit/history.queries.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countOf, limitOf, type PageQuery } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { machineColumns, type MachineRead, machinesFrom, machineView } from './machine-view.ts'
import { shownState, shownStateJoins } from '../machine-states/public.ts'
import { canAddMachine } from './machines.rules.ts'

type ListApi = (typeof machinesApi)['GET /api/machines']
type HistoryApi = (typeof machinesApi)['GET /api/machines/:id/history']
export type MachinesQuery = QueryOf<ListApi>

const sorts = bothWays({
  code: ['m.code'],
  name: ['m.name', 'm.code'],
  class: ['p.class', 'm.code'],
  workshop: ['w.code', 'm.code'],
  criticality: ['m.criticality', 'm.code'],
  updatedAt: ['m.updated_at', 'm.id'],
})

/** One page of machines by code, and how many match; a few hundred in all. */
export async function listMachines(
  reads: Reads,
  actor: Actor,
  query: MachinesQuery,
): Promise<ReplyOf<ListApi>> {
  const where = machinesWhere(actor.plantId, query)
  const [rows, counted] = await Promise.all([
    readRows(reads, machinesOf(where, query)),
    readRows(reads, countOf(machinesFrom, where)),
  ])
  return {
    items: rows.map((row) => machineView(row, actor)),
    total: counted[0]?.total ?? 0,
    can: { add: canAddMachine(actor.tags) },
  }
}

export function machinesOf(
  where: RawBuilder<unknown>,
  query: PageQuery & { readonly sort?: MachinesQuery['sort'] },
): RawBuilder<MachineRead> {
  return sql<MachineRead>`select ${machineColumns} from ${machinesFrom} where ${where}
    order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`
}

export function machinesWhere(plantId: number, query: MachinesQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  const { class: classes = [], source = [], criticality = [] } = query
  return allOf([
    sql`m.plant_id = ${plantId}`,
    sql`m.active = ${query.retired !== 'true'}`,
    classes.length === 0 ? null : sql`p.class = any(${[...classes]}::text[])`,
    // Simulated machines are excluded unless requested.
    source.length === 0 ? sql`m.source <> 'sim'` : sql`m.source = any(${[...source]}::text[])`,
    criticality.length === 0 ? null : sql`m.criticality = any(${[...criticality]}::text[])`,
    inState(query.state),
    query.workshopId === undefined ? null : sql`m.workshop_id = ${query.workshopId}`,
    query.profileId === undefined ? null : sql`m.profile_id = ${query.profileId}`,
    pattern === null ? null : sql`m.search like ${pattern}`,
  ])
}

/** What they do now. */
const inState = (states: MachinesQuery['state'] = []): RawBuilder<unknown> | null =>
  states.length === 0
    ? null
    : sql`(select ${shownState} from (select m.id) m ${shownStateJoins}) = any(${[...states]}::text[])`

/** Fails with `not_found` when the plant has no such machine. */
export function oneMachine(reads: Reads, actor: Actor, id: string): Promise<MachineRow> {
  return theMachine(reads, actor, sql`m.id = ${Number(id)}`)
}

/** A machine by its code, as in its QR code; fails with `not_found`. */
export function machineByCode(reads: Reads, actor: Actor, code: string): Promise<MachineRow> {
  return theMachine(reads, actor, sql`m.code = ${code}`)
}

async function theMachine(reads: Reads, actor: Actor, which: RawBuilder<unknown>): Promise<MachineRow> {
  const [row] = await readRows(
    reads,
    sql<MachineRead>`select ${machineColumns} from ${machinesFrom} where m.plant_id = ${actor.plantId} and ${which}`,
  )
  return row === undefined ? fail('not_found') : machineView(row, actor)
}

/** Changes of a machine; fails with `not_found` when the plant has no such machine. */
export async function machineHistory(
  reads: Reads,
  actor: Actor,
  id: string,
  query: QueryOf<HistoryApi>,
): Promise<ReplyOf<HistoryApi>> {
  await oneMachine(reads, actor, id)
  return subjectHistory(reads, { plantId: actor.plantId, kind: 'machine', id }, query)
}
