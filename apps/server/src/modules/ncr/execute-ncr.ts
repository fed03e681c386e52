import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import { sql } from 'kysely'
import { fail } from '../../platform/http/domain-error.ts'
import { signed, revokePasses, voidPasses, idOrNull } from '../quality-records/public.ts'
import { requireDisposable, undecided } from './decide-ncr.ts'
import { moveNcr, ncrForAction, type NcrCommandContext } from './move-ncr.ts'

type Api = typeof ncrsApi
type StartInput = BodyOf<Api['POST /api/ncrs/:id/start']>
type FinishInput = BodyOf<Api['POST /api/ncrs/:id/finish']>
type VerifyInput = BodyOf<Api['POST /api/ncrs/:id/verify']>

/** Starts the execution. Repairs are counted again, because two reports on one piece may have been approved meanwhile. */
export async function startNcr(context: NcrCommandContext, id: string, input: StartInput): Promise<void> {
  const { actor, now } = context
  const locked = await ncrForAction(context, id, input.version, 'start')
  const { ncr } = locked
  if (ncr.disposition === 'repair') await requireDisposable(context, locked, 'repair')
  const { by, byName } = signed(actor)
  await moveNcr(context, locked, {
    action: 'ncrs.start',
    step: 'start',
    to: 'executing',
    note: input.note,
    fields: {
      started_at: now,
      started_by: by,
      started_by_name: byName,
      start_note: input.note,
      rounds: ncr.rounds + 1,
    },
  })
}

/** Ends the execution: scraps the pieces with that disposition; reworked pieces must pass their gates again. */
export async function finishNcr(context: NcrCommandContext, id: string, input: FinishInput): Promise<void> {
  const { write, actor, orders, now } = context
  const locked = await ncrForAction(context, id, input.version, 'finish')
  const { ncr, pieces } = locked
  const { by, byName } = signed(actor)
  const how = { reason: `${ncr.no} ${ncr.disposition_note}`.slice(0, 500), replace: input.replace }
  const ids = pieces.map((piece) => piece.id)
  if (ncr.disposition === 'rework' || ncr.disposition === 'repair')
    await voidPasses(write, actor.plantId, ids, { ncrId: ncr.id, at: now })
  await moveNcr(context, locked, {
    action: 'ncrs.finish',
    step: 'finish',
    to: 'verify',
    note: input.note,
    fields: {
      finished_at: now,
      finished_by: by,
      finished_by_name: byName,
      finish_note: input.note,
      ...(input.cost === null ? {} : { cost: input.cost }),
    },
    ...(ncr.disposition === 'scrap' && ids.length > 0
      ? { effect: () => orders.scrap(write, actor, ids, how) }
      : {}),
  })
}

/** Verifies the execution: the report is closed, or open again for another disposition. */
export async function verifyNcr(context: NcrCommandContext, id: string, input: VerifyInput): Promise<void> {
  const { write, actor, now } = context
  const locked = await ncrForAction(context, id, input.version, 'verify')
  const { ncr } = locked
  await requireReinspection(context, input.reinspectionId)
  const { by, byName } = signed(actor)
  const verified = {
    verified_at: now,
    verified_by: by,
    verified_by_name: byName,
    verify_note: input.note,
    reinspection_id: idOrNull(input.reinspectionId),
  }
  if (!input.passed && ncr.disposition === 'concession')
    await revokePasses(write, actor.plantId, { source: 'concession', sourceId: ncr.id })
  await moveNcr(context, locked, {
    action: 'ncrs.verify',
    step: input.passed ? 'pass' : 'fail',
    to: input.passed ? 'closed' : 'open',
    note: input.note,
    fields: input.passed ? { ...verified, closed_at: now } : { ...undecided, ...verified },
  })
}

async function requireReinspection({ write, actor }: NcrCommandContext, id: string | null): Promise<void> {
  if (id === null) return
  const { rows } =
    await sql`select from inspections where plant_id = ${actor.plantId} and id = ${id}`.execute(write)
  if (rows.length === 0) fail('not_found', { params: { field: 'reinspectionId' } })
}
