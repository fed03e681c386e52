import { z } from 'zod'
import { endpoints, instant } from '../endpoint.ts'
import { injections, scenarios, simulatorSpeeds } from '@cloud-factory/domain/simulator/simulator-enums'
import { code } from '../enums.ts'

const speed = z.union(simulatorSpeeds.map((one) => z.literal(one)))
/** The same seed and scenario give the same simulation. */
const seed = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)

export const simulatorState = z.object({
  /** False: this server does not simulate (setting SIMULATOR=0). */
  available: z.boolean(),
  running: z.boolean(),
  paused: z.boolean(),
  scenario: z.enum(scenarios),
  seed,
  speed,
  /** The simulated factory's own clock; null when it does not run. */
  clock: instant.nullable(),
  startedAt: instant.nullable(),
  machines: z.int().min(0),
})
export type SimulatorState = z.output<typeof simulatorState>

export const simulatorApi = endpoints({
  'GET /api/simulator': {
    permission: 'screen.view',
    summary: 'What the simulated site plays now.',
    reply: simulatorState,
  },
  'POST /api/simulator/start': {
    permission: 'display.set',
    summary: 'Plays the simulated site anew from its beginning.',
    body: z.strictObject({ scenario: z.enum(scenarios), seed, speed }),
    repeatable: true,
    reply: simulatorState,
    errors: ['state.refused'],
  },
  'POST /api/simulator/change': {
    permission: 'display.set',
    summary: 'Changes the speed of what is played, or lets it stand still.',
    body: z.strictObject({ speed: speed.optional(), paused: z.boolean().optional() }),
    repeatable: true,
    reply: simulatorState,
    errors: ['state.refused'],
  },
  'POST /api/simulator/break': {
    permission: 'display.set',
    summary: 'Lets a machine of the simulated site break down for some minutes of its clock.',
    body: z.strictObject({ machine: code, minutes: z.int().min(1).max(240) }),
    repeatable: true,
    reply: simulatorState,
    errors: ['state.refused', 'not_found'],
  },
  'POST /api/simulator/inject': {
    permission: 'display.set',
    summary:
      'Makes something happen for some minutes of the played clock: a rush order, weld currents that wander off, a network that fails and fills in later.',
    body: z.strictObject({ what: z.enum(injections), minutes: z.int().min(1).max(240) }),
    repeatable: true,
    reply: simulatorState,
    errors: ['state.refused'],
  },
  'POST /api/simulator/stop': {
    permission: 'display.set',
    summary: 'Stops the simulated site; its machines go offline.',
    body: z.strictObject({}),
    repeatable: true,
    reply: simulatorState,
  },
})
