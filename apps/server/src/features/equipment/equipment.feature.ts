import type { Feature } from '../../app/feature.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { machinesDemo } from './machines/machines.demo.ts'
import { machineRoutes } from './machines/machines.routes.ts'
import { profileRoutes } from './profiles/profiles.routes.ts'
import { seedSimulatedMachines } from './machines/simulated-machines.ts'
import { seedProfiles } from './profiles/seed-profiles.ts'

export { knownMachines } from './machines/known-machines.reads.ts'

export interface EquipmentDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Machines and what they send, their documents and their maintenance. */
export function equipmentFeature({ db, clock }: EquipmentDeps): Feature {
  return {
    name: 'equipment',
    routes: [machineRoutes({ db, clock }), profileRoutes({ db })],
    prepare: async (write, plantId) => {
      await seedProfiles(write, plantId)
      await seedSimulatedMachines(write, plantId)
    },
    demo: machinesDemo,
  }
}
