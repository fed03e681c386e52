import { sql } from 'kysely'
import { type Write, type Reads, readRows } from '../../platform/db/handles.ts'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import { type CommandContext, wholePage } from '../../platform/crud/crud.ts'

/** Holds the orders of a project, in the order of their ids: their progress changes with its weights. */
export async function lockOrdersOf(write: Write, plantId: number, projectId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where plant_id = ${plantId} and project_id = ${Number(projectId)}
    order by id for no key update`.execute(write)
  return rows.map(({ id }) => id)
}

/** Puts these weights in the place of the project's; they sum to 100. Shares of 0 are not kept. */
export async function saveWeights(
  write: Write,
  plantId: number,
  projectId: number,
  items: readonly { readonly processId: string; readonly weight: number }[],
): Promise<void> {
  const weightsJson = JSON.stringify(items.filter(({ weight }) => weight > 0))
  await sql`delete from project_weights where plant_id = ${plantId} and project_id = ${projectId}`.execute(
    write,
  )
  await sql`insert into project_weights (project_id, process_id, plant_id, weight)
    select ${projectId}, "processId"::bigint, ${plantId}, weight
    from jsonb_to_recordset(${weightsJson}::jsonb) as weights ("processId" text, weight numeric)`.execute(
    write,
  )
}

interface ShiftRead {
  readonly id: number
  readonly names: Names
  readonly startsAt: string
  readonly endsAt: string
}

/** Active shifts in the order of the day, their times as `HH:MM`. */
export async function shiftsOf(reads: Reads, plantId: number): Promise<ShiftRead[]> {
  const rows = await readRows(
    reads,
    sql<ShiftRead>`select id, names, to_char(starts_at, 'HH24:MI') as "startsAt", to_char(ends_at, 'HH24:MI') as "endsAt"
      from shifts where plant_id = ${plantId} and active order by starts_at, id`,
  )
  return rows.map((row) => ({ ...row, names: names.parse(row.names) }))
}

/** Workshops of the plant, by code. */
export function workshopsOf(
  reads: Reads,
  plantId: number,
): Promise<{ id: number; code: string; name: string }[]> {
  return readRows(
    reads,
    sql<{ id: number; code: string; name: string }>`
      select id, code, name from workshops where plant_id = ${plantId} and active order by code`,
  )
}

/**
 * Lets nobody else change the plan of this plant until the transaction ends: shifts may not overlap, a kind of marks
 * has one route, a route keeps its order whatever becomes of its processes.
 */
async function lockPlan(write: Write, plantId: number): Promise<void> {
  await sql`select from plants where id = ${plantId} for no key update`.execute(write)
}

/** What the five kinds have in common; their lists are choices in forms. */
export const planned = {
  sorts: { code: ['r.code'] },
  pageSize: wholePage,
  words: sql`r.code || ' ' || (r.names ->> 'zh') || ' ' || (r.names ->> 'en') || ' ' || (r.names ->> 'es')`,
  lock: ({ write, actor }: CommandContext) => lockPlan(write, actor.plantId),
} as const

/** Codes of rows in the order of their ids given, as the audit log shows them; the id itself where there is no such row. */
export async function codesOf(
  write: Write,
  plantId: number,
  table: 'processes' | 'workshops',
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select coalesce(t.code, wanted.id::text) as code
    from unnest(${ids.map(Number)}::bigint[]) with ordinality wanted (id, place)
      left join ${sql.table(table)} t on t.id = wanted.id and t.plant_id = ${plantId}
    order by wanted.place`.execute(write)
  return rows.map(({ code }) => code)
}

/** Puts the processes of a route in this order. */
export async function saveSteps(
  write: Write,
  plantId: number,
  routeId: number,
  processIds: readonly string[],
): Promise<void> {
  await sql`delete from route_steps where plant_id = ${plantId} and route_id = ${routeId}`.execute(write)
  await sql`insert into route_steps (route_id, position, plant_id, process_id)
    select ${routeId}, place - 1, ${plantId}, process_id
    from unnest(${processIds.map(Number)}::bigint[]) with ordinality as step (process_id, place)`.execute(
    write,
  )
}

/** Holds the routes that a process is part of, in the order of their ids. */
export async function lockRoutesOf(write: Write, plantId: number, processId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from routes where plant_id = ${plantId}
      and id in (select route_id from route_steps where process_id = ${processId})
    order by id for no key update`.execute(write)
  return rows.map(({ id }) => id)
}

interface RouteFacts {
  /** Kinds of its processes in the order of work, as they are now. */
  readonly kinds: readonly string[]
  readonly isReleased: boolean
}

/** What the rules ask about routes that are held. */
export async function routeFacts(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<(RouteFacts & { readonly code: string; readonly processIds: readonly number[] })[]> {
  const { rows } = await sql<{ code: string; kinds: string[]; processIds: number[]; isReleased: boolean }>`
    select r.code, array_agg(p.kind order by s.position) as kinds,
      array_agg(p.id order by s.position) as "processIds", ${isReleasedRoute} as "isReleased"
    from routes r join route_steps s on s.route_id = r.id join processes p on p.id = s.process_id
    where r.plant_id = ${plantId} and r.id = any(${ids}::bigint[]) group by r.id order by r.id`.execute(write)
  return rows
}

/** Whether an order was ever released with a mark on route `r`. */
export const isReleasedRoute = sql<boolean>`exists (
  select from marks m join orders o on o.id = m.order_id where m.route_id = r.id and o.released_at is not null)`

/** Processes of the plant by id. */
export async function processesOf(
  write: Write,
  plantId: number,
  ids: readonly string[],
): Promise<{ id: number; code: string; kind: string; active: boolean }[]> {
  const { rows } = await sql<{ id: number; code: string; kind: string; active: boolean }>`
    select id, code, kind, active from processes
    where plant_id = ${plantId} and id = any(${ids.map(Number)}::bigint[])`.execute(write)
  return rows
}

/** The active route, other than this one, that marks of one of the kinds take by default. */
export async function routeOfKinds(
  write: Write,
  plantId: number,
  kinds: readonly string[],
  exceptId: number | null,
): Promise<{ code: string; kinds: string[] } | null> {
  const { rows } = await sql<{ code: string; kinds: string[] }>`
    select code, kinds from routes where plant_id = ${plantId} and active
      and kinds && ${kinds}::text[] and id is distinct from ${exceptId}::bigint order by id limit 1`.execute(
    write,
  )
  return rows[0] ?? null
}

export async function isWorkshop(write: Write, plantId: number, id: string): Promise<boolean> {
  const { rows } = await sql`select from workshops where plant_id = ${plantId} and id = ${Number(id)}
    for key share`.execute(write)
  return rows.length > 0
}

/** Whether an active route goes through a process. */
export async function isOnActiveRoute(write: Write, plantId: number, processId: string): Promise<boolean> {
  const { rows } = await sql`select from route_steps s join routes r on r.id = s.route_id and r.active
    where s.plant_id = ${plantId} and s.process_id = ${Number(processId)} limit 1`.execute(write)
  return rows.length > 0
}

/** The shifts that count, their times as `HH:MM`. */
export async function activeShifts(
  write: Write,
  plantId: number,
): Promise<{ id: number; code: string; startsAt: string; endsAt: string }[]> {
  const { rows } = await sql<{ id: number; code: string; startsAt: string; endsAt: string }>`
    select id, code, to_char(starts_at, 'HH24:MI') as "startsAt", to_char(ends_at, 'HH24:MI') as "endsAt"
    from shifts where plant_id = ${plantId} and active order by starts_at, id`.execute(write)
  return rows
}
