import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import { maintenanceDemo } from './maintenance.demo.ts'
import { checkRoutes, partRoutes, planRoutes, repairRoutes } from './maintenance.routes.ts'
import { repairDowntime } from './repairs.queries.ts'
import { seedChecks } from './check-items.ts'

interface MaintenanceModuleDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly plan: PlanPort
}

/** Repair orders, inspection rounds, maintenance plans and spare parts. */
export function maintenanceModule({ db, clock, files, plan }: MaintenanceModuleDeps): Module {
  const deps = { db, clock, files, downtime: repairDowntime(plan) }
  return {
    name: 'maintenance',
    routes: [repairRoutes(deps), checkRoutes(deps), planRoutes(deps), partRoutes(deps)],
    prepare: seedChecks,
    demo: maintenanceDemo,
  }
}
