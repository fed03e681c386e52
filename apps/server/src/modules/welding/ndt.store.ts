import { type Selectable, sql, type Insertable } from 'kysely'
import type { NdtMethod } from '@cloud-factory/domain/welding/weld-enums'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { insertRow, rowForUpdate } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { signed } from '../quality-records/public.ts'
import type { TestFacts } from './weld.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredRequest = Selectable<Tables['ndt_requests']>
export type StoredResult = Selectable<Tables['ndt_results']>

/** Locks a request until the transaction ends. Lock its welds before it. */
export async function requestForUpdate(write: Write, plantId: number, id: string): Promise<StoredRequest> {
  return rowForUpdate(write, 'ndt_requests', plantId, id)
}

export async function insertRequest(
  write: Write,
  actor: Actor,
  fields: Pick<
    StoredRequest,
    'no' | 'order_id' | 'order_no' | 'method' | 'level' | 'standard' | 'note' | 'search'
  >,
  welds: readonly { readonly id: number; readonly demand_mm: number }[],
): Promise<number> {
  const id = await insertRow(write, actor, 'ndt_requests', { ...fields, created_by_name: actor.cnName })
  await sql`insert into ndt_request_welds (request_id, weld_id, plant_id, demand_mm)
    select ${id}, weld, ${actor.plantId}, demand
    from unnest(${welds.map((weld) => weld.id)}::bigint[], ${welds.map((weld) => weld.demand_mm)}::integer[])
      as line (weld, demand)`.execute(write)
  return id
}

interface RequestLine {
  readonly closed: boolean
  /** It has a valid result; a closed line without one was cancelled. */
  readonly tested: boolean
}

/** A line of a locked request; undefined when the weld is not on it. */
export async function requestLine(
  write: Write,
  plantId: number,
  requestId: number,
  weldId: number,
): Promise<RequestLine | undefined> {
  const { rows } = await sql<RequestLine>`
    select closed, exists (select from ndt_results r where r.request_id = l.request_id and r.weld_id = l.weld_id
      and r.undone_at is null) as tested
    from ndt_request_welds l
    where plant_id = ${plantId} and request_id = ${requestId} and weld_id = ${weldId}`.execute(write)
  return rows[0]
}

/** Opens or closes lines of a request: the weld's, or all that are open. */
export async function closeLines(
  write: Write,
  plantId: number,
  requestId: number,
  closed: boolean,
  weldId: number | null,
): Promise<void> {
  await sql`update ndt_request_welds set closed = ${closed} where plant_id = ${plantId} and request_id = ${requestId}
    and (${weldId}::bigint is null or weld_id = ${weldId}) and closed <> ${closed}`.execute(write)
}

/** Recalculates the status of a locked request from its lines. */
export async function settleRequest(write: Write, actor: Actor, requestId: number): Promise<void> {
  const { by, byName } = signed(actor)
  await sql`
    update ndt_requests set version = version + 1, updated_at = now(), updated_by = ${by}, updated_by_name = ${byName},
      status = case when exists (select from ndt_request_welds where request_id = ${requestId} and not closed) then 'open'
        when exists (select from ndt_results where request_id = ${requestId} and undone_at is null) then 'done'
        else 'cancelled' end
    where plant_id = ${actor.plantId} and id = ${requestId}`.execute(write)
}

export async function insertResult(
  write: Write,
  actor: Actor,
  fields: Pick<
    Insertable<Tables['ndt_results']>,
    | 'request_id'
    | 'weld_id'
    | 'method'
    | 'first'
    | 'tested_at'
    | 'tester'
    | 'tested_mm'
    | 'defects'
    | 'defect_mm'
    | 'verdict'
    | 'note'
  >,
): Promise<number> {
  const { by, byName } = signed(actor)
  const { id } = await write
    .insertInto('ndt_results')
    .values({ ...fields, plant_id: actor.plantId, created_by: by, created_by_name: byName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Valid results of a locked weld, oldest first. */
export async function validTests(
  write: Write,
  plantId: number,
  weldId: number,
): Promise<(TestFacts & { readonly id: number; readonly testedAt: Date })[]> {
  const rows = await write
    .selectFrom('ndt_results')
    .select(['id', 'method', 'verdict', 'tested_mm', 'tested_at'])
    .where('plant_id', '=', plantId)
    .where('weld_id', '=', weldId)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, method, verdict, tested_mm: testedMm, tested_at: testedAt }) => ({
    id,
    method: method as NdtMethod,
    verdict,
    testedMm,
    testedAt,
  }))
}

export async function resultOf(write: Write, plantId: number, id: string): Promise<StoredResult> {
  const row = await write
    .selectFrom('ndt_results')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row ?? fail('not_found')
}

export async function undoResultRow(
  write: Write,
  actor: Actor,
  id: number,
  { at, reason }: { readonly at: Date; readonly reason: string },
): Promise<void> {
  const { byName } = signed(actor)
  await write
    .updateTable('ndt_results')
    .set({ undone_at: at, undone_by_name: byName, undo_reason: reason })
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', id)
    .execute()
}

export async function insertRepair(
  write: Write,
  actor: Actor,
  fields: Pick<
    Selectable<Tables['weld_repairs']>,
    'weld_id' | 'number' | 'result_id' | 'welder_ids' | 'repaired_at' | 'note'
  >,
): Promise<void> {
  const { by, byName } = signed(actor)
  await write
    .insertInto('weld_repairs')
    .values({ ...fields, plant_id: actor.plantId, created_by: by, created_by_name: byName })
    .execute()
}
