import { machineStatesApi, type StopProposal } from '@cloud-factory/contract/machine-states/machine-states'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, asReads, type Write } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import {
  joinInterval,
  reasonInterval,
  splitInterval,
  heldStop,
  saveReason,
  reasonIntervals,
  eachStop,
} from './edit-interval.ts'
import { oneInterval, statesNow, stopPrompts, timelineOf } from './intervals.queries.ts'
import { createStopReason, deleteStopReason, updateStopReason } from './save-stop-reason.ts'
import { oneStopReason, stopReasons, type AskingStop, proposalsFor } from './stop-reasons.queries.ts'
import type { ReportedPort } from './machine-states.ports.ts'
import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { reasonOfStops, type StopReasonFacts } from './stop-reasons.store.ts'

type Endpoint = (typeof machineStatesApi)['POST /api/machine-intervals/proposals']
type Input = BodyOf<Endpoint>

interface AcceptDeps {
  readonly reported: ReportedPort
  readonly now: Date
}

/** Accepts the reasons proposed for stops. A stop that has a reason by now, or whose proposal changed, stays unchanged. */
async function acceptProposals(
  write: Write,
  actor: Actor,
  { items }: Input,
  { reported, now }: AcceptDeps,
): Promise<ReplyOf<Endpoint>['items']> {
  const ids = items.map(({ id }) => Number(id))
  const { rows } = await sql<AskingStop>`select id, machine_id, t0, t1 from machine_intervals
    where plant_id = ${actor.plantId} and id = any(${ids}::bigint[])`.execute(write)
  const proposals = await proposalsFor({ reads: asReads(write), reported }, actor.plantId, rows, now)
  // Locks reasons before machines, in the same order as commands that change a reason.
  const reasons = new Map<string, StopReasonFacts>()
  for (const reasonId of new Set([...proposals.values()].map((one) => one.reasonId).toSorted(byNumber)))
    reasons.set(reasonId, await reasonOfStops(write, actor.plantId, reasonId))
  return eachStop(write, actor, items, async ({ id, version, reasonId }) => {
    const held = await heldStop(write, actor, id, version, now)
    const proposal = proposals.get(Number(id))
    const reason = reasons.get(reasonId)
    if (held.interval.reasonId !== null || proposal?.reasonId !== reasonId || reason === undefined)
      return reject('proposal.changed')
    await saveReason(write, actor, held, { reason, note: noteOf(proposal), now })
  })
}

const byNumber = (one: string, other: string) => Number(one) - Number(other)

/** The note keeps the source of the proposal. */
const noteOf = ({ code, text }: StopProposal): string => `${code} ${text === code ? '' : text}`.trim()

interface StatesRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
  readonly reported: ReportedPort
}

export function stateRoutes({ db, clock, plan, reported }: StatesRouteDeps): Routes {
  const { reads } = db
  const deps = { reads, plan, reported }
  return routes(machineStatesApi, {
    'GET /api/machine-states': ({ actor }) => statesNow(reads, actor.plantId, clock.now()),
    'GET /api/machines/:id/states': ({ actor, params, query }) =>
      timelineOf(deps, actor, { ...params, ...query, now: clock.now() }),
    'PUT /api/machine-intervals/:id/reason': async ({ actor, params, body }) => {
      const now = clock.now()
      await db.tx((write) => reasonInterval(write, actor, params.id, { ...body, now }))
      return oneInterval(deps, actor, params.id, now)
    },
    'POST /api/machine-intervals/:id/split': async ({ actor, params, body }) => {
      const now = clock.now()
      await db.tx((write) => splitInterval(write, actor, params.id, { ...body, now }))
      return oneInterval(deps, actor, params.id, now)
    },
    'POST /api/machine-intervals/:id/join': async ({ actor, params, body }) => {
      const now = clock.now()
      const id = await db.tx((write) => joinInterval(write, actor, params.id, { ...body, now }))
      return oneInterval(deps, actor, id, now)
    },
    'POST /api/machine-intervals/reasons': async ({ actor, body }) => ({
      items: await db.tx((write) => reasonIntervals(write, actor, { ...body, now: clock.now() })),
    }),
    'POST /api/machine-intervals/proposals': async ({ actor, body }) => ({
      items: await db.tx((write) => acceptProposals(write, actor, body, { reported, now: clock.now() })),
    }),
    'GET /api/stop-prompts': ({ actor, query }) =>
      stopPrompts(deps, actor, { ...query, days: query.days ?? 3, now: clock.now() }),
    'GET /api/stop-reasons': async ({ actor }) => {
      const items = await stopReasons(reads, actor)
      return { items, total: items.length }
    },
    'POST /api/stop-reasons': async ({ actor, body }) => {
      const id = await db.tx((write) => createStopReason(write, actor, body))
      return oneStopReason(reads, actor, id)
    },
    'PATCH /api/stop-reasons/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateStopReason(write, actor, params.id, body))
      return oneStopReason(reads, actor, params.id)
    },
    'DELETE /api/stop-reasons/:id': ({ actor, params, query }) =>
      db.tx((write) => deleteStopReason(write, actor, { ...params, ...query })),
  })
}
