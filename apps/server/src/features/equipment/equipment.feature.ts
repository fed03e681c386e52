import type { Feature } from '../../app/feature.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { openFileStore } from '../../platform/files/file-store.ts'
import type { PlanPort } from './calendar/calendar.port.ts'
import { machineDocumentRoutes } from './documents/machine-documents.routes.ts'
import { machinesDemo } from './machines/machines.demo.ts'
import { machineRoutes } from './machines/machines.routes.ts'
import { maintenanceDemo } from './maintenance/maintenance.demo.ts'
import { repairDowntime } from './maintenance/repair-downtime.reads.ts'
import { checkRoutes, partRoutes, planRoutes, repairRoutes } from './maintenance/maintenance.routes.ts'
import { seedChecks } from './maintenance/seed-checks.ts'
import { profileRoutes } from './profiles/profiles.routes.ts'
import { seedSimulatedMachines } from './machines/simulated-machines.ts'
import { seedProfiles } from './profiles/seed-profiles.ts'

export { knownMachines } from './machines/known-machines.reads.ts'
export { machineSizes } from './machines/machine-sizes.reads.ts'
export { maintenanceSummary } from './maintenance/calendar.reads.ts'
export { listPlans } from './maintenance/plans.reads.ts'
export { placedMachines } from './machines/placed-machines.reads.ts'
export { machineNames, weldingMachines, workingMachines } from './machines/working-machines.reads.ts'
export { repairsOfAlarms } from './maintenance/repairs.reads.ts'

export interface EquipmentDeps {
  readonly db: Database
  readonly clock: Clock
  /** Documents and photos are kept below it. */
  readonly dataDir: string
  readonly plan: PlanPort
}

/** Machines and what they send, their documents and their maintenance. */
export function equipmentFeature({ db, clock, dataDir, plan }: EquipmentDeps): Feature {
  const files = openFileStore(dataDir)
  const maintenance = { db, clock, files, downtime: repairDowntime(plan) }
  return {
    name: 'equipment',
    routes: [
      machineRoutes({ db, clock }),
      profileRoutes({ db }),
      machineDocumentRoutes({ db, clock, files }),
      repairRoutes(maintenance),
      checkRoutes(maintenance),
      planRoutes(maintenance),
      partRoutes(maintenance),
    ],
    prepare: async (write, plantId) => {
      await seedProfiles(write, plantId)
      await seedSimulatedMachines(write, plantId)
      await seedChecks(write, plantId)
    },
    seedBase: machinesDemo,
    demo: async (write, context) => {
      await maintenanceDemo(write, context)
    },
  }
}
