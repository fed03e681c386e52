import '../orders.tables.ts'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

const qrForm = /^CF1:(\d{1,9}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
const idForm = /^[1-9]\d{0,17}$/

/**
 * Pieces by what a device sent: the text of a QR code, an id, or a serial that only one piece of the plant's open orders
 * has. What is not found, or not for sure, is left out.
 */
export async function findPieces(
  reads: Reads,
  plantId: number,
  texts: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const tags = new Map<string, string>()
  const serials: string[] = []
  const ids: string[] = []
  for (const text of texts) {
    const [, plant, tag] = qrForm.exec(text) ?? []
    if (tag !== undefined) {
      if (Number(plant) === plantId) tags.set(tag.toLowerCase(), text)
    } else if (idForm.test(text)) ids.push(text)
    else serials.push(text)
  }
  const rows = await readRows(
    reads,
    sql<{ id: number; tag: string | null; serial: string | null }>`
      select id, null as tag, null as serial from pieces where plant_id = ${plantId} and id = any(${ids}::bigint[])
      union all
      select id, tag::text, null from pieces where plant_id = ${plantId} and tag = any(${[...tags.keys()]}::uuid[])
      union all
      select min(p.id), null, p.serial from pieces p join orders o on o.id = p.order_id
      where p.plant_id = ${plantId} and p.serial = any(${serials}::text[])
        and o.status in ('released', 'in_production', 'completed', 'on_hold')
        and p.status not in ('scrapped', 'superseded')
      group by p.serial having count(*) = 1`,
  )
  for (const { id, tag, serial } of rows) {
    const text = tag === null ? (serial ?? String(id)) : tags.get(tag)
    if (text !== undefined) found.set(text, id)
  }
  return found
}
