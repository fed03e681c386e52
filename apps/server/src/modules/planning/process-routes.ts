import type { processesApi, RouteRow } from '@cloud-factory/contract/planning/processes'
import { type ProcessKind, processRoutes } from '@cloud-factory/domain/planning/planning-resources'
import type { ValuesOf } from '@cloud-factory/domain/resource/resource'
import { sql } from 'kysely'
import { canChange, type CommandContext, type Crud } from '../../platform/crud/crud.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { stepsFault } from '@cloud-factory/domain/planning/plan.rules'
import { canChangeSteps } from './plan.rules.ts'
import { codesOf, isReleasedRoute, planned, processesOf, routeOfKinds, saveSteps } from './plan.store.ts'

/** Marks are counted up to this. */
const countedMarks = 10_000

interface RouteRead {
  readonly stepIds: readonly number[]
  readonly marks: number
  readonly isReleased: boolean
}
type RouteInput = ValuesOf<typeof processRoutes>

export const processRouteCrud: Crud<typeof processRoutes, typeof processesApi, RouteRead> = {
  ...planned,
  resource: processRoutes,
  columns: () => sql`${isReleasedRoute} as "isReleased",
    array(select process_id from route_steps where route_id = r.id order by position) as "stepIds",
    (select count(*) from (select from marks where route_id = r.id limit ${countedMarks}) counted) as marks`,
  order: sql`r.id`,
  view: ({ stepIds, marks, isReleased }, { actor }) => ({
    processIds: stepIds.map(String),
    marks,
    can: {
      ...canChange(processRoutes, actor, marks > 0),
      steps: canChangeSteps(actor.tags, isReleased),
    },
  }),
  check: checkRoute,
  save: ({ write, actor }, id, { processIds }) => saveSteps(write, actor.plantId, id, processIds),
  audited: async ({ write, actor }, values) => {
    const { processIds, ...rest } = values as Partial<RouteInput>
    if (processIds === undefined) return rest
    return { ...rest, steps: await codesOf(write, actor.plantId, 'processes', processIds) }
  },
}

async function checkRoute(
  context: CommandContext,
  input: RouteInput,
  before: RouteRow | null,
): Promise<void> {
  const { write, actor } = context
  if (input.processIds.join() !== before?.processIds.join()) await checkSteps(context, input, before)
  if (!input.active || input.kinds.length === 0) return
  const exceptId = before === null ? null : Number(before.id)
  const other = await routeOfKinds(write, actor.plantId, input.kinds, exceptId)
  if (other !== null) reject('route.kind_taken', { route: other.code })
}

async function checkSteps(
  { write, actor }: CommandContext,
  input: RouteInput,
  before: RouteRow | null,
): Promise<void> {
  if (before !== null && before.can.steps !== true) {
    reject(before.can.steps)
  }
  const found = new Map(
    (await processesOf(write, actor.plantId, input.processIds)).map((process) => [
      String(process.id),
      process,
    ]),
  )
  const steps = input.processIds.map((id) => found.get(id) ?? fail('not_found'))
  const wrong = (reason: string): never =>
    fail('request.invalid', { errors: [{ path: 'body.processIds', reason }] })
  if (found.size < steps.length) wrong('duplicate')
  const retired = steps.find(({ id, active }) => !active && !before?.processIds.includes(String(id)))
  if (retired !== undefined) wrong('route.inactive_process')
  const fault = stepsFault(steps.map(({ kind }) => kind as ProcessKind))
  if (fault !== null) wrong(fault)
}
