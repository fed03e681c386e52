import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { PieceResults, subcontractsApi } from '@cloud-factory/contract/subcontracting/subcontracts'
import type { OutsideStatus } from '@cloud-factory/domain/subcontracting/subcontract-enums'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import {
  piecesLocked,
  readyForOutside,
  reportOutside,
  undoOutside,
  type WorkPorts,
} from '../production/public.ts'
import { type OutsidePiece, openPlaces, withNamedPieces } from './named-pieces.ts'
import { requirePast } from './send-pieces.ts'
import { receivable, type Refused, refusedFor, type Verdict } from './subcontracts.policy.ts'

type Api = typeof subcontractsApi
type Command = Omit<Parameters<typeof withNamedPieces>[0], 'command' | 'facts'>
type Receipt = BodyOf<Api['POST /api/subcontracts/:id/receive']>

/** A piece with its processes outside: it is with the supplier, or came back. */
type SentPiece = OutsidePiece & { readonly from: number; readonly to: number; readonly sentOn: string }

const isSent = (piece: OutsidePiece | undefined): piece is SentPiece =>
  piece !== undefined && piece.from !== null && piece.to !== null && piece.sentOn !== null

/** Why the judgement of pieces is refused: the accepted work does not pass a gate, or what was reported of a rejected one stays. */
async function refusedWork(
  { write, actor, now }: Command,
  ports: WorkPorts,
  { result, reason }: Pick<Receipt, 'result' | 'reason'>,
  pieces: readonly SentPiece[],
) {
  const work = pieces.map(({ pieceId: id, from, to }) => ({ id, from, to }))
  if (result === 'accepted') return reportOutside(write, actor, work, now, ports)
  if (result === 'rejected') return undoOutside(write, actor, work, { reason, now })
  return new Map<number, never>()
}

/**
 * Receives pieces or judges received ones. The work of accepted pieces counts as reported; a piece whose inspection has not
 * passed is back, with the reason, and is accepted later.
 */
export async function receivePieces(
  command: Command,
  receipt: Receipt,
  ports: WorkPorts,
): Promise<PieceResults> {
  const { write, actor, now } = command
  const { result, reason, backOn } = receipt
  if ((result === 'rejected') !== (reason !== ''))
    fail('request.invalid', { errors: [{ path: 'body.reason', reason: 'required' }] })
  await requirePast(write, actor, { path: 'backOn', day: backOn, now })
  const texts = receipt.pieces.map(({ piece }) => piece)
  const facts = { backOn, result, ...(reason === '' ? {} : { reason }) }
  return withNamedPieces({ ...command, command: 'receive', facts }, texts, async ({ ids, own, idOf }) => {
    const kgOf = new Map(receipt.pieces.map(({ piece, kg }) => [idOf(piece), kg]))
    const verdicts = new Map<number, Verdict>()
    const moved: SentPiece[] = []
    for (const id of ids) {
      const piece = own.get(id)
      if (piece === undefined) continue
      const verdict = isSent(piece) ? receivable(piece, receipt) : refusedFor('subcontract.not_sent')
      verdicts.set(id, verdict)
      if (verdict === 'done' && isSent(piece)) moved.push(piece)
    }
    const refused = await refusedWork(command, ports, receipt, moved)
    for (const [id, why] of refused) verdicts.set(id, refusedFor(why.reason, why.params))
    const rows = moved.map(({ id, pieceId }) => ({
      id,
      kg: kgOf.get(pieceId) ?? null,
      status: refused.has(pieceId) ? ('back' satisfies OutsideStatus) : result,
    }))
    await writeReceived(command, { backOn, reason }, rows)
    return verdicts
  })
}

async function writeReceived(
  { write, actor, now }: Command,
  { backOn, reason }: Pick<Receipt, 'backOn' | 'reason'>,
  rows: readonly { readonly id: number; readonly kg: number | null; readonly status: OutsideStatus }[],
): Promise<void> {
  await sql`
    update subcontract_pieces k set status = i.status, kg_in = coalesce(i.kg, k.kg_in),
      back_on = coalesce(k.back_on, ${backOn}::date), received_by_name = coalesce(k.received_by_name, ${actor.cnName}),
      judged_at = case when i.status <> 'back' then ${now}::timestamptz end,
      judged_by_name = case when i.status <> 'back' then ${actor.cnName} end,
      reason = case when i.status = 'rejected' then ${reason} else '' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (id bigint, kg numeric, status text)
    where k.id = i.id`.execute(write)
}

/** Undoes the receipt of pieces, which are outside again, or their sending. */
export function undoMoves(
  command: Command,
  { pieces, reason }: BodyOf<Api['POST /api/subcontracts/:id/undo']>,
): Promise<PieceResults> {
  const { write, actor, now } = command
  const facts = { reason }
  return withNamedPieces(
    { ...command, command: 'undo', facts },
    pieces,
    async ({ subcontract, ids, own }) => {
      const verdicts = new Map<number, Verdict>()
      const sent = ids.flatMap((id) => {
        const piece = own.get(id)
        if (isSent(piece)) return [piece]
        if (piece !== undefined) verdicts.set(id, refusedFor('subcontract.not_sent'))
        return []
      })
      const back = sent.filter(({ status }) => status !== 'out')
      const stays = await cannotGoBack(write, actor.plantId, subcontract.id, back)
      const work = back
        .filter(({ pieceId }) => !stays.has(pieceId))
        .map(({ pieceId: id, from, to }) => ({ id, from, to }))
      const refused = await undoOutside(write, actor, work, { reason, now })
      for (const { pieceId } of sent) {
        const why = stays.get(pieceId) ?? refused.get(pieceId)
        verdicts.set(pieceId, why === undefined ? 'done' : refusedFor(why.reason, why.params))
      }
      await writeUndone(
        write,
        sent.filter(({ pieceId }) => verdicts.get(pieceId) === 'done'),
      )
      return verdicts
    },
  )
}

/** Why pieces that came back cannot be outside again: they are in another subcontract, or somebody else did the work. */
async function cannotGoBack(
  write: Write,
  plantId: number,
  subcontractId: number,
  pieces: readonly SentPiece[],
): Promise<ReadonlyMap<number, Refused>> {
  const stays = new Map<number, Refused>()
  const ids = pieces.map(({ pieceId }) => pieceId)
  await piecesLocked(write, plantId, ids)
  for (const [id, place] of await openPlaces(write, ids))
    if (place.subcontractId !== subcontractId)
      stays.set(id, refusedFor('subcontract.piece_elsewhere', { no: place.no }))
  const rejected = pieces.filter(({ status }) => status === 'rejected')
  for (const group of Map.groupBy(rejected, ({ from, to }) => `${from}-${to}`).values()) {
    const [first] = group
    if (first === undefined) continue
    const own = group.map(({ pieceId }) => pieceId)
    for (const [id, one] of await readyForOutside(write, plantId, own, first))
      if ('reason' in one) stays.set(id, refusedFor(one.reason, one.params))
  }
  return stays
}

/** Those that came back are outside again; those that were outside are planned again. */
async function writeUndone(write: Write, pieces: readonly SentPiece[]): Promise<void> {
  const idsOf = (isOut: boolean) =>
    pieces.filter(({ status }) => (status === 'out') === isOut).map(({ id }) => id)
  await sql`
    update subcontract_pieces set status = 'out', kg_in = null, back_on = null, received_by_name = null, judged_at = null,
      judged_by_name = null, reason = '' where id = any(${idsOf(false)}::bigint[])`.execute(write)
  await sql`
    update subcontract_pieces set status = 'planned', kg_out = null, sent_on = null, sent_at = null, sent_by_name = null,
      from_process_id = null, to_process_id = null where id = any(${idsOf(true)}::bigint[])`.execute(write)
}
