import type { SimulatorState } from '@cloud-factory/contract/simulator'
import type { Scenario } from '@cloud-factory/contract/simulator-words'
import { randomBytes } from 'node:crypto'
import { connect, type MqttClient } from 'mqtt'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Message } from './messages.rules.ts'
import type { PlantMachine } from './plant.types.ts'
import { type PlayedSite, playSite } from './play-site.ts'

export interface SimulatorDeps {
  readonly clock: Clock
  readonly log: Log
  /** Machines of that kind, by code. */
  readonly machines: (source: 'demo' | 'sim') => Promise<readonly PlantMachine[]>
  /** A way into the broker for a gateway that may publish to these topics. */
  readonly guest: (topics: readonly string[]) => {
    readonly url: string
    readonly username?: string
    readonly password?: string
  }
  /** IANA name: the played factory works by the day of the real one. */
  readonly timeZone: string
}

interface Settings {
  readonly scenario: Scenario
  readonly seed: number
  readonly speed: SimulatorState['speed']
}

/** Plays machines over MQTT, as gateways would: nothing behind the broker knows the difference but for their mark. */
export interface Simulator {
  /** The demo factory's own machines begin to work, if there are any. */
  begin(): Promise<void>
  state(): SimulatorState
  /** Plays the simulated site from its beginning. Refuses with `state.refused` when it has no machines. */
  start(settings: Settings): Promise<SimulatorState>
  change(change: {
    readonly speed?: Settings['speed'] | undefined
    readonly paused?: boolean | undefined
  }): SimulatorState
  breakMachine(code: string, minutes: number): SimulatorState
  stop(): SimulatorState
  close(): Promise<void>
}

const beatMs = 1_000
/** A process that slept does not play hours in one beat: the machines would seem to have worked meanwhile. */
const longestBeatMs = 10_000

interface Play {
  readonly site: PlayedSite
  readonly startedAt: number
  last: number
  speed: number
  paused: boolean
}

export function createSimulator({ clock, log, machines, guest, timeZone }: SimulatorDeps): Simulator {
  const hourOfDay = hoursIn(timeZone)
  let settings: Settings = { scenario: 'normal', seed: 42, speed: 1 }
  let demo: Play | null = null
  let sim: Play | null = null
  let client: MqttClient | null = null
  let timer: NodeJS.Timeout | null = null
  const now = () => clock.now().getTime()

  const send = (messages: readonly Message[]): void => {
    for (const { topic, text, retain } of messages) client?.publish(topic, text, { qos: 1, retain })
  }

  function signIn(): MqttClient {
    const { url, ...who } = guest(['sf/v1/#'])
    return connect(url, { ...who, queueQoSZero: false })
  }

  function ready(): void {
    client ??= signIn()
      .on('error', (error) => log.warn({ err: error }, 'the simulator cannot reach the broker'))
      // A broker that was started again knows nobody any more.
      .on('connect', () => send(plays().flatMap(({ site }) => site.begin())))
    timer ??= setInterval(beat, beatMs).unref()
  }
  const plays = (): Play[] => [demo, sim].filter((one) => one !== null)

  function play(of: readonly PlantMachine[], { scenario, seed, speed }: Settings): Play {
    ready()
    const startAt = now()
    const boot = randomBytes(4).toString('hex')
    const site = playSite({ machines: of, scenario, seed, boot, startAt, hourOfDay })
    if (client?.connected === true) send(site.begin())
    return { site, startedAt: startAt, last: startAt, speed, paused: false }
  }

  function pass(one: Play): void {
    const at = now()
    const passed = Math.max(0, Math.min(longestBeatMs, at - one.last))
    one.last = at
    send(one.site.pass(one.paused ? 0 : passed * one.speed, at))
  }

  function beat(): void {
    // While the broker is away nothing piles up for it: a gateway that forgets is better than a server that grows.
    if (client?.connected !== true) return
    for (const one of plays()) pass(one)
  }

  const running = (): Play => sim ?? refuse('state.refused', { params: { reason: 'simulator.stopped' } })

  const state = (): SimulatorState => ({
    available: true,
    running: sim !== null,
    paused: sim?.paused ?? false,
    ...settings,
    clock: sim === null ? null : new Date(sim.site.plant.now()).toISOString(),
    startedAt: sim === null ? null : new Date(sim.startedAt).toISOString(),
    machines: sim?.site.machines ?? 0,
  })

  function stop(): SimulatorState {
    if (sim !== null) send(sim.site.end(now()))
    sim = null
    return state()
  }

  return {
    async begin() {
      const own = await machines('demo')
      if (own.length > 0) demo = play(own, { scenario: 'normal', seed: 1, speed: 1 })
    },
    state,
    async start(wanted) {
      const own = await machines('sim')
      if (own.length === 0) refuse('state.refused', { params: { reason: 'simulator.no_machines' } })
      stop()
      settings = wanted
      sim = play(own, wanted)
      return state()
    },
    change({ speed, paused }) {
      const one = running()
      if (speed !== undefined) {
        settings = { ...settings, speed }
        one.speed = speed
      }
      if (paused !== undefined) one.paused = paused
      return state()
    },
    breakMachine(code, minutes) {
      if (!running().site.plant.breakMachine(code, minutes * 60_000)) refuse('not_found')
      return state()
    },
    stop,
    async close() {
      if (timer !== null) clearInterval(timer)
      timer = null
      stop()
      if (demo !== null) send(demo.site.end(now()))
      // Their last words are queued before the connection ends; one that never stood is not waited for.
      const last = client
      client = null
      demo = null
      await last?.endAsync(last.connected ? undefined : true)
    },
  }
}

/** The hour of the day in a zone, 0 up to 24. */
function hoursIn(timeZone: string): (at: number) => number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  return (at) => {
    const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return (part['hour'] ?? 0) + (part['minute'] ?? 0) / 60
  }
}
