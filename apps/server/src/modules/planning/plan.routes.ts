import { processesApi } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { addToPlan, changePlan, removeFromPlan } from './change-plan.ts'
import type { PlanKind, PlanRow } from './plan-kind.ts'
import { crewKind, processKind, routeKind, shiftKind, workshopKind } from './plan-kinds.ts'
import { type PlanQuery, type PlanSource, planList } from './plan-list.ts'
import { crewSource, processSource, routeSource, shiftSource, workshopSource } from './plan.reads.ts'

interface BodyRequest<Input> {
  readonly actor: Actor
  readonly body: Input
}
interface ItemRequest<Input> extends BodyRequest<Input> {
  readonly params: { readonly id: string }
}
interface Removal {
  readonly actor: Actor
  readonly params: { readonly id: string }
  readonly query: { readonly version: number }
}

/** The four routes of one kind of rows. */
function routesOfKind<Stored extends object, Row extends PlanRow, Input extends { readonly code: string }>(
  db: Database,
  kind: PlanKind<Row, Input>,
  source: PlanSource<Stored, Row>,
) {
  return {
    list: ({ actor, query }: { readonly actor: Actor; readonly query: PlanQuery }) =>
      planList(source, db.reads, actor, query),
    add: async ({ actor, body }: BodyRequest<Input>) => {
      const id = await db.tx((write) => addToPlan(write, actor, kind, body))
      return kind.one(db.reads, actor, id)
    },
    change: async ({ actor, params, body }: ItemRequest<Input & { readonly version: number }>) => {
      await db.tx((write) => changePlan(write, actor, kind, params.id, body))
      return kind.one(db.reads, actor, params.id)
    },
    remove: ({ actor, params, query }: Removal) =>
      db.tx((write) => removeFromPlan(write, actor, kind, params.id, query.version)),
  }
}

export function planRoutes({ db }: { readonly db: Database }): Routes {
  const processes = routesOfKind(db, processKind, processSource)
  const productionRoutes = routesOfKind(db, routeKind, routeSource)
  const workshops = routesOfKind(db, workshopKind, workshopSource)
  const crews = routesOfKind(db, crewKind, crewSource)
  const shifts = routesOfKind(db, shiftKind, shiftSource)
  return routes(processesApi, {
    'GET /api/processes': processes.list,
    'POST /api/processes': processes.add,
    'PATCH /api/processes/:id': processes.change,
    'DELETE /api/processes/:id': processes.remove,
    'GET /api/routes': productionRoutes.list,
    'POST /api/routes': productionRoutes.add,
    'PATCH /api/routes/:id': productionRoutes.change,
    'DELETE /api/routes/:id': productionRoutes.remove,
    'GET /api/workshops': workshops.list,
    'POST /api/workshops': workshops.add,
    'PATCH /api/workshops/:id': workshops.change,
    'DELETE /api/workshops/:id': workshops.remove,
    'GET /api/crews': crews.list,
    'POST /api/crews': crews.add,
    'PATCH /api/crews/:id': crews.change,
    'DELETE /api/crews/:id': crews.remove,
    'GET /api/shifts': shifts.list,
    'POST /api/shifts': shifts.add,
    'PATCH /api/shifts/:id': shifts.change,
    'DELETE /api/shifts/:id': shifts.remove,
  })
}
