import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ErectionLot, erectionApi } from '@cloud-factory/contract/erection/erection'
import { sql } from 'kysely'
import { changesOf } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { orderForUpdate, uncounted } from '../orders/public.ts'
import { canEditLots } from './erection.policy.ts'
import { oneLot, type StoredLot } from './erection.queries.ts'

type Api = typeof erectionApi

const maxLots = 500

/** The order whose plan is changed, locked. */
export async function plannedOrder(write: Write, actor: Actor, orderId: string) {
  const order = await orderForUpdate(write, actor.plantId, orderId)
  requireAllowed(canEditLots(actor.tags, order.status))
  return order
}

interface Recorded {
  readonly action: string
  readonly before?: object
  readonly after?: object
}

export const recordPlan = (
  write: Write,
  actor: Actor,
  order: { readonly id: number; readonly no: string },
  recorded: Recorded,
): Promise<void> =>
  recordAction(write, actor, {
    subjectKind: 'order',
    event: 'erection.planned',
    id: String(order.id),
    name: order.no,
    ...recorded,
  })

async function rejectingDuplicate<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'erection_lots_code_key') throw error
    return fail('duplicate', { params: { field: 'code', value: code } })
  }
}

/** The position after the last lot of a locked order; fails when it has too many lots already. */
async function nextPosition(write: Write, orderId: number, added = 1): Promise<number> {
  const { rows } = await sql<{ lots: number; next: number }>`
    select count(*)::int as lots, coalesce(max(position), 0) + 1 as next from erection_lots
    where order_id = ${orderId}`.execute(write)
  const [{ lots, next } = { lots: 0, next: 1 }] = rows
  if (lots + added > maxLots) reject('erection.too_many_lots')
  return Math.min(next, 100_000)
}

/** Adds a lot; returns its id. */
export async function addLot(
  write: Write,
  actor: Actor,
  orderId: string,
  input: BodyOf<Api['POST /api/orders/:id/erection-lots']>,
): Promise<{ id: string }> {
  const order = await plannedOrder(write, actor, orderId)
  const next = await nextPosition(write, order.id)
  const { code, name, area, plannedOn } = input
  const position = input.position ?? next
  const fields = { order_id: order.id, code, name, area, planned_on: plannedOn, position }
  const id = await rejectingDuplicate(code, () => insertRow(write, actor, 'erection_lots', fields))
  await recordPlan(write, actor, order, {
    action: 'erection.add_lot',
    after: { code, name, area, plannedOn },
  })
  return { id: String(id) }
}

/** The lot, locked after its order. */
async function editableLot(write: Write, actor: Actor, id: string, version: number) {
  const { rows } = await sql<{ order_id: string }>`
    select order_id::text from erection_lots where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  const order = await plannedOrder(write, actor, rows[0]?.order_id ?? fail('not_found'))
  const lot = await rowForUpdate(write, 'erection_lots', actor.plantId, id)
  if (lot.version !== version)
    fail('version.conflict', { current: await oneLot(asReads(write), actor.plantId, id) })
  return { order, lot }
}

export async function changeLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, code, name, area, plannedOn, position }: BodyOf<Api['PATCH /api/erection-lots/:id']>,
): Promise<ErectionLot> {
  const { order, lot } = await editableLot(write, actor, id, version)
  const fields = { code, name, area, planned_on: plannedOn, position }
  const changes = changesOf<Partial<StoredLot>>(lot, fields)
  if (changes !== null) {
    await rejectingDuplicate(code, () => saveRow(write, actor, 'erection_lots', lot.id, fields))
    await recordPlan(write, actor, order, {
      action: 'erection.update_lot',
      before: { ...changes.before, code: lot.code },
      after: { ...changes.after, code },
    })
  }
  return oneLot(asReads(write), actor.plantId, id)
}

export async function deleteLot(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { order, lot } = await editableLot(write, actor, id, version)
  await deleteRow(write, actor.plantId, 'erection_lots', lot.id)
  await recordPlan(write, actor, order, {
    action: 'erection.delete_lot',
    before: { code: lot.code, name: lot.name },
  })
}

interface Place {
  readonly pieceId: number
  readonly lotId: number
  readonly position: number
}

/** Writes the places of pieces, in whichever lot they were before. */
export async function savePlaces(write: Write, plantId: number, places: readonly Place[]): Promise<void> {
  await sql`
    insert into erection_places (piece_id, plant_id, lot_id, position)
    select "pieceId", ${plantId}, "lotId", position
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as k ("pieceId" bigint, "lotId" bigint, position int)
    order by 1
    on conflict (piece_id) do update set lot_id = excluded.lot_id, position = excluded.position`.execute(
    write,
  )
}

/** The last place in the sequence of a lot. */
async function lastPlace(write: Write, lotId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from erection_places where lot_id = ${lotId}`.execute(write)
  return rows[0]?.last ?? 0
}

/** Puts pieces into a lot one after the other, or into none. */
export async function placePieces(
  write: Write,
  actor: Actor,
  orderId: string,
  { pieceIds, lotId, sequence }: BodyOf<Api['POST /api/orders/:id/erection-places']>,
): Promise<{ pieces: number }> {
  const order = await plannedOrder(write, actor, orderId)
  const ids = [...new Set(pieceIds.map(Number))]
  const { rows } = await sql<{ id: number }>`
    select id from pieces where plant_id = ${actor.plantId} and order_id = ${order.id}
      and id = any(${ids}::bigint[]) and status <> all(${uncounted}::text[])`.execute(write)
  if (rows.length < ids.length) fail('not_found')
  if (lotId === null) {
    await sql`delete from erection_places where plant_id = ${actor.plantId}
      and piece_id = any(${ids}::bigint[])`.execute(write)
    await recordPlan(write, actor, order, {
      action: 'erection.place',
      after: { pieces: ids.length, erectionLot: '' },
    })
    return { pieces: ids.length }
  }
  const lot = await rowForUpdate(write, 'erection_lots', actor.plantId, lotId)
  if (lot.order_id !== order.id) fail('not_found')
  const first = sequence ?? (await lastPlace(write, lot.id)) + 1
  const positionOf = (at: number) => Math.min(first + at, 1_000_000)
  await savePlaces(
    write,
    actor.plantId,
    ids.map((pieceId, at) => ({ pieceId, lotId: lot.id, position: positionOf(at) })),
  )
  await recordPlan(write, actor, order, {
    action: 'erection.place',
    after: { pieces: ids.length, erectionLot: lot.code, sequence: first },
  })
  return { pieces: ids.length }
}

/** Makes a lot of each phase of the marks, for pieces in no lot; the pieces follow by mark and serial. */
export async function lotsOfPhases(
  write: Write,
  actor: Actor,
  orderId: string,
): Promise<{ lots: number; pieces: number }> {
  const order = await plannedOrder(write, actor, orderId)
  const { rows } = await sql<{ id: number; phase: string }>`
    select p.id, left(m.phase, 40) as phase from pieces p join marks m on m.id = p.mark_id
    where p.order_id = ${order.id} and m.phase <> '' and p.status <> all(${uncounted}::text[])
      and not exists (select from erection_places e where e.piece_id = p.id)
    order by m.phase, m.mark, p.serial, p.id`.execute(write)
  if (rows.length === 0) reject('erection.no_phases')
  const byPhase = Map.groupBy(rows, ({ phase }) => phase)
  const ids = await lotIds(
    write,
    actor,
    order.id,
    [...byPhase.keys()].map((code) => ({ code, area: null, plannedOn: null })),
  )
  const places: Place[] = []
  for (const [phase, pieces] of byPhase) {
    const lotId = ids.get(phase) ?? 0
    const last = await lastPlace(write, lotId)
    places.push(...pieces.map(({ id }, at) => ({ pieceId: id, lotId, position: last + at + 1 })))
  }
  await savePlaces(write, actor.plantId, places)
  const after = { erectionLots: [...byPhase.keys()].slice(0, 20), pieces: rows.length }
  await recordPlan(write, actor, order, { action: 'erection.plan', after })
  return { lots: byPhase.size, pieces: rows.length }
}

interface NamedLot {
  readonly code: string
  /** Null: as it is. */
  readonly area: string | null
  readonly plannedOn: string | null
}

/** Ids of lots by code; new ones are added at the end, others get the stated area and day. */
export async function lotIds(
  write: Write,
  actor: Actor,
  orderId: number,
  lots: readonly NamedLot[],
): Promise<ReadonlyMap<string, number>> {
  const codes = lots.map(({ code }) => code)
  const existing = await write
    .selectFrom('erection_lots')
    .select(['id', 'code', 'area', 'planned_on'])
    .where('order_id', '=', orderId)
    .where('code', 'in', codes)
    .forUpdate()
    .execute()
  const known = new Map(existing.map((lot) => [lot.code, lot]))
  const added = lots.filter(({ code }) => !known.has(code))
  let position = await nextPosition(write, orderId, added.length)
  const ids = new Map(existing.map(({ code, id }) => [code, id]))
  for (const { code, area, plannedOn } of lots) {
    const lot = known.get(code)
    if (lot === undefined) {
      const fields = { order_id: orderId, code, name: '', area: area ?? '', planned_on: plannedOn, position }
      ids.set(code, await insertRow(write, actor, 'erection_lots', fields))
      position += 1
    } else {
      const changes = changesOf(lot, { area: area ?? lot.area, planned_on: plannedOn ?? lot.planned_on })
      if (changes !== null) await saveRow(write, actor, 'erection_lots', lot.id, changes.after)
    }
  }
  return ids
}
