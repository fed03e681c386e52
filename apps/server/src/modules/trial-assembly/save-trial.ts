import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { TrialRow, trialAssembliesApi } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { orderForUpdate } from '../orders/public.ts'
import { nextNumbers, type OrdersPort } from '../quality-records/public.ts'
import { canPlanTrial } from './trials.policy.ts'
import { oneTrial } from './trials.queries.ts'

type Api = typeof trialAssembliesApi
type NewTrial = BodyOf<Api['POST /api/trial-assemblies']>
type Facts = Omit<NewTrial, 'orderId'>
type Changes = BodyOf<Api['PATCH /api/trial-assemblies/:id']>

/** What finds pieces by the texts of codes. */
export type PiecePort = Pick<OrdersPort, 'find'>

/** Pieces of the order by what was typed or scanned: serials of the order first. Names the row of the first that is not one. */
async function piecesOf(
  write: Write,
  plantId: number,
  orderId: number,
  rows: Facts['pieces'],
  { find }: PiecePort,
): Promise<{ readonly id: number; readonly position: string }[]> {
  const texts = rows.map(({ piece }) => piece)
  const reads = asReads(write)
  const own = await readRows(
    reads,
    sql<{ text: string; id: number }>`
      select t.text, p.id from unnest(${texts}::text[]) t (text)
        join pieces p on p.order_id = ${orderId} and (p.serial in (t.text, upper(t.text)) or p.id::text = t.text)
      where p.plant_id = ${plantId} and p.status not in ('scrapped', 'superseded')`,
  )
  const ids = new Map(own.map(({ text, id }) => [text, id]))
  const others = texts.filter((text) => !ids.has(text))
  if (others.length > 0) {
    const found = await find(reads, plantId, others)
    const inOrder = await readRows(
      reads,
      sql<{
        id: number
      }>`select id from pieces where order_id = ${orderId} and id = any(${[...found.values()]}::bigint[])
        and status not in ('scrapped', 'superseded')`,
    )
    const allowed = new Set(inOrder.map(({ id }) => id))
    for (const [text, id] of found) if (allowed.has(id)) ids.set(text, id)
  }
  const unknown = texts.find((text) => !ids.has(text))
  if (unknown !== undefined) reject('trial.unknown_piece', { piece: unknown.slice(0, 60) })
  return [...new Map(rows.map(({ piece, position }) => [ids.get(piece) ?? 0, position]))].map(
    ([id, position]) => ({ id, position }),
  )
}

/** Writes the laid out pieces and the measurements. A changed limit leaves the value, which is judged again. */
async function writeContents(
  write: Write,
  actor: Actor,
  { trialId, orderId }: { readonly trialId: number; readonly orderId: number },
  { pieces, measurements }: Facts,
  port: PiecePort,
): Promise<void> {
  const laidOut = await piecesOf(write, actor.plantId, orderId, pieces, port)
  await sql`delete from trial_pieces where trial_id = ${trialId}`.execute(write)
  await sql`
    insert into trial_pieces (trial_id, piece_id, plant_id, position)
    select ${trialId}, id, ${actor.plantId}, position
    from jsonb_to_recordset(${JSON.stringify(laidOut)}::jsonb) as p (id bigint, position text)`.execute(write)
  const rows = measurements.map((one, index) => ({ ...one, at: index + 1 }))
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k (id bigint, at int, name text, clause text,
    unit text, nominal numeric, "lowerTol" numeric, "upperTol" numeric)`
  const remaining = measurements.flatMap(({ id }) => id ?? [])
  await sql`delete from trial_measurements where trial_id = ${trialId} and not id = any(${remaining}::bigint[])`.execute(
    write,
  )
  const { rows: changed } = await sql`
    update trial_measurements m set position = k.at, name = k.name, clause = k.clause, unit = k.unit, nominal = k.nominal,
      lower_tol = k."lowerTol", upper_tol = k."upperTol"
    from ${input} where m.trial_id = ${trialId} and m.id = k.id returning m.id`.execute(write)
  if (changed.length < remaining.length) fail('not_found', { params: { field: 'measurements' } })
  await sql`
    insert into trial_measurements (plant_id, trial_id, position, name, clause, unit, nominal, lower_tol, upper_tol)
    select ${actor.plantId}, ${trialId}, at, name, clause, unit, nominal, "lowerTol", "upperTol"
    from ${input} where id is null order by at`.execute(write)
}

const columnsOf = ({ name, heldOn, place, participants, note }: Facts) => ({
  name,
  held_on: heldOn,
  place,
  participants,
  note,
})
const factsOf = ({ name, heldOn, place, participants, note, pieces, measurements }: Facts) => ({
  name,
  heldOn,
  place,
  participants,
  note,
  pieces: pieces.length,
  measurements: measurements.length,
})

/** Plans a trial assembly of pieces of an order. Returns its id. */
export async function createTrial(
  write: Write,
  actor: Actor,
  { orderId, ...facts }: NewTrial,
  port: PiecePort,
  now: Date,
): Promise<string> {
  const order = await orderForUpdate(write, actor.plantId, orderId)
  requireAllowed(canPlanTrial(actor.tags, order.status), { order: order.no })
  const [no = ''] = await nextNumbers(write, actor.plantId, 'TA', now)
  const search = searchText(no, facts.name, order.no)
  const id = await insertRow(write, actor, 'trial_assemblies', {
    no,
    order_id: order.id,
    search,
    ...columnsOf(facts),
  })
  await writeContents(write, actor, { trialId: id, orderId: order.id }, facts, port)
  await recordTrial(write, actor, { id, no }, { action: 'trials.create', after: factsOf(facts) })
  return String(id)
}

/**
 * Locks a trial assembly for an action that its policy permits. The order is locked before it, as packing does, so that nothing is packed
 * while a release is given or withdrawn.
 */
export async function trialForAction(
  write: Write,
  actor: Actor,
  id: string,
  version: number | null,
  action: keyof TrialRow['can'],
) {
  const [found] = await readRows(
    asReads(write),
    sql<{
      orderId: number
    }>`select order_id as "orderId" from trial_assemblies where plant_id = ${actor.plantId} and id = ${id}`,
  )
  const order = await orderForUpdate(write, actor.plantId, String(found?.orderId ?? fail('not_found')))
  const row = await rowForUpdate(write, 'trial_assemblies', actor.plantId, id)
  const view = await oneTrial(asReads(write), actor, id)
  if (version !== null && row.version !== version) fail('version.conflict', { current: view })
  requireAllowed(view.can[action], { no: row.no })
  return { row, view, order }
}

export async function changeTrial(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...facts }: Changes,
  port: PiecePort,
): Promise<void> {
  const { row, view, order } = await trialForAction(write, actor, id, version, 'edit')
  const search = searchText(row.no, facts.name, order.no)
  await saveRow(write, actor, 'trial_assemblies', row.id, { ...columnsOf(facts), search })
  await writeContents(write, actor, { trialId: row.id, orderId: order.id }, facts, port)
  const { name, heldOn, place, participants, note, pieces, measurements } = view
  const before = { name, heldOn, place, participants, note, pieces, measurements: measurements.total }
  await recordTrial(write, actor, row, { action: 'trials.update', before, after: factsOf(facts) })
}

/** One audit row and one event of a trial assembly. */
export const recordTrial = (
  write: Write,
  actor: Actor,
  { id, no }: { readonly id: number; readonly no: string },
  entry: { readonly action: string; readonly before?: object; readonly after?: object },
  event: 'trials.changed' | 'trials.released' = 'trials.changed',
) => recordAction(write, actor, { ...entry, subjectKind: 'trial_assembly', event, id: String(id), name: no })
