import { machineStatesApi } from '@cloud-factory/contract/machine-states'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { acceptProposals } from './accept-proposals.ts'
import { joinInterval, reasonInterval, splitInterval } from './edit-interval.ts'
import { oneInterval, statesNow, stopPrompts, timelineOf } from './intervals.reads.ts'
import { reasonIntervals } from './reason-intervals.ts'
import { createStopReason, deleteStopReason, updateStopReason } from './save-stop-reason.ts'
import { oneStopReason, stopReasons } from './stop-reasons.reads.ts'
import type { ReportedPort } from './reported-signal.port.ts'

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
