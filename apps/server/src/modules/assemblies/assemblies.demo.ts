import { sql } from 'kysely'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import type { DemoContext } from '../../platform/module.ts'
import { demoActor } from '../orders/public.ts'
import { type AssemblyPorts, buildPieces } from './build-pieces.ts'
import { addSubAssembly } from './save-sub-assemblies.ts'

interface DemoContents {
  readonly markId: string
  readonly outers: string[]
  /** Finished pieces of the first brace. */
  readonly ready: string[]
  readonly finished: string
  readonly unfinished: string
}

/** A column in work, with two lighter braces of its order: one of which pieces are finished, and one that is still made. */
const demoContents = (write: Write, plantId: number): Promise<DemoContents[]> =>
  readRows(
    asReads(write),
    sql<DemoContents>`
      with counted as materialized (
        select p.order_id, m.id, m.mark, m.kind, m.net_kg, count(*)::int as pieces, array_agg(p.id::text order by p.id) as ids,
          array_remove(array_agg(case when next.kind = 'pack' and p.holds = 0 then p.id::text end order by p.id), null) as ready
        from pieces p join marks m on m.id = p.mark_id join orders o on o.id = p.order_id
          left join processes next on next.id = p.next_process_id
        where p.plant_id = ${plantId} and o.status = 'in_production' and p.status not in ('scrapped', 'superseded')
        group by p.order_id, m.id)
      select c.id::text as "markId", c.ids as outers, f.ready, f.mark as finished, u.mark as unfinished
      from counted c
        join counted f on f.order_id = c.order_id and f.kind = 'brace' and f.pieces >= c.pieces * 2
          and cardinality(f.ready) > 2 and f.net_kg * 5 < c.net_kg
        join counted u on u.order_id = c.order_id and u.kind = 'brace' and u.pieces >= c.pieces and u.ready = '{}'
      where c.kind = 'column' and c.pieces between 2 and 4 and c.ready = '{}'
      order by cardinality(f.ready) desc, c.id desc, u.id desc limit 1`,
  )

/** Columns with sub-assemblies: the first has its two finished braces, the second one of them; the braces in work are lacking. */
export async function assembliesDemo(
  write: Write,
  context: DemoContext,
  ports: AssemblyPorts,
): Promise<void> {
  const [contents] = await demoContents(write, context.plantId)
  if (contents === undefined) return
  const { markId, outers, ready, finished, unfinished } = contents
  const actor = { ...demoActor(context), tags: ['order.edit', 'order.report'] }
  const line = { quantity: 1, isWeightIncluded: false }
  await addSubAssembly(write, actor, markId, { ...line, mark: finished, quantity: 2 })
  await addSubAssembly(write, actor, markId, { ...line, mark: unfinished })
  // The quality records of the pieces are written later.
  const early = { ...ports, conformity: () => Promise.resolve(new Map()) }
  const [first = '', second = ''] = outers
  await buildPieces(write, actor, first, { pieces: ready.slice(0, 2) }, early, context.now)
  await buildPieces(write, actor, second, { pieces: ready.slice(2, 3) }, early, context.now)
}
