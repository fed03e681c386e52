import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { subAssembliesApi } from '@cloud-factory/contract/assemblies/sub-assemblies'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { orderForUpdate, refreshOrderTotals } from '../orders/public.ts'
import { refreshProjectTotals } from '../projects/public.ts'
import { canEditContents } from './assemblies.policy.ts'
import { contentsOfMark, latestMark } from './sub-assemblies.queries.ts'

type Api = typeof subAssembliesApi
type NewContent = BodyOf<Api['POST /api/marks/:id/sub-assemblies']>
type Changes = BodyOf<Api['PATCH /api/sub-assemblies/:id']>

interface Line {
  readonly id: number
  readonly order_id: number
  readonly outer_mark: string
  readonly inner_mark: string
  readonly quantity: number
  readonly is_weight_included: boolean
}

/** Locks the order, whose marks then do not change, and checks the right to say what they contain. */
async function lockOrder(write: Write, actor: Actor, orderId: number) {
  const order = await orderForUpdate(write, actor.plantId, String(orderId))
  requireAllowed(canEditContents(actor.tags, order.status), { order: order.no })
  return order
}

async function markOf(write: Write, plantId: number, id: string): Promise<{ orderId: number; mark: string }> {
  const [mark] = await readRows(
    asReads(write),
    sql<{
      orderId: number
      mark: string
    }>`select order_id as "orderId", mark from marks where plant_id = ${plantId} and id = ${id}`,
  )
  return mark ?? fail('not_found')
}

/** Whether a mark is in another one, at any depth. */
const containsMark = async (write: Write, orderId: number, outer: string, inner: string) => {
  const rows = await readRows(
    asReads(write),
    sql`with recursive tree as (
        select ${outer}::text collate "C" as mark
        union select s.inner_mark from tree t join sub_assemblies s on s.order_id = ${orderId} and s.outer_mark = t.mark
      ) select from tree where mark = ${inner}`,
  )
  return rows.length > 0
}

/** Says that each piece of a mark contains pieces of another mark of its order. */
export async function addSubAssembly(
  write: Write,
  actor: Actor,
  markId: string,
  input: NewContent,
): Promise<void> {
  const { orderId, mark: outer } = await markOf(write, actor.plantId, markId)
  const order = await lockOrder(write, actor, orderId)
  const inner = await innerMark(write, orderId, input.mark)
  if (inner === outer) reject('sub_assembly.itself', { mark: outer })
  if (await containsMark(write, orderId, inner, outer)) reject('sub_assembly.cycle', { mark: inner, outer })
  const line = {
    order_id: orderId,
    outer_mark: outer,
    inner_mark: inner,
    quantity: input.quantity,
    is_weight_included: input.isWeightIncluded,
  }
  try {
    await insertRow(write, actor, 'sub_assemblies', line)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'sub_assemblies_once') throw error
    fail('duplicate', { params: { field: 'mark', value: inner } })
  }
  await takeOffWeights(write, actor, order, outer)
  await recordContents(write, actor, order, { action: 'sub_assemblies.add', after: factsOf(line) })
}

/** As written, or in capitals. */
async function innerMark(write: Write, orderId: number, text: string): Promise<string> {
  const [row] = await readRows(
    asReads(write),
    sql<{ mark: string }>`select mark from marks where order_id = ${orderId}
      and mark in (${text}, ${text.toUpperCase()}) order by mark = ${text} desc limit 1`,
  )
  return row?.mark ?? fail('not_found', { params: { field: 'mark' } })
}

const factsOf = (line: Omit<Line, 'id' | 'order_id'>) => ({
  outerMark: line.outer_mark,
  mark: line.inner_mark,
  quantity: line.quantity,
  isWeightIncluded: line.is_weight_included,
})

/** Changes how many pieces are in one; not below those that are built in. */
export async function changeSubAssembly(
  write: Write,
  actor: Actor,
  id: string,
  { version, quantity, isWeightIncluded }: Changes,
): Promise<void> {
  const { line, order, maxBuilt } = await lockedLine(write, actor, id, version)
  if (quantity < maxBuilt) reject('sub_assembly.built_more', { mark: line.inner_mark, n: maxBuilt })
  const after = { ...line, quantity, is_weight_included: isWeightIncluded }
  await saveRow(write, actor, 'sub_assemblies', line.id, { quantity, is_weight_included: isWeightIncluded })
  await takeOffWeights(write, actor, order, line.outer_mark)
  const action = { action: 'sub_assemblies.update', before: factsOf(line), after: factsOf(after) }
  await recordContents(write, actor, order, action)
}

export async function removeSubAssembly(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const { line, order, maxBuilt } = await lockedLine(write, actor, id, version)
  if (maxBuilt > 0) reject('sub_assembly.built', { mark: line.inner_mark, n: maxBuilt })
  await deleteRow(write, actor.plantId, 'sub_assemblies', line.id)
  await takeOffWeights(write, actor, order, line.outer_mark)
  await recordContents(write, actor, order, { action: 'sub_assemblies.remove', before: factsOf(line) })
}

/** The line with its order, both locked, and how many of its pieces are in one piece at the most. */
async function lockedLine(write: Write, actor: Actor, id: string, version: number) {
  const [found] = await readRows(
    asReads(write),
    sql<{
      orderId: number
    }>`select order_id as "orderId" from sub_assemblies where plant_id = ${actor.plantId} and id = ${id}`,
  )
  const order = await lockOrder(write, actor, found?.orderId ?? fail('not_found'))
  const line = await rowForUpdate(write, 'sub_assemblies', actor.plantId, id)
  if (line.version !== version)
    fail('version.conflict', { current: await contentsOfLine(write, actor, line) })
  const [row] = await readRows(
    asReads(write),
    sql<{ maxBuilt: number }>`
      select coalesce(max(n), 0)::int as "maxBuilt" from (
        select count(*) as n from built_pieces b join pieces q on q.id = b.piece_id join marks i on i.id = q.mark_id
          join pieces p on p.id = b.outer_id join marks o on o.id = p.mark_id
        where b.order_id = ${line.order_id} and i.mark = ${line.inner_mark} and o.mark = ${line.outer_mark}
        group by b.outer_id) built`,
  )
  return { line, order, maxBuilt: row?.maxBuilt ?? 0 }
}

/** The mark that a line belongs to, for the reply of its commands. */
async function outerMarkOf(
  write: Write,
  plantId: number,
  line: { readonly order_id: number; readonly outer_mark: string },
): Promise<string> {
  const [row] = await readRows(
    asReads(write),
    sql<{ id: number }>`select id from marks where plant_id = ${plantId} and order_id = ${line.order_id}
      and mark = ${line.outer_mark} order by id desc limit 1`,
  )
  return String(row?.id ?? fail('not_found'))
}

const contentsOfLine = async (write: Write, actor: Actor, line: Line) =>
  contentsOfMark(asReads(write), actor, await outerMarkOf(write, actor.plantId, line))

type LockedOrder = Awaited<ReturnType<typeof orderForUpdate>>

/**
 * Refuses what would change the weight of begun pieces, or make it negative; then takes the included sub-assemblies off the weights
 * of a mark, and sums the order up again.
 */
async function takeOffWeights(
  write: Write,
  actor: Actor,
  order: LockedOrder,
  outerMark: string,
): Promise<void> {
  const [bad] = await readRows(
    asReads(write),
    sql<{ begun: boolean }>`
      select begun from (
        select m.net_kg + m.sub_kg as listed, t.kg, exists (select from pieces p where p.mark_id = m.id
            and (p.steps_done > 0 or p.step_part > 0)) as begun
        from marks m cross join lateral (select ${subKg(sql`m.order_id`, sql`m.mark`)} as kg) t
        where m.order_id = ${order.id} and m.mark = ${outerMark} and m.sub_kg <> t.kg
      ) changed where begun or listed < kg limit 1`,
  )
  if (bad !== undefined) {
    const reason = bad.begun ? 'sub_assembly.begun' : 'sub_assembly.heavier'
    reject(reason, { mark: outerMark })
  }
  await settleWeights(write, actor, order.id)
  await refreshOrderTotals(write, actor, order.id)
  await refreshProjectTotals(write, actor.plantId, [order.project_id])
}

/** Kilograms of the included sub-assemblies of one piece: as listed, with what they contain. */
const subKg = (orderId: ReturnType<typeof sql>, mark: ReturnType<typeof sql>) => sql`
  (select coalesce(sum(s.quantity * coalesce(i.net_kg + i.sub_kg, 0)), 0)
    from sub_assemblies s cross join lateral (${latestMark(sql`s.order_id`, sql`s.inner_mark`)}) i
    where s.order_id = ${orderId} and s.outer_mark = ${mark} and s.is_weight_included)`

/**
 * Takes included sub-assemblies off the weights of the marks of a locked order whose work is not begun, so that each kilogram is counted
 * once, by the piece that it belongs to. The caller sums the order up again.
 */
export async function settleWeights(write: Write, actor: Actor, orderId: number): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    with changed as (
      update marks m set net_kg = own.listed - own.kg, sub_kg = own.kg, version = m.version + 1, updated_at = now(),
        updated_by = ${by}::bigint, updated_by_name = ${name}
      from (
        select o.id, o.net_kg + o.sub_kg as listed, least(o.net_kg + o.sub_kg, t.kg) as kg
        from marks o cross join lateral (select ${subKg(sql`o.order_id`, sql`o.mark`)} as kg) t
        where o.order_id = ${orderId} and (o.sub_kg > 0 or exists (select from sub_assemblies s
            where s.order_id = o.order_id and s.outer_mark = o.mark and s.is_weight_included))
          and not exists (select from pieces p where p.mark_id = o.id and (p.steps_done > 0 or p.step_part > 0))
      ) own where m.id = own.id and m.sub_kg <> own.kg returning m.id, m.net_kg
    )
    update pieces p set net_kg = changed.net_kg, version = p.version + 1, updated_at = now(), updated_by = ${by}::bigint
    from changed where p.mark_id = changed.id`.execute(write)
}

const recordContents = (
  write: Write,
  actor: Actor,
  order: LockedOrder,
  entry: { readonly action: string; readonly before?: object; readonly after?: object },
) =>
  recordAction(write, actor, {
    ...entry,
    subjectKind: 'order',
    event: 'sub_assemblies.changed',
    id: String(order.id),
    name: order.no,
  })
