import type { SearchHit } from '@cloud-factory/contract/identity/access'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern, searchPattern } from '../../platform/search/search-text.ts'

interface HitRow {
  readonly kind: 'project' | 'order' | 'mark' | 'piece'
  readonly id: number
  readonly code: string
  readonly name: string
  readonly order_id: number | null
}

/**
 * The search port of orders. Finds projects and orders by any part of number, name or customer, and marks and pieces by the prefix of their code. At
 * most `limit` of each kind; empty for an empty query or without `order.view`.
 */
export const ordersSearch =
  (reads: Reads) =>
  async (actor: Actor, q: string, limit: number): Promise<SearchHit[]> => {
    const pattern = searchPattern(q)
    if (pattern === null || !actor.tags.includes('order.view')) return []
    const rows = await readRows(reads, hits(actor.plantId, pattern, q, limit))
    return rows.map((row) => ({
      kind: row.kind,
      id: String(row.id),
      code: row.code,
      name: row.name,
      path: pathOf(row),
    }))
  }

/** The web page of the hit. */
function pathOf({ kind, id, code, order_id: orderId }: HitRow): string {
  if (kind === 'project') return `/order/list?projectId=${id}`
  if (kind === 'order') return `/order/detail/${id}`
  return `/order/detail/${orderId}?part=${kind}s&q=${encodeURIComponent(code)}`
}

export function hits(plantId: number, pattern: string, q: string, limit: number) {
  const typed = prefixPattern(q)
  const upper = prefixPattern(q.toUpperCase())
  return sql<HitRow>`
    (select 'order' as kind, id, no as code, name, id as order_id from orders
      where plant_id = ${plantId} and search like ${pattern} order by updated_at desc, id desc limit ${limit})
    union all
    (select 'project', id, code, name, null from projects
      where plant_id = ${plantId} and search like ${pattern} order by code limit ${limit})
    union all
    (select 'mark', m.id, m.mark, o.no, m.order_id from
      (select * from marks where plant_id = ${plantId} and (mark like ${typed} or mark like ${upper})
        order by mark limit ${limit}) m join orders o on o.id = m.order_id)
    union all
    (select 'piece', p.id, p.serial, o.no, p.order_id from
      (select * from pieces where plant_id = ${plantId} and (serial like ${typed} or serial like ${upper})
        order by serial limit ${limit}) p join orders o on o.id = p.order_id)`
}
