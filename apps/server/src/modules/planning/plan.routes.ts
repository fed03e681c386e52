import { processesApi, type ProcessRow } from '@cloud-factory/contract/planning/processes'
import {
  crews,
  workshops,
  shifts,
  type ProcessKind,
  processes,
} from '@cloud-factory/domain/planning/planning-resources'
import { sql } from 'kysely'
import { canChange, type Crud, type CommandContext } from '../../platform/crud/crud.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import {
  codesOf,
  isWorkshop,
  planned,
  activeShifts,
  isOnActiveRoute,
  lockRoutesOf,
  routeFacts,
} from './plan.store.ts'
import { overlapOf } from './shifts.rules.ts'
import type { ValuesOf } from '@cloud-factory/domain/resource/resource'
import { stepsFault } from '@cloud-factory/domain/planning/plan.rules'
import { type CrudDeps, crudRoutes } from '../../platform/crud/crud-routes.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { processRouteCrud } from './process-routes.ts'

const workshopCrud: Crud<typeof workshops, typeof processesApi, { readonly crews: number }> = {
  ...planned,
  resource: workshops,
  columns: () => sql`(select count(*) from crews where workshop_id = r.id) as crews`,
  words: sql`r.code || ' ' || r.name`,
  view: ({ crews: count }, { actor }) => ({ crews: count, can: canChange(workshops, actor, count > 0) }),
}

const crewCrud: Crud<typeof crews, typeof processesApi, { readonly workshop: string }> = {
  ...planned,
  resource: crews,
  columns: () => sql`w.name as workshop`,
  from: () => sql`crews r join workshops w on w.id = r.workshop_id`,
  order: sql`w.code, r.code`,
  words: sql`r.code || ' ' || r.name || ' ' || w.name`,
  view: ({ workshop }, { actor }) => ({ workshop, can: canChange(crews, actor) }),
  check: async ({ write, actor }, { workshopId }) => {
    if (!(await isWorkshop(write, actor.plantId, workshopId))) fail('not_found')
  },
  audited: async ({ write, actor }, values) => {
    const { workshopId, ...rest } = values as { readonly workshopId?: string }
    if (workshopId === undefined) return rest
    const [workshop] = await codesOf(write, actor.plantId, 'workshops', [workshopId])
    return { ...rest, workshop }
  },
}

export const shiftCrud: Crud<typeof shifts, typeof processesApi> = {
  ...planned,
  resource: shifts,
  order: sql`r.starts_at, r.id`,
  view: (_row, { actor }) => ({ can: canChange(shifts, actor) }),
  check: async ({ write, actor }, input, before) => {
    if (input.startsAt === input.endsAt) {
      fail('request.invalid', { errors: [{ path: 'body.endsAt', reason: 'shift.no_length' }] })
    }
    if (!input.active) return
    const others = (await activeShifts(write, actor.plantId)).filter(({ id }) => String(id) !== before?.id)
    const pair = overlapOf([{ id: 0, ...input }, ...others])
    if (pair !== null) {
      reject('shift.overlaps', { shift: pair[1].code })
    }
  },
}

export const processCrud: Crud<typeof processes, typeof processesApi, { readonly used: boolean }> = {
  ...planned,
  resource: processes,
  columns: () => sql`exists (select from route_steps where process_id = r.id)
    or exists (select from project_weights where process_id = r.id) as used`,
  order: sql`r.position, r.id`,
  view: ({ used }, { actor }) => ({ can: canChange(processes, actor, used) }),
  check: checkProcess,
}

/**
 * What a process is may not change under pieces that walk by it: not its kind or the state it gives once an order was
 * released, and it stays in use while an active route goes through it.
 */
async function checkProcess(
  { write, actor }: CommandContext,
  input: ValuesOf<typeof processes>,
  before: ProcessRow | null,
): Promise<void> {
  if (before === null) return
  if (!input.active && before.active && (await isOnActiveRoute(write, actor.plantId, before.id)))
    fail('in_use')
  if (input.kind === before.kind && input.gives === before.gives) return
  const id = Number(before.id)
  const routes = await routeFacts(write, actor.plantId, await lockRoutesOf(write, actor.plantId, id))
  for (const route of routes) {
    const kinds = route.kinds.map((kind, index) => (route.processIds[index] === id ? input.kind : kind))
    const isBroken = stepsFault(kinds as ProcessKind[]) !== null
    if (route.isReleased || isBroken) fail('in_use', { params: { route: route.code } })
  }
}

export const planRoutes = (deps: CrudDeps): Routes =>
  routes(processesApi, {
    ...crudRoutes(deps, processCrud),
    ...crudRoutes(deps, processRouteCrud),
    ...crudRoutes(deps, workshopCrud),
    ...crudRoutes(deps, crewCrud),
    ...crudRoutes(deps, shiftCrud),
  })
