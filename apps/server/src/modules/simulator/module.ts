import type { Module } from '../../platform/module.ts'
import type { Database } from '../../platform/db/handles.ts'
import { createSimulator, type Simulator, type SimulatorDeps } from './simulator.ts'
import { simulatorApi, type SimulatorState } from '@cloud-factory/contract/simulator/simulator'
import type { Actor } from '../../platform/auth/actor.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'

const off: SimulatorState = {
  available: false,
  running: false,
  paused: false,
  scenario: 'normal',
  seed: 42,
  speed: 1,
  clock: null,
  startedAt: null,
  machines: 0,
}

/** Routes of the simulated site. `playing` is null if this server runs no simulation or another instance runs it. */
function simulatorRoutes({ tx }: Database, playing: () => Simulator | null): Routes {
  const player = (): Simulator => playing() ?? reject('simulator.off')

  /** The simulation exists only in this process, but changes by users are audited. */
  async function done(
    actor: Actor,
    action: { readonly action: string },
    after: SimulatorState,
  ): Promise<SimulatorState> {
    await tx((write) =>
      recordAudit(write, actor, {
        ...action,
        subjectKind: 'simulator',
        subjectId: 'sim',
        subjectName: after.scenario,
        after,
      }),
    )
    return after
  }

  return routes(simulatorApi, {
    'GET /api/simulator': async () => playing()?.state() ?? off,
    'POST /api/simulator/start': async ({ actor, body }) =>
      done(actor, { action: 'simulator.start' }, await player().start(body)),
    'POST /api/simulator/change': ({ actor, body }) =>
      done(actor, { action: 'simulator.change' }, player().change(body)),
    'POST /api/simulator/break': ({ actor, body }) =>
      done(actor, { action: 'simulator.break' }, player().breakMachine(body.machine, body.minutes)),
    'POST /api/simulator/inject': ({ actor, body }) =>
      done(actor, { action: 'simulator.inject' }, player().inject(body.what, body.minutes)),
    'POST /api/simulator/stop': async ({ actor }) => {
      const simulator = playing()
      if (simulator === null) return off
      return done(actor, { action: 'simulator.stop' }, simulator.stop())
    },
  })
}

export interface SimulatorModule extends Module {
  /** Queries of wall screens; null: this server runs no simulation, or another one does. */
  readonly simulation: () => Pick<Simulator, 'state' | 'played' | 'watched'> | null
}

interface SimulatorModuleDeps extends Omit<SimulatorDeps, 'underRepair'> {
  readonly db: Database
  readonly plays: boolean
  readonly underRepair: () => Promise<readonly string[]>
}

const repairsMs = 30_000

/** Codes of the machines under repair; read again in the background. */
function followRepairs({ underRepair, clock, log }: SimulatorModuleDeps): () => ReadonlySet<string> {
  let codes: ReadonlySet<string> = new Set()
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock.now().getTime()
    if (now - readAt < repairsMs) return codes
    readAt = now
    underRepair().then(
      (read) => {
        codes = new Set(read)
      },
      (error: unknown) => log.warn({ err: error }, 'the repair orders could not be read'),
    )
    return codes
  }
}

/** Simulates the simulated site and the machines of the demo factory. `plays`: this server runs the simulation. */
export function simulatorModule(deps: SimulatorModuleDeps): SimulatorModule {
  const { db, plays } = deps
  const simulator = plays ? createSimulator({ ...deps, underRepair: followRepairs(deps) }) : null
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
