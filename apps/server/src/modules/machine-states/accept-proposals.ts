import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { machineStatesApi, StopProposal } from '@cloud-factory/contract/machine-states'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { heldStop, saveReason } from './edit-interval.ts'
import { type AskingStop, proposalsFor } from './proposals.reads.ts'
import { eachStop } from './reason-intervals.ts'
import { reasonOfStops, type StopReasonFacts } from './stop-reasons.store.ts'
import type { ReportedPort } from './reported-signal.port.ts'

type Endpoint = (typeof machineStatesApi)['POST /api/machine-intervals/proposals']
type Input = BodyOf<Endpoint>

interface AcceptDeps {
  readonly reported: ReportedPort
  readonly now: Date
}

/**
 * Takes over the reasons that were proposed for stops. One that has a reason meanwhile, or for which something else is proposed by
 * now, is left as it is.
 */
export async function acceptProposals(
  write: Write,
  actor: Actor,
  { items }: Input,
  { reported, now }: AcceptDeps,
): Promise<ReplyOf<Endpoint>['items']> {
  const ids = items.map(({ id }) => Number(id))
  const { rows } = await sql<AskingStop>`select id, machine_id, t0, t1 from machine_intervals
    where plant_id = ${actor.plantId} and id = any(${ids}::bigint[])`.execute(write)
  const proposals = await proposalsFor({ reads: asReads(write), reported }, actor.plantId, rows, now)
  // Reasons first, then machines, as whoever changes a reason holds them.
  const reasons = new Map<string, StopReasonFacts>()
  for (const reasonId of new Set([...proposals.values()].map((one) => one.reasonId).toSorted(byNumber)))
    reasons.set(reasonId, await reasonOfStops(write, actor.plantId, reasonId))
  return eachStop(write, actor, items, async ({ id, version, reasonId }) => {
    const held = await heldStop(write, actor, id, version, now)
    const proposal = proposals.get(Number(id))
    const reason = reasons.get(reasonId)
    if (held.interval.reasonId !== null || proposal?.reasonId !== reasonId || reason === undefined)
      return fail('state.refused', { params: { reason: 'proposal.changed' } })
    await saveReason(write, actor, held, { reason, note: noteOf(proposal), now })
  })
}

const byNumber = (one: string, other: string) => Number(one) - Number(other)

/** What it was taken from stays with the stop. */
const noteOf = ({ code, text }: StopProposal): string => `${code} ${text === code ? '' : text}`.trim()
