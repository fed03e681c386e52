import type { PieceResult, PieceResults } from '@cloud-factory/contract/subcontracting/subcontracts'
import { openOutside, type OutsideStatus } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { saveRow } from '../../platform/db/signed-rows.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { findPieces, severalPieces } from '../production/public.ts'
import { subcontractForAction } from './save-subcontract.ts'
import { type Refused, refusedFor, type Verdict } from './subcontracts.policy.ts'
import { oneSubcontract } from './subcontracts.queries.ts'

/** Commands on pieces, as the audit log names them. */
const recorded = {
  add: { action: 'subcontracts.add' },
  remove: { action: 'subcontracts.remove' },
  send: { action: 'subcontracts.send' },
  receive: { action: 'subcontracts.receive' },
  undo: { action: 'subcontracts.undo' },
} as const

/** A piece of the subcontract. */
export interface OutsidePiece {
  readonly id: number
  readonly pieceId: number
  readonly lineId: number
  readonly serial: string
  readonly status: OutsideStatus
  readonly from: number | null
  readonly to: number | null
  readonly sentOn: string | null
}

interface PieceCommand {
  readonly write: Write
  readonly actor: Actor
  /** Of the subcontract. */
  readonly id: string
  readonly now: Date
  readonly command: keyof typeof recorded
  /** What the audit log shows of it, beside the pieces. */
  readonly facts: Readonly<Record<string, unknown>>
}

interface NamedPieces {
  /** The subcontract, locked. */
  readonly subcontract: { readonly id: number }
  /** Ids of the named pieces of its order. */
  readonly ids: readonly number[]
  readonly idOf: (text: string) => number | undefined
  /** The pieces that the subcontract has, by their ids. */
  readonly own: ReadonlyMap<number, OutsidePiece>
}

/**
 * Runs a command on named pieces of a subcontract, each of which is judged by itself. Locks the subcontract, so that two
 * commands on it wait for each other; records what was done.
 */
export async function withNamedPieces(
  { write, actor, id, now, command, facts }: PieceCommand,
  texts: readonly string[],
  work: (named: NamedPieces) => Promise<ReadonlyMap<number, Verdict>>,
): Promise<PieceResults> {
  const action = command === 'remove' ? 'add' : command
  const { row } = await subcontractForAction(write, actor, id, null, { action, now })
  const named = await namedPieces(asReads(write), actor.plantId, row.order_id, texts)
  const ids = [...new Set(named.ids.values())]
  const own = await ownPieces(asReads(write), row.id, ids)
  const verdicts = await work({
    subcontract: { id: row.id },
    ids,
    idOf: (text) => named.ids.get(text),
    own,
  })
  const done = ids.filter((one) => verdicts.get(one) === 'done')
  if (done.length > 0) {
    await saveRow(write, actor, 'subcontracts', row.id, { status: await statusByPieces(write, row.id) })
    const serials = done.map((one) => named.serials.get(one) ?? '')
    await recordAudit(write, actor, {
      ...recorded[command],
      subjectKind: 'subcontract',
      subjectId: id,
      subjectName: row.no,
      after: { ...facts, pieces: done.length, serials: serials.slice(0, maxSerials).join(', ') },
    })
    const orderId = String(row.order_id)
    await recordEvent(write, actor, { name: 'subcontracts.moved', subjectId: id, orderId })
  }
  const items = texts.map((text, index) => resultOf(text, named, verdicts, texts.indexOf(text) < index))
  return { items, subcontract: await oneSubcontract(asReads(write), actor, id, now) }
}

/** Maximum number of serials in an audit row. */
const maxSerials = 20

/** A subcontract is a draft as long as no piece went out. */
async function statusByPieces(write: Write, id: number): Promise<'draft' | 'out'> {
  const rows = await readRows(
    asReads(write),
    sql`select from subcontract_pieces where subcontract_id = ${id} and status <> 'planned' limit 1`,
  )
  return rows.length === 0 ? 'draft' : 'out'
}

interface FoundPieces {
  readonly ids: ReadonlyMap<string, number>
  readonly serials: ReadonlyMap<number, string>
  /** Why a text stands for no piece of the order. */
  readonly unknown: ReadonlyMap<string, Refused>
}

/** The pieces of an order that texts stand for: ids, QR codes, or serials, which are unique in the order. */
async function namedPieces(
  reads: Reads,
  plantId: number,
  orderId: number,
  texts: readonly string[],
): Promise<FoundPieces> {
  const found = await findPieces(reads, plantId, texts)
  const rows = await readRows(
    reads,
    sql<{ id: number; serial: string; order_id: number }>`
      select id, serial, order_id from pieces where plant_id = ${plantId}
        and (id = any(${[...found.values()]}::bigint[])
          or order_id = ${orderId} and serial = any(${[...texts]}::text[]))`,
  )
  const own = rows.filter((row) => row.order_id === orderId)
  const bySerial = new Map(own.map((row) => [row.serial, row.id]))
  const inOrder = new Set(own.map((row) => row.id))
  const several = await severalPieces(
    reads,
    plantId,
    texts.filter((text) => !found.has(text) && !bySerial.has(text)),
  )
  const ids = new Map<string, number>()
  const unknown = new Map<string, Refused>()
  for (const text of texts) {
    const any = found.get(text)
    const one = any !== undefined && inOrder.has(any) ? any : bySerial.get(text)
    if (one !== undefined) ids.set(text, one)
    else if (any !== undefined) unknown.set(text, refusedFor('subcontract.other_order'))
    else
      unknown.set(
        text,
        several.has(text)
          ? refusedFor('piece.several', { piece: text.slice(0, 60) })
          : refusedFor('work.unknown_piece'),
      )
  }
  return { ids, unknown, serials: new Map(own.map(({ id, serial }) => [id, serial])) }
}

async function ownPieces(
  reads: Reads,
  subcontractId: number,
  pieceIds: readonly number[],
): Promise<ReadonlyMap<number, OutsidePiece>> {
  // A piece may be in it several times, when it was rejected and went out again: the last one counts.
  const rows = await readRows(
    reads,
    sql<OutsidePiece>`
      select k.id, k.piece_id as "pieceId", k.line_id as "lineId", p.serial, k.status, k.from_process_id as "from",
        k.to_process_id as "to", k.sent_on as "sentOn"
      from subcontract_pieces k join pieces p on p.id = k.piece_id
      where k.subcontract_id = ${subcontractId} and k.piece_id = any(${[...pieceIds]}::bigint[]) order by k.id`,
  )
  return new Map(rows.map((row) => [row.pieceId, row]))
}

/** Open subcontracts that these pieces are in. Pieces must be locked, so that nothing changes meanwhile. */
export async function openPlaces(
  write: Write,
  pieceIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly subcontractId: number; readonly no: string }>> {
  const rows = await readRows(
    asReads(write),
    sql<{ pieceId: number; subcontractId: number; no: string }>`
      select k.piece_id as "pieceId", s.id as "subcontractId", s.no
      from subcontract_pieces k join subcontracts s on s.id = k.subcontract_id
      where k.piece_id = any(${[...pieceIds]}::bigint[])
        and k.status in (${sql.join(openOutside.map((status) => sql.lit(status)))})`,
  )
  return new Map(rows.map(({ pieceId, ...place }) => [pieceId, place]))
}

function resultOf(
  text: string,
  { ids, serials, unknown }: FoundPieces,
  verdicts: ReadonlyMap<number, Verdict>,
  isRepeated: boolean,
): PieceResult {
  const id = ids.get(text)
  const serial = id === undefined ? null : (serials.get(id) ?? null)
  const verdict = id === undefined ? unknown.get(text) : verdicts.get(id)
  const found = verdict ?? refusedFor('subcontract.not_listed')
  if (typeof found === 'string') {
    const outcome = isRepeated ? 'already' : found
    return { piece: text, serial, outcome, reason: null, params: {} }
  }
  return { piece: text, serial, outcome: 'refused', reason: found.reason, params: { ...found.params } }
}
