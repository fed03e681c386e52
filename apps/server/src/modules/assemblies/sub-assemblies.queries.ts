import type {
  InnerPiece,
  MarkContents,
  PieceContents,
  SubAssembly,
} from '@cloud-factory/contract/assemblies/sub-assemblies'
import type { Kit } from '@cloud-factory/contract/parts/parts'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { anyOf } from '../../platform/db/prepared-statements.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canBuild, canEditContents, canRemoveContents, canTakeOut } from './assemblies.policy.ts'

/** The latest revision of a mark of an order. */
export const latestMark = (orderId: RawBuilder<unknown>, mark: RawBuilder<unknown>) => sql`
  select id, name, profile, net_kg, sub_kg from marks where order_id = ${orderId} and mark = ${mark} order by id desc limit 1`

/** Inner pieces that pieces lack, by mark; `where` picks pieces `p`. */
export const lackingOf = (where: RawBuilder<unknown>) => sql<LackingRow>`
  select p.id, p.serial, s.inner_mark as mark, (s.quantity - count(i.id))::int as quantity
  from pieces p join marks m on m.id = p.mark_id
    join sub_assemblies s on s.order_id = p.order_id and s.outer_mark = m.mark
    left join built_pieces b on b.outer_id = p.id
    left join pieces q on q.id = b.piece_id
    left join marks i on i.id = q.mark_id and i.mark = s.inner_mark
  where ${where} group by p.id, p.serial, s.inner_mark, s.quantity having s.quantity > count(i.id)`

interface LackingRow {
  readonly id: number
  readonly serial: string
  readonly mark: string
  readonly quantity: number
}

/** What is lacking in words, `B2 × 1`, by piece; pieces that lack nothing are left out. */
export async function lackingPieces(
  reads: Reads,
  pieceIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (pieceIds.length === 0) return new Map()
  const ids = sql`${[...pieceIds]}::bigint[]`
  const rows = await readRows(
    reads,
    sql<LackingRow>`${lackingOf(sql`p.id = ${anyOf(ids)}`)} order by s.inner_mark`,
  )
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      own.map(({ mark, quantity }) => `${mark} × ${quantity}`).join(', '),
    ]),
  )
}

interface ContentRow {
  readonly id: number
  readonly mark_id: number | null
  readonly inner_mark: string
  readonly name: string | null
  readonly profile: string | null
  readonly quantity: number
  readonly kg: number | null
  readonly is_weight_included: boolean
  readonly import_id: number | null
  readonly built: number
  readonly version: number
}

/**
 * Weight of one piece of a mark with what is in it: its own, and that of each sub-assembly times its quantity, at any depth. Null: one of them has
 * no weight.
 */
const wholeOf = (orderId: number, mark: RawBuilder<unknown>) => sql`
  with recursive tree as (
    select ${mark}::text collate "C" as mark, 1::numeric as quantity
    union all
    select s.inner_mark, t.quantity * s.quantity from tree t
      join sub_assemblies s on s.order_id = ${orderId} and s.outer_mark = t.mark
  )
  select case when bool_and(l.net_kg is not null) then sum(l.net_kg * t.quantity) end
  from tree t left join lateral (${latestMark(sql`${orderId}`, sql`t.mark`)}) l on true`

/** What a mark contains; fails with `not_found` when the plant has no such mark. */
export async function contentsOfMark(reads: Reads, actor: Actor, markId: string): Promise<MarkContents> {
  const [mark] = await readRows(
    reads,
    sql<{ orderId: number; mark: string; netKg: number | null; status: string }>`
      select m.order_id as "orderId", m.mark, m.net_kg as "netKg", o.status
      from marks m join orders o on o.id = m.order_id where m.plant_id = ${actor.plantId} and m.id = ${markId}`,
  )
  if (mark === undefined) return fail('not_found')
  const { orderId } = mark
  const [rows, outer, whole] = await Promise.all([
    readRows(
      reads,
      sql<ContentRow>`
        select s.id, i.id as mark_id, s.inner_mark, i.name, i.profile, s.quantity, (${wholeOf(orderId, sql`s.inner_mark`)}) as kg,
          s.is_weight_included, s.import_id, s.version, (
            select count(*)::int from built_pieces b join pieces q on q.id = b.piece_id join marks im on im.id = q.mark_id
              join pieces p on p.id = b.outer_id join marks om on om.id = p.mark_id
            where b.order_id = ${orderId} and im.mark = s.inner_mark and om.mark = s.outer_mark) as built
        from sub_assemblies s left join lateral (${latestMark(sql`s.order_id`, sql`s.inner_mark`)}) i on true
        where s.order_id = ${orderId} and s.outer_mark = ${mark.mark} order by s.inner_mark`,
    ),
    readRows(
      reads,
      sql<{ id: number; mark: string; quantity: number }>`
        select o.id, s.outer_mark as mark, s.quantity
        from sub_assemblies s cross join lateral (${latestMark(sql`s.order_id`, sql`s.outer_mark`)}) o
        where s.order_id = ${orderId} and s.inner_mark = ${mark.mark} order by s.outer_mark`,
    ),
    readRows(reads, sql<{ kg: number | null }>`select (${wholeOf(orderId, sql`${mark.mark}`)}) as kg`),
  ])
  const edit = canEditContents(actor.tags, mark.status)
  return {
    items: rows.map((row) => contentView(row, edit)),
    outer: outer.map(({ id, ...one }) => ({ markId: String(id), ...one })),
    ownKg: mark.netKg,
    wholeKg: whole[0]?.kg ?? null,
    can: { add: edit },
  }
}

const contentView = (row: ContentRow, edit: true | string): SubAssembly => ({
  id: String(row.id),
  markId: row.mark_id === null ? null : String(row.mark_id),
  mark: row.inner_mark,
  name: row.name ?? '',
  profile: row.profile ?? '',
  quantity: row.quantity,
  netKg: row.kg,
  isWeightIncluded: row.is_weight_included,
  isImported: row.import_id !== null,
  built: row.built,
  version: row.version,
  can: { edit, remove: canRemoveContents(edit, row.built) },
})

interface PieceRow {
  readonly status: PieceStatus
  readonly order_status: string
  readonly is_packed: boolean
  readonly outer_id: number | null
  readonly outer_serial: string | null
  readonly outer_status: PieceStatus | null
}

interface InnerRow extends Omit<InnerPiece, 'id' | 'builtAt'> {
  readonly id: number
  readonly builtAt: Date
}

/** What is built into a piece, and what it is in; fails with `not_found` when the plant has no such piece. */
export async function contentsOfPiece(reads: Reads, actor: Actor, id: string): Promise<PieceContents> {
  const [piece] = await readRows(
    reads,
    sql<PieceRow>`
      select p.status, o.status as order_status, exists (select from package_pieces k where k.piece_id = p.id) as is_packed,
        b.outer_id, q.serial as outer_serial, q.status as outer_status
      from pieces p join orders o on o.id = p.order_id left join built_pieces b on b.piece_id = p.id
        left join pieces q on q.id = b.outer_id
      where p.plant_id = ${actor.plantId} and p.id = ${id}`,
  )
  if (piece === undefined) return fail('not_found')
  const [inner, lacking] = await Promise.all([
    readRows(
      reads,
      sql<InnerRow>`
        select q.id, q.serial, m.mark, q.status, q.net_kg as "netKg", b.built_at as "builtAt", b.built_by_name as "builtBy"
        from built_pieces b join pieces q on q.id = b.piece_id join marks m on m.id = q.mark_id
        where b.outer_id = ${id} order by q.serial`,
    ),
    readRows(reads, sql<LackingRow>`${lackingOf(sql`p.id = ${id}`)} order by s.inner_mark`),
  ])
  const { outer_id: outerId, outer_serial: serial, outer_status: status } = piece
  const facts = { status: piece.status, orderStatus: piece.order_status, isPacked: piece.is_packed }
  return {
    outer:
      outerId === null ? null : { id: String(outerId), serial: serial ?? '', status: status ?? 'planned' },
    items: inner.map((row) => ({ ...row, id: String(row.id), builtAt: row.builtAt.toISOString() })),
    lacking: lacking.map(({ mark, quantity }) => ({ mark, quantity })),
    can: { build: canBuild(actor.tags, facts), takeOut: canTakeOut(actor.tags, facts) },
  }
}

interface NeededRow {
  readonly mark: string
  readonly quantity: number
  readonly needed: number
  readonly free: number
}

/**
 * Sub-assemblies for pieces of a mark: no more than all its counted pieces lack. Finished pieces that nothing stops and that are in no other one and in
 * no package are available.
 */
export async function neededSubAssemblies(
  reads: Reads,
  { orderId, mark }: { readonly orderId: number; readonly mark: string },
  pieces: number,
): Promise<Kit['subAssemblies']> {
  const rows = await readRows(
    reads,
    sql<NeededRow>`
      select s.inner_mark as mark, s.quantity, s.quantity * (
          select count(*) from marks m join pieces p on p.mark_id = m.id
          where m.order_id = s.order_id and m.mark = s.outer_mark and p.status not in ('scrapped', 'superseded')
        )::int - (
          select count(*) from built_pieces b join pieces q on q.id = b.piece_id join marks i on i.id = q.mark_id
            join pieces p on p.id = b.outer_id join marks o on o.id = p.mark_id
          where b.order_id = s.order_id and i.mark = s.inner_mark and o.mark = s.outer_mark
        )::int as needed, (
          select count(*) from marks m join pieces p on p.mark_id = m.id left join processes next on next.id = p.next_process_id
          where m.order_id = s.order_id and m.mark = s.inner_mark and p.holds = 0
            and p.status not in ('scrapped', 'superseded', 'ncr_open', 'rework')
            and (next.kind <> 'work' or (next.kind is null and p.steps_done > 0))
            and not exists (select from built_pieces b where b.piece_id = p.id)
            and not exists (select from package_pieces k where k.piece_id = p.id)
        )::int as free
      from sub_assemblies s where s.order_id = ${orderId} and s.outer_mark = ${mark} order by s.inner_mark`,
  )
  return rows.map(({ mark: inner, quantity, needed, free }) => {
    const required = Math.max(0, Math.min(quantity * pieces, needed))
    const available = Math.min(required, free)
    return { mark: inner, required, available, lacking: required - available }
  })
}

/** Pieces of an order that are in another one, or contain one. */
export async function assembledPieces(reads: Reads, plantId: number, orderId: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select piece_id as id from built_pieces where plant_id = ${plantId} and order_id = ${orderId}
      union select outer_id from built_pieces where plant_id = ${plantId} and order_id = ${orderId}`,
  )
  return rows.map(({ id }) => id)
}
