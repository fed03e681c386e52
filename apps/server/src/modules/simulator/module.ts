import type { Module } from '../../platform/module.ts'
import type { Database } from '../../platform/db/handles.ts'
import { createSimulator, type Simulator, type SimulatorDeps } from './simulator.ts'
import { simulatorRoutes } from './simulator.routes.ts'

export interface SimulatorModule extends Module {
  /** What wall screens ask; null: this server plays nothing, or another one does. */
  readonly simulation: () => Pick<Simulator, 'state' | 'played' | 'watched'> | null
}

/** A factory that works by itself: the simulated site, and the machines of the demo factory. `plays`: this server does it. */
export function simulatorModule({
  db,
  plays,
  ...deps
}: SimulatorDeps & { readonly db: Database; readonly plays: boolean }): SimulatorModule {
  const simulator = plays ? createSimulator(deps) : null
  let leads = false
  return {
    name: 'simulator',
    simulation: () => (leads ? simulator : null),
    routes: [simulatorRoutes(db, () => (leads ? simulator : null))],
    onLeaderStart: async () => {
      leads = true
      await simulator?.begin()
    },
    onLeaderStop: async () => {
      leads = false
      await simulator?.close()
    },
  }
}
