import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

const qrForm = /^CF1:(\d{1,9}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
const idForm = /^[1-9]\d{0,17}$/

/** A piece that may still be processed, inspected or packed. */
const isOpen = sql`o.status in ('released', 'in_production', 'completed', 'on_hold') and p.status not in ('scrapped', 'superseded')`

/** Finds pieces by a QR code, an id, or a serial that is unique in the plant's open orders. Texts without a unique match are left out. */
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
        and ${isOpen}
      group by p.serial having count(*) = 1`,
  )
  for (const { id, tag, serial } of rows) {
    const text = tag === null ? (serial ?? String(id)) : tags.get(tag)
    if (text !== undefined) found.set(text, id)
  }
  return found
}

/** Texts that are the serial of several pieces in open orders. The user must choose the piece. */
export async function severalPieces(
  reads: Reads,
  plantId: number,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set()
  const rows = await readRows(
    reads,
    sql<{ serial: string }>`
      select p.serial from pieces p join orders o on o.id = p.order_id
      where p.plant_id = ${plantId} and p.serial = any(${texts}::text[]) and ${isOpen}
      group by p.serial having count(*) > 1`,
  )
  return new Set(rows.map(({ serial }) => serial))
}

/** The piece for a text. Fails with `piece.several` if several match and with `not_found` if none does. */
export async function pieceOfText(reads: Reads, plantId: number, text: string): Promise<number> {
  const id = (await findPieces(reads, plantId, [text])).get(text)
  if (id !== undefined) return id
  const several = await severalPieces(reads, plantId, [text])
  if (several.has(text))
    return fail('state.refused', { params: { reason: 'piece.several', piece: text.slice(0, 60) } })
  return fail('not_found')
}

/** Maximum number of pieces offered to choose from. */
const maxMatches = 100

type Match = Omit<PieceMatch, 'id' | 'orderId' | 'nextProcessId'> & {
  readonly id: number
  readonly orderId: number
  readonly nextProcessId: number | null
}

/** Every piece of the open orders that may match each code, latest orders first. Codes keep their order. */
export async function pieceMatches(
  reads: Reads,
  plantId: number,
  codes: readonly string[],
): Promise<{ code: string; pieces: PieceMatch[] }[]> {
  const known = await findPieces(reads, plantId, codes)
  const serials = codes.flatMap((code) => [code, code.toUpperCase()])
  const rows = await readRows(
    reads,
    sql<Match>`
      select p.id, p.serial, p.order_id as "orderId", o.no as "orderNo", o.name as "orderName", m.mark, m.profile, p.status,
        p.next_process_id as "nextProcessId"
      from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
      where p.plant_id = ${plantId}
        and (p.id = any(${[...known.values()]}::bigint[]) or p.serial = any(${serials}::text[]) and ${isOpen})
      order by o.updated_at desc, p.id`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySerial = Map.groupBy(rows, ({ serial }) => serial)
  return codes.map((code) => {
    const one = byId.get(known.get(code) ?? 0)
    const named = new Set([code, code.toUpperCase()].flatMap((serial) => bySerial.get(serial) ?? []))
    const pieces = one === undefined ? [...named].slice(0, maxMatches) : [one]
    return { code, pieces: pieces.map(matchView) }
  })
}

const matchView = ({ id, orderId, nextProcessId, ...match }: Match): PieceMatch => ({
  ...match,
  id: String(id),
  orderId: String(orderId),
  nextProcessId: nextProcessId === null ? null : String(nextProcessId),
})
