import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { qrText } from '../orders/public.ts'

const qrForm = /^CF1:(\d{1,9}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
const idForm = /^[1-9]\d{0,17}$/

/** A piece that may still be processed, inspected or packed. */
const isOpen = sql`o.status in ('released', 'in_production', 'completed', 'on_hold') and p.status not in ('scrapped', 'superseded')`

interface FoundRow {
  readonly id: number
  readonly tag: string | null
  readonly serial: string | null
  /** Pieces in open orders with this serial. */
  readonly same: number
}

/**
 * Finds pieces by a QR code, an id, or a serial that is unique in the plant's open orders. Texts without a unique match are left out.
 * A serial may be a number, as an id is. `typed`: the texts were typed or scanned, so a number that is both stands for several pieces;
 * otherwise screens send ids, and the id counts.
 */
export async function findPieces(
  reads: Reads,
  plantId: number,
  texts: readonly string[],
  typed = false,
): Promise<Map<string, number>> {
  const tags = new Map<string, string>()
  const serials: string[] = []
  for (const text of texts) {
    const [, plant, tag] = qrForm.exec(text) ?? []
    if (tag === undefined) serials.push(text)
    else if (Number(plant) === plantId) tags.set(tag.toLowerCase(), text)
  }
  const ids = serials.filter((text) => idForm.test(text))
  const rows = await readRows(
    reads,
    sql<FoundRow>`
      select id, null as tag, null as serial, 1 as same from pieces where plant_id = ${plantId} and id = any(${ids}::bigint[])
      union all
      select id, tag::text, null, 1 from pieces where plant_id = ${plantId} and tag = any(${[...tags.keys()]}::uuid[])
      union all
      select min(p.id), null, p.serial, count(*)::int from pieces p join orders o on o.id = p.order_id
      where p.plant_id = ${plantId} and p.serial = any(${serials}::text[]) and ${isOpen} group by p.serial`,
  )
  return meantBy(rows, tags, typed)
}

function meantBy(
  rows: readonly FoundRow[],
  tags: ReadonlyMap<string, string>,
  typed: boolean,
): Map<string, number> {
  const bySerial = new Map(rows.flatMap((row) => (row.serial === null ? [] : [[row.serial, row] as const])))
  const unique = [...bySerial].filter(([, { same }]) => same === 1)
  const found = new Map(unique.map(([serial, { id }]) => [serial, id]))
  for (const { id, tag } of rows.filter(({ serial }) => serial === null)) {
    const text = tag === null ? String(id) : (tags.get(tag) ?? tag)
    const named = tag === null ? bySerial.get(text) : undefined
    const isSure = named === undefined || (named.same === 1 && named.id === id)
    if (isSure || !typed) found.set(text, id)
    else found.delete(text)
  }
  return found
}

/** Texts that stand for several pieces: a serial in several open orders, or one that is also the id of another piece. The user chooses. */
export async function severalPieces(
  reads: Reads,
  plantId: number,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set()
  const ids = texts.filter((text) => idForm.test(text))
  const rows = await readRows(
    reads,
    sql<{ text: string }>`
      select text from (
        select p.serial as text, p.id from pieces p join orders o on o.id = p.order_id
        where p.plant_id = ${plantId} and p.serial = any(${texts}::text[]) and ${isOpen}
        union select id::text, id from pieces where plant_id = ${plantId} and id = any(${ids}::bigint[])
      ) meant group by text having count(*) > 1`,
  )
  return new Set(rows.map(({ text }) => text))
}

/** The piece for a typed or scanned text. Fails with `piece.several` if several match and with `not_found` if none does. */
export async function pieceOfText(reads: Reads, plantId: number, text: string): Promise<number> {
  const id = (await findPieces(reads, plantId, [text], true)).get(text)
  if (id !== undefined) return id
  const several = await severalPieces(reads, plantId, [text])
  if (several.has(text))
    return fail('state.refused', { params: { reason: 'piece.several', piece: text.slice(0, 60) } })
  return fail('not_found')
}

/** Maximum number of pieces offered to choose from. */
const maxMatches = 100

type Match = Omit<PieceMatch, 'id' | 'orderId' | 'nextProcessId' | 'qr'> & {
  readonly tag: string
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
  const known = await findPieces(reads, plantId, codes, true)
  const ids = [...known.values(), ...codes.filter((code) => idForm.test(code))]
  const serials = codes.flatMap((code) => [code, code.toUpperCase()])
  const rows = await readRows(
    reads,
    sql<Match>`
      select p.id, p.serial, p.tag, p.order_id as "orderId", o.no as "orderNo", o.name as "orderName", m.mark, m.profile, p.status,
        p.next_process_id as "nextProcessId"
      from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
      where p.plant_id = ${plantId}
        and (p.id = any(${ids}::bigint[]) or p.serial = any(${serials}::text[]) and ${isOpen})
      order by o.updated_at desc, p.id`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySerial = Map.groupBy(rows, ({ serial }) => serial)
  return codes.map((code) => {
    const one = byId.get(known.get(code) ?? 0)
    const own = idForm.test(code) ? byId.get(Number(code)) : undefined
    const named = new Set([code, code.toUpperCase()].flatMap((serial) => bySerial.get(serial) ?? []))
    if (own !== undefined) named.add(own)
    const pieces = one === undefined ? [...named].slice(0, maxMatches) : [one]
    return { code, pieces: pieces.map((piece) => matchView(piece, plantId)) }
  })
}

const matchView = ({ id, orderId, nextProcessId, tag, ...match }: Match, plantId: number): PieceMatch => ({
  ...match,
  qr: qrText(plantId, tag),
  id: String(id),
  orderId: String(orderId),
  nextProcessId: nextProcessId === null ? null : String(nextProcessId),
})
