import type { NcrAction, NcrStatus } from '@cloud-factory/domain/ncr/ncr-enums'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { deciderOf } from '../../platform/auth/four-eyes.reads.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { type SavedFields, saveRow } from '../../platform/db/signed-rows.ts'
import { oneNcr } from './ncr.reads.ts'
import { factsOf } from './ncr-view.ts'
import { type NcrCan, ncrCan, ncrDecisions } from './ncr.rules.ts'
import { insertNcrEvent, type LockedNcr, lockNcr, recalculatePieces } from './ncr.store.ts'

/** Dependencies of the commands on a report. */
export interface NcrCommandContext {
  readonly write: Write
  readonly actor: Actor
  readonly orders: OrdersPort
  readonly now: Date
}

/** Locks a report for an action. Rejects when it was changed since `version`, or when the action is not permitted. */
export async function ncrForAction(
  { write, actor, orders, now }: NcrCommandContext,
  id: string,
  version: number | null,
  action: keyof NcrCan,
): Promise<LockedNcr> {
  const locked = await lockNcr(write, orders, actor.plantId, id)
  const { ncr, pieces } = locked
  if (version !== null && ncr.version !== version)
    fail('version.conflict', { current: await oneNcr(asReads(write), actor, orders, id, now) })
  const verdict = ncrCan(await deciderOf(asReads(write), actor, ncrDecisions, ncr.id), factsOf(ncr, pieces))[
    action
  ]
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, no: ncr.no, status: ncr.status } })
  return locked
}

interface NcrMove {
  readonly action: string
  readonly step: NcrAction
  readonly to: NcrStatus
  readonly note: string
  readonly fields: SavedFields<'ncrs'>
  /** Runs after the quality rows are written and before the pieces are updated. */
  readonly effect?: () => Promise<void>
}

/** Writes an action: fields, history, effects on the pieces, audit log entry and event. */
export async function moveNcr(
  context: NcrCommandContext,
  { ncr, pieces }: LockedNcr,
  move: NcrMove,
): Promise<void> {
  const { write, actor, orders, now } = context
  await saveRow(write, actor, 'ncrs', ncr.id, { ...move.fields, status: move.to })
  const disposition = move.fields.disposition ?? ncr.disposition
  await insertNcrEvent(write, actor, ncr.id, now, {
    action: move.step,
    from: ncr.status,
    to: move.to,
    note: move.note,
    disposition,
  })
  await move.effect?.()
  if (move.to !== ncr.status) await recalculatePieces(write, actor, orders, pieces)
  const subjectId = String(ncr.id)
  await recordAudit(write, actor, {
    action: move.action,
    subjectKind: 'ncr',
    subjectId,
    subjectName: ncr.no,
    before: { status: ncr.status },
    after: { status: move.to, ...(disposition === null ? {} : { disposition }), note: move.note },
  })
  await recordEvent(write, actor, { name: 'quality.ncr_moved', subjectId })
}
