import type { NcrDeed, NcrStatus } from '@cloud-factory/contract/ncr-words'
import { recordAudit } from '../../../platform/audit/record.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { deciderOf } from '../../../platform/auth/four-eyes.reads.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { recordEvent } from '../../../platform/outbox/record.ts'
import type { OrdersPort } from '../orders.port.ts'
import { type SavedFields, saveRow } from '../../../platform/db/signed-rows.ts'
import { oneNcr } from './ncr.reads.ts'
import { factsOf } from './ncr-view.ts'
import { type NcrCan, ncrCan } from './ncr.rules.ts'
import { insertNcrEvent, type LockedNcr, lockNcr, settlePieces } from './ncr.store.ts'

/** What verbs on a report need. */
export interface NcrVerb {
  readonly write: Write
  readonly actor: Actor
  readonly orders: OrdersPort
  readonly now: Date
}

/** Locks a report for a deed; refuses when it was changed since `version`, or when the deed may not be done. */
export async function ncrForDeed(
  { write, actor, orders, now }: NcrVerb,
  id: string,
  version: number | null,
  deed: keyof NcrCan,
): Promise<LockedNcr> {
  const locked = await lockNcr(write, orders, actor.plantId, id)
  const { ncr, pieces } = locked
  if (version !== null && ncr.version !== version)
    refuse('version.conflict', { current: await oneNcr(asReads(write), actor, orders, id, now) })
  const verdict = ncrCan(await deciderOf(asReads(write), actor), factsOf(ncr, pieces))[deed]
  if (verdict !== true)
    refuse('state.refused', { params: { reason: verdict, no: ncr.no, status: ncr.status } })
  return locked
}

interface NcrMove {
  readonly action: string
  readonly deed: NcrDeed
  readonly to: NcrStatus
  readonly note: string
  readonly fields: SavedFields<'ncrs'>
  /** Done after the rows of quality and before the pieces are brought in line. */
  readonly effect?: () => Promise<void>
}

/** Writes a deed: fields, history, what it does to the pieces, the log and the event. */
export async function moveNcr(verb: NcrVerb, { ncr, pieces }: LockedNcr, move: NcrMove): Promise<void> {
  const { write, actor, orders, now } = verb
  await saveRow(write, actor, 'ncrs', ncr.id, { ...move.fields, status: move.to })
  const disposition = move.fields.disposition ?? ncr.disposition
  await insertNcrEvent(write, actor, ncr.id, now, {
    deed: move.deed,
    from: ncr.status,
    to: move.to,
    note: move.note,
    disposition,
  })
  await move.effect?.()
  if (move.to !== ncr.status) await settlePieces(write, actor, orders, pieces)
  const subjectId = String(ncr.id)
  await recordAudit(write, actor, {
    action: move.action,
    subjectKind: 'ncr',
    subjectId,
    subjectName: ncr.no,
    before: { status: ncr.status },
    after: { status: move.to, ...(disposition === null ? {} : { disposition }), note: move.note },
  })
  await recordEvent(write, actor.plantId, {
    name: 'quality.ncr_moved',
    subjectId,
    payload: { no: ncr.no, from: ncr.status, to: move.to, pieceIds: pieces.map(({ id }) => String(id)) },
  })
}
