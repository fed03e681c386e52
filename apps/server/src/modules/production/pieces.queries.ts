import type { PassedPieces, QualityPiece, WaitingPieces } from '@cloud-factory/domain/orders/piece-records'
import type { CodeHit } from '@cloud-factory/contract/identity/access'
import type { PieceMatch } from '@cloud-factory/contract/production/work'
import { sql, type RawBuilder } from 'kysely'
import type {
  ResultStatus,
  ProcessGate,
  ProcessKind,
} from '@cloud-factory/domain/planning/planning-resources'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { anyOf, prepare } from '../../platform/db/prepared-statements.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { qrText } from '../orders/public.ts'
import { lockPieces } from './production.store.ts'

const qrForm = /^CF1:(\d{1,9}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
const idForm = /^[1-9]\d{0,17}$/

const isGone = sql`p.status in ('shipped', 'received')`

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
    sql<FoundRow>`${prepare}
      select id, null as tag, null as serial, 1 as same from pieces where plant_id = ${plantId} and id = ${anyOf(sql`${ids}::bigint[]`)}
      union all
      select id, tag::text, null, 1 from pieces where plant_id = ${plantId} and tag = ${anyOf(sql`${[...tags.keys()]}::uuid[]`)}
      union all
      select min(p.id), null, p.serial, count(*)::int from pieces p join orders o on o.id = p.order_id
      where p.plant_id = ${plantId} and p.serial = ${anyOf(sql`${serials}::text[]`)} and ${isOpen} group by p.serial`,
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
  if (several.has(text)) return reject('piece.several', { piece: text.slice(0, 60) })
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

/** Every piece of the open orders, or outside the factory, that may match each code, latest orders first. Codes keep their order. */
export async function pieceMatches(
  reads: Reads,
  plantId: number,
  codes: readonly string[],
  gone = false,
): Promise<{ code: string; pieces: PieceMatch[] }[]> {
  const known = await findPieces(reads, plantId, codes, true)
  const ids = [...known.values(), ...codes.filter((code) => idForm.test(code))]
  const serials = codes.flatMap((code) => [code, code.toUpperCase()])
  const rows = await readRows(
    reads,
    sql<Match>`
      select p.id, p.serial, p.tag, p.order_id as "orderId", o.no as "orderNo", o.name as "orderName", j.name as project, m.mark, m.profile, p.status,
        p.next_process_id as "nextProcessId"
      from pieces p join orders o on o.id = p.order_id join projects j on j.id = o.project_id join marks m on m.id = p.mark_id
      where p.plant_id = ${plantId}
        and (p.id = any(${ids}::bigint[]) or p.serial = any(${serials}::text[]) and ${gone ? isGone : isOpen})
      order by o.updated_at desc, p.id`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySerial = Map.groupBy(rows, ({ serial }) => serial)
  return codes.map((code) => {
    const one = byId.get(known.get(code) ?? 0)
    const own = idForm.test(code) ? byId.get(Number(code)) : undefined
    const named = new Set([code, code.toUpperCase()].flatMap((serial) => bySerial.get(serial) ?? []))
    if (own !== undefined) named.add(own)
    const pieces = one === undefined || gone ? [...named].slice(0, maxMatches) : [one]
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

/** Pieces with this QR code or serial. Those who report work come to the report, all others to the piece in its order. */
export const piecesByCode =
  (reads: Reads) =>
  async (actor: Actor, code: string, limit: number): Promise<CodeHit[]> => {
    if (!actor.tags.includes('order.view')) return []
    const [match] = await pieceMatches(reads, actor.plantId, [code])
    // A number is an id to screens, but a serial to people.
    const named = (match?.pieces ?? []).filter(({ serial }) => !idForm.test(code) || serial === code)
    const { tags } = actor
    return named.slice(0, limit).map(({ id, serial, orderId, orderNo, project, profile, status, qr }) => ({
      kind: 'piece',
      id,
      code: serial,
      name: orderNo,
      project,
      status,
      profile,
      path: pathOf(tags, { orderId, serial, status, qr }),
    }))
  }

/** Where a scan leads: to reports from the site for what has left, to work reports, or to the order. */
function pathOf(
  tags: readonly string[],
  { orderId, serial, status, qr }: Pick<PieceMatch, 'orderId' | 'serial' | 'status' | 'qr'>,
): string {
  const code = encodeURIComponent(qr)
  if (tags.includes('order.ship') && (status === 'shipped' || status === 'received'))
    return `/order/site?code=${code}`
  return tags.includes('order.report')
    ? `/order/work?code=${code}`
    : `/order/detail/${orderId}?part=pieces&q=${encodeURIComponent(serial)}`
}

/** Pieces of the plant by id, in ascending order; unknown ones are left out. */
export const piecesById = (reads: Reads, plantId: number, ids: readonly number[]): Promise<QualityPiece[]> =>
  readRows(reads, pieceRecords(sql`p.plant_id = ${plantId} and p.id = any(${[...ids]}::bigint[])`))

/** The same, locked with their orders until the transaction ends. */
export async function piecesLocked(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<QualityPiece[]> {
  await lockPieces(write, plantId, ids)
  return piecesById(asReads(write), plantId, ids)
}

const pieceRecords = (where: RawBuilder<unknown>) =>
  sql<QualityPiece>`
    select p.id, p.serial, p.order_id as "orderId", o.no as "orderNo", o.project_id as "projectId", m.id as "markId",
      m.mark, m.kind, m.profile, m.grade, m.length_mm as "lengthMm", m.area_m2 as "areaM2", p.net_kg as "netKg", o.released_at as "releasedAt", p.status,
      p.next_process_id as "nextProcessId"
    from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
    where ${where} order by p.id`

/** Maximum number of pieces per mark and gate. The rest of a larger mark follows in a later query, when these have passed. */
const piecesOfGate = 500

/** Pieces waiting before a gated process, by mark, most urgent order first; held ones are left out. */
export const piecesAtGates = (reads: Reads, plantId: number, limit: number): Promise<WaitingPieces[]> =>
  readRows(
    reads,
    sql<WaitingPieces>`
      with waiting as (
        select p.order_id, p.mark_id, p.next_process_id,
          (array_agg(p.id order by p.id))[1:${sql.lit(piecesOfGate)}] as ids
        from processes c join pieces p on p.plant_id = c.plant_id and p.next_process_id = c.id
        where c.plant_id = ${plantId} and c.gate in ('inspect', 'hold') and p.holds = 0
          and p.status not in ('ncr_open', 'rework')
        group by p.order_id, p.mark_id, p.next_process_id
      )
      select o.id as "orderId", o.no as "orderNo", m.id as "markId", m.mark, c.id as "processId", c.code as "processCode",
        c.gate, w.ids as "pieceIds"
      from waiting w join orders o on o.id = w.order_id join marks m on m.id = w.mark_id
        join processes c on c.id = w.next_process_id
      where o.status in ('released', 'in_production')
      order by o.due_on nulls last, o.id, m.mark, c.position limit ${limit}`,
  )

/** Pieces that completed a gated step, by mark and process, in order of time. */
export const piecesPastGate = (reads: Reads, plantId: number): Promise<PassedPieces[]> =>
  readRows(
    reads,
    sql<PassedPieces>`
      select o.id as "orderId", o.no as "orderNo", o.project_id as "projectId", m.mark, m.kind, m.profile,
        m.length_mm as "lengthMm", c.id as "processId", c.code as "processCode", c.gate,
        array_agg(p.id order by p.id) as "pieceIds", array_agg(p.serial order by p.id) as serials,
        min(r.done_at) as at
      from work_reports r join processes c on c.id = r.process_id and c.gate in ('inspect', 'hold')
        join pieces p on p.id = r.piece_id join marks m on m.id = p.mark_id join orders o on o.id = p.order_id
      where r.plant_id = ${plantId} and r.undone_at is null and r.finishes
      group by o.id, m.id, c.id order by min(r.done_at), m.id, c.id`,
  )

interface ProcessRecord {
  readonly id: number
  readonly code: string
  readonly names: Names
  readonly gate: ProcessGate
  readonly position: number
  readonly kind: ProcessKind
  readonly gives: ResultStatus | null
  readonly active: boolean
}

/** All processes of the plant in the order of work. */
export const processesOf = (reads: Reads, plantId: number): Promise<ProcessRecord[]> =>
  readRows(
    reads,
    sql<ProcessRecord>`
      select id, code, names, gate, position, kind, gives, active from processes
      where plant_id = ${plantId} order by position, id`,
  )
