import { type RawBuilder, sql } from 'kysely'
import { readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { signed } from '../quality-records/public.ts'

/** Equal parts of a mark. */
export interface PartQuantity {
  readonly markId: number
  readonly partMark: string
  readonly quantity: number
}

const rowsOf = (parts: readonly PartQuantity[]) => sql`
  jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part ("markId" bigint, "partMark" text, quantity int)`

/** Adds good parts to those cut from a lot; negative quantities remove them, unless they are built in. */
export async function addPartLots(
  write: Write,
  lotId: number,
  parts: readonly PartQuantity[],
): Promise<void> {
  try {
    await sql`
      insert into part_lots (mark_id, part_mark, lot_id, cut)
      select "markId", "partMark", ${lotId}, 0 from ${rowsOf(parts)} order by 1, 2 on conflict do nothing`.execute(
      write,
    )
    await sql`
      update part_lots l set cut = l.cut + part.quantity from ${rowsOf(parts)}
      where l.mark_id = part."markId" and l.part_mark = part."partMark" and l.lot_id = ${lotId}`.execute(
      write,
    )
  } catch (error) {
    if (violationOf(error)?.constraint !== 'part_lots_built_check') throw error
    reject('part.used_further')
  }
}

/** The lots of parts of a mark that are not built in, with how many are. */
export const freePartLots = (write: Write, markId: number, partMark: string) =>
  readRows(
    asReads(write),
    sql<{ lotId: number; heat: string; free: number }>`
      select l.lot_id as "lotId", h.no as heat, l.cut - l.built as free
      from part_lots l join material_lots m on m.id = l.lot_id join heats h on h.id = m.heat_id
      where l.mark_id = ${markId} and l.part_mark = ${partMark} and l.cut > l.built order by l.lot_id`,
  )

/**
 * Parts that pieces need, without those whose heat was assigned by hand, spread over the lots of their part: the first
 * pieces get the first lots.
 */
const spread = (pieceIds: readonly number[]): RawBuilder<unknown> => sql`
  needs as (
    select b.piece_id, p.order_id, b.mark_id, b.part_mark, b.quantity,
      sum(b.quantity) over (partition by b.mark_id, b.part_mark order by b.piece_id) as upto
    from built_parts b join pieces p on p.id = b.piece_id
    where b.piece_id = any(${[...pieceIds]}::bigint[])
      and not exists (select from heat_uses u where u.piece_id = b.piece_id and u.part in (b.part_mark, ''))
  ), stock as (
    select mark_id, part_mark, lot_id, cut - built as free,
      sum(cut - built) over (partition by mark_id, part_mark order by lot_id) as upto
    from part_lots where cut > built and (mark_id, part_mark) in (select mark_id, part_mark from needs)
  ), used as (
    select needs.piece_id, needs.order_id, needs.mark_id, needs.part_mark, stock.lot_id,
      (least(needs.upto, stock.upto) - greatest(needs.upto - needs.quantity, stock.upto - stock.free))::int as parts
    from needs join stock using (mark_id, part_mark)
    where least(needs.upto, stock.upto) > greatest(needs.upto - needs.quantity, stock.upto - stock.free)
  )`

/**
 * Assigns the heats of cut parts to the pieces that they were built into. A lot that weighs less than the list says is used up,
 * not overdrawn.
 */
export async function assignPartLots(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  now: Date,
): Promise<void> {
  if (pieceIds.length === 0) return
  await sql`
    select from material_lots where id in (
      select l.lot_id from built_parts b join part_lots l using (mark_id, part_mark)
      where b.piece_id = any(${[...pieceIds]}::bigint[]) and l.cut > l.built)
    order by id for no key update`.execute(write)
  const { by, byName } = signed(actor)
  const { rows } = await sql<{ lot_id: number }>`
    with ${spread(pieceIds)}, weighed as (
      select used.*, l.kg - l.used_kg as left_kg, round(used.parts * coalesce((
        select sum(net_kg * quantity_per_mark) / sum(quantity_per_mark) from parts s
        where s.mark_id = used.mark_id and s.part_mark = used.part_mark), 0), 3) as kg
      from used join material_lots l on l.id = used.lot_id
    ), limited as (
      select *, greatest(0, least(kg, left_kg + kg - sum(kg) over (partition by lot_id order by piece_id, part_mark))) as use_kg
      from weighed
    ), inserted as (
      insert into heat_uses (plant_id, lot_id, piece_id, order_id, part, kg, parts, assigned_at, assigned_by, assigned_by_name)
      select ${actor.plantId}, lot_id, piece_id, order_id, part_mark, use_kg, parts, ${now}, ${by}, ${byName}
      from limited order by piece_id, part_mark, lot_id returning lot_id, kg
    ), counted as (
      update part_lots l set built = l.built + u.parts
      from (select mark_id, part_mark, lot_id, sum(parts)::int as parts from used group by 1, 2, 3) u
      where l.mark_id = u.mark_id and l.part_mark = u.part_mark and l.lot_id = u.lot_id
    )
    update material_lots l set used_kg = l.used_kg + i.kg
    from (select lot_id, sum(kg) as kg from inserted group by lot_id) i where l.id = i.lot_id returning l.id as lot_id`.execute(
    write,
  )
  await recordLots(write, actor, rows, 'material.assigned')
}

/** Removes the heats that `assignPartLots` assigned to pieces; their parts can be built in elsewhere. */
export async function removePartLots(write: Write, actor: Actor, pieceIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ lot_id: number }>`
    with removed as (
      delete from heat_uses u using pieces p
      where u.piece_id = any(${[...pieceIds]}::bigint[]) and p.id = u.piece_id and u.parts is not null
      returning u.lot_id, u.part, u.parts, u.kg, p.mark_id
    ), counted as (
      update part_lots l set built = l.built - r.parts
      from (select mark_id, part, lot_id, sum(parts)::int as parts from removed group by 1, 2, 3) r
      where l.mark_id = r.mark_id and l.part_mark = r.part and l.lot_id = r.lot_id
    )
    update material_lots l set used_kg = l.used_kg - r.kg
    from (select lot_id, sum(kg) as kg from removed group by lot_id) r where l.id = r.lot_id returning l.id as lot_id`.execute(
    write,
  )
  await recordLots(write, actor, rows, 'material.taken_off')
}

/** The parts of scrapped pieces are gone; the pieces remain traceable to their heats. */
export const consumePartLots = (write: Write, pieceIds: readonly number[]) =>
  sql`
    update part_lots l set built = l.built - g.parts, cut = l.cut - g.parts
    from (select p.mark_id, u.part, u.lot_id, sum(u.parts)::int as parts from heat_uses u join pieces p on p.id = u.piece_id
      where u.piece_id = any(${[...pieceIds]}::bigint[]) and u.parts is not null group by 1, 2, 3) g
    where l.mark_id = g.mark_id and l.part_mark = g.part and l.lot_id = g.lot_id`.execute(write)

async function recordLots(
  write: Write,
  actor: Actor,
  lots: readonly { readonly lot_id: number }[],
  name: 'material.assigned' | 'material.taken_off',
): Promise<void> {
  for (const { lot_id: id } of lots) await recordEvent(write, actor, { name, subjectId: String(id) })
}

/** A lot that parts are to be cut from; fails with `not_found` when the plant has no such lot. */
export async function lotForParts(
  write: Write,
  plantId: number,
  lotId: string,
): Promise<{
  readonly id: number
  readonly profile: string
  readonly grade: string
  readonly status: string
}> {
  const { rows } = await sql<{ id: number; profile: string; grade: string; status: string }>`
    select l.id, l.profile, g.code as grade, l.status
    from material_lots l join heats h on h.id = l.heat_id join steel_grades g on g.id = h.grade_id
    where l.plant_id = ${plantId} and l.id = ${lotId} for key share of l`.execute(write)
  return rows[0] ?? fail('not_found', { params: { field: 'lotId' } })
}

/** Whether every part of a project needs a heat. */
export async function requiresHeats(write: Write, plantId: number, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ heat: boolean }>`
    select heat from material_projects where plant_id = ${plantId} and project_id = ${projectId}`.execute(
    write,
  )
  return rows[0]?.heat ?? false
}

/** The lot of a bar in stock. */
export async function lotOfBar(write: Write, barId: number): Promise<number> {
  const { rows } = await sql<{ lot_id: number }>`select lot_id from stock_bars where id = ${barId}`.execute(
    write,
  )
  return rows[0]?.lot_id ?? fail('not_found')
}
