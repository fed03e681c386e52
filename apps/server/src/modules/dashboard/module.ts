import { dashboardApi } from '@cloud-factory/contract/dashboard/dashboard'
import type { Module } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { routes } from '../../platform/http/routes.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { countTiles, type ListTotal } from './dashboard.queries.ts'
import { tilesOfEquipment, tilesOfOrders, tilesOfQuality, tilesOfSystem } from './dashboard.tiles.ts'
import { dashboardOutput } from './output.queries.ts'

export interface DashboardDeps {
  readonly db: Database
  readonly clock: Clock
  readonly total: ListTotal
  readonly plan: PlanPort
}

/** The home page: open tasks, with the same numbers as the lists. */
export function dashboardModule({ db, clock, total, plan }: DashboardDeps): Module {
  const counts = (actor: Actor, tiles: Parameters<typeof countTiles>[2]) =>
    countTiles({ reads: db.reads, now: clock.now(), total }, actor, tiles)
  return {
    name: 'dashboard',
    routes: [
      routes(dashboardApi, {
        'GET /api/dashboard/orders': ({ actor }) => counts(actor, tilesOfOrders),
        'GET /api/dashboard/output': ({ actor }) =>
          dashboardOutput({ reads: db.reads, now: clock.now(), plan }, actor.plantId),
        'GET /api/dashboard/quality': ({ actor }) => counts(actor, tilesOfQuality),
        'GET /api/dashboard/equipment': ({ actor }) => counts(actor, tilesOfEquipment),
        'GET /api/dashboard/system': ({ actor }) => counts(actor, tilesOfSystem),
      }),
    ],
  }
}
