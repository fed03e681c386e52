import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { settleRoots } from './build-pieces.ts'
import { settleWeights } from './save-sub-assemblies.ts'
import { latestMark } from './sub-assemblies.queries.ts'

/** The current revision of each mark of an order. */
const current = (orderId: number) => sql`
  select distinct on (mark) id, mark, net_kg + sub_kg as listed from marks where order_id = ${orderId} order by mark, id desc`

/**
 * Part rows that name an assembly of the order are no parts but sub-assemblies, if that assembly has parts of its own: a plate that is
 * also shipped loose is listed as a part and as an assembly of itself alone.
 */
async function markAssemblyRows(write: Write, orderId: number): Promise<void> {
  await sql`
    update parts set is_assembly = true where is_assembly is not true and id in (
      select p.id from marks o
        cross join lateral (select id, part_mark from parts where mark_id = o.id and part_mark <> o.mark offset 0) p
        cross join lateral (select i.id from marks i where i.order_id = ${orderId} and i.mark = p.part_mark
          order by i.id desc limit 1) i
      where o.order_id = ${orderId} and exists (select from parts q where q.mark_id = i.id and q.part_mark <> p.part_mark))`.execute(
    write,
  )
}

/**
 * Makes the sub-assemblies of a locked order what its lists say, after an import or its undoing; those added by hand stay. Pieces in superseded ones are free. The weight of a list includes a
 * sub-assembly when it comes to the sum of all its rows. The caller sums the order up again.
 */
export async function syncSubAssemblies(
  write: Write,
  actor: Actor,
  { orderId, importId }: { readonly orderId: number; readonly importId: number },
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await markAssemblyRows(write, orderId)
  await sql`
    delete from built_pieces where order_id = ${orderId}
      and outer_id in (select id from pieces where order_id = ${orderId} and status = 'superseded')`.execute(
    write,
  )
  await settleRoots(write, orderId)
  await sql`
    with listed as (
      select o.mark as outer_mark, p.part_mark as inner_mark, sum(p.quantity_per_mark)::int as quantity,
        coalesce(max(o.listed) >= 0.99 * max(x.kg), false) as included
      from (${current(orderId)}) o join parts p on p.mark_id = o.id and p.is_assembly
        cross join lateral (
          select sum(q.quantity_per_mark * coalesce(q.net_kg, i.net_kg + i.sub_kg, 0)) as kg
          from parts q left join lateral (${latestMark(sql`${orderId}`, sql`q.part_mark`)}) i on q.is_assembly
          where q.mark_id = o.id) x
      group by 1, 2
    ),
    gone as (
      delete from sub_assemblies s where s.order_id = ${orderId} and s.import_id is not null
        and not exists (select from listed l where l.outer_mark = s.outer_mark and l.inner_mark = s.inner_mark)
    )
    insert into sub_assemblies as s (plant_id, order_id, outer_mark, inner_mark, quantity, is_weight_included, import_id,
      created_by, updated_by, updated_by_name)
    select ${actor.plantId}, ${orderId}, outer_mark, inner_mark, quantity, included, ${importId}, ${by}::bigint, ${by}::bigint,
      ${name} from listed order by outer_mark, inner_mark
    on conflict (order_id, outer_mark, inner_mark) do update set quantity = excluded.quantity, version = s.version + 1,
      updated_at = now(), updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name
      where s.import_id is not null and s.quantity <> excluded.quantity`.execute(write)
  await requireNoCycle(write, orderId)
  await settleWeights(write, actor, orderId)
}

async function requireNoCycle(write: Write, orderId: number): Promise<void> {
  const [row] = await readRows(
    asReads(write),
    sql<{ outer: string; mark: string }>`
      with recursive tree as (
        select outer_mark as top, outer_mark, inner_mark from sub_assemblies where order_id = ${orderId}
        union select t.top, s.outer_mark, s.inner_mark from tree t
          join sub_assemblies s on s.order_id = ${orderId} and s.outer_mark = t.inner_mark
      ) select outer_mark as outer, inner_mark as mark from tree where inner_mark = top limit 1`,
  )
  if (row !== undefined) reject('sub_assembly.cycle', { ...row })
}
