import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import { machineDocumentRoutes } from './machine-documents.routes.ts'
import { machinesDemo } from './machines.demo.ts'
import { machineRoutes } from './machines.routes.ts'
import { profileRoutes } from './profiles.routes.ts'
import { seedProfiles } from './seed-profiles.ts'
import { seedSimulatedMachines } from './simulated-machines.ts'

interface MachinesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
}

/** Machines, the profiles that say what they send, and their documents. */
export const machinesModule = (deps: MachinesDeps): Module => ({
  name: 'machines',
  routes: [machineRoutes(deps), profileRoutes(deps), machineDocumentRoutes(deps)],
  prepare: async (write, plantId) => {
    await seedProfiles(write, plantId)
    await seedSimulatedMachines(write, plantId)
  },
  seedBase: machinesDemo,
})
