import { simulatorApi, type SimulatorState } from '@cloud-factory/contract/simulator'
import type { Actor } from '../../platform/auth/actor.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Database } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { Simulator } from './simulator.ts'

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

/** Routes of the simulated site. `playing` is null where this server plays nothing, or another instance does. */
export function simulatorRoutes({ tx }: Database, playing: () => Simulator | null): Routes {
  const player = (): Simulator => playing() ?? fail('state.refused', { params: { reason: 'simulator.off' } })

  /** What is played lives in the process; who changed it is written down all the same. */
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
