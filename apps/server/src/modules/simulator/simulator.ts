import type { SimulatorState } from '@cloud-factory/contract/simulator'
import type { Injection, Scenario } from '@cloud-factory/contract/simulator-enums'
import { randomBytes } from 'node:crypto'
import { connect, type MqttClient } from 'mqtt'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { leave } from '../../platform/mqtt/leave.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { ended, faultEnds, type LeftFault, type Message, type SinkEnds } from './messages.rules.ts'
import type { PlantBooks } from './plant-books.rules.ts'
import type { PlantMachine } from './plant.types.ts'
import { type PlayedSite, playSite } from './play-site.ts'

export interface SimulatorDeps {
  readonly clock: Clock
  readonly log: Log
  /** Machines of that kind, by code. */
  readonly machines: (source: 'demo' | 'sim') => Promise<readonly PlantMachine[]>
  /** Breakdowns of them that were told, under names that end so, and never ended. */
  readonly standing: (source: 'demo' | 'sim', ends: SinkEnds) => Promise<readonly LeftFault[]>
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
  /** The demo factory's own machines begin to work, if there are any; what an earlier run left broken down is not any more. */
  begin(): Promise<void>
  state(): SimulatorState
  /** Plays the simulated site from its beginning. Fails with `state.refused` when it has no machines. */
  start(settings: Settings): Promise<SimulatorState>
  change(change: {
    readonly speed?: Settings['speed'] | undefined
    readonly paused?: boolean | undefined
  }): SimulatorState
  breakMachine(code: string, minutes: number): SimulatorState
  inject(what: Injection, minutes: number): SimulatorState
  /** What was played so far; null: nothing runs. */
  played(): PlayedFigures | null
  /**
   * Somebody looks at the simulated site: it begins by itself if it never did, and ends when nobody has looked for a while. One
   * that a person started goes on, and one that a person stopped stays so.
   */
  watched(): void
  stop(): SimulatorState
  close(): Promise<void>
}

/** What the simulated site has played, by its own clock. */
interface PlayedFigures {
  readonly now: number
  readonly books: PlantBooks
  /** Pieces that wait before each stage. */
  readonly waiting: ReadonlyMap<string, readonly { readonly kg: number }[]>
  readonly drift: number
  /** Machines have no link now. */
  readonly isDark: boolean
}

const heartbeatMs = 1_000
/** A site that began by itself and that nobody looks at ends after so long, ms. */
const unwatchedMs = 15 * 60_000
/** What begins by itself: an ordinary day, ten times as fast as the clock, so that something is seen to happen. */
const byItself: Settings = { scenario: 'normal', seed: 42, speed: 10 }
/** The simulated day begins at the early shift, at night at the end of the late one, and has gone on for some hours. */
const beginHours = { day: 6, night: 20 }
const warmUpMs = 4 * 3_600_000
/** A process that slept does not play hours in one beat: the machines would seem to have worked meanwhile. */
const longestHeartbeatMs = 10_000

interface Play {
  readonly site: PlayedSite
  readonly startedAt: number
  last: number
  speed: number
  paused: boolean
}

export function createSimulator({
  clock,
  log,
  machines,
  standing,
  guest,
  timeZone,
}: SimulatorDeps): Simulator {
  const hourOfDay = hoursIn(timeZone)
  let settings: Settings = byItself
  let watchedAt: number | null = null
  /** Who began or ended what is played now: itself or a person. */
  let isByItself = true
  let beginning: Promise<void> | null = null
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
    timer ??= setInterval(heartbeat, heartbeatMs).unref()
  }
  const plays = (): Play[] => [demo, sim].filter((one) => one !== null)

  /** The demo machines live by the clock on the wall; the simulated site always begins at the same hour of today. */
  function clockOf(of: readonly PlantMachine[], scenario: Scenario, startAt: number) {
    if (of[0]?.source !== 'sim') return { clockAt: startAt, warmUpMs: 0 }
    const hour = scenario === 'night' ? beginHours.night : beginHours.day
    const midnight = startAt - hourOfDay(startAt) * 3_600_000
    return { clockAt: Math.round((midnight + hour * 3_600_000) / 60_000) * 60_000, warmUpMs }
  }

  function play(of: readonly PlantMachine[], { scenario, seed, speed }: Settings): Play {
    ready()
    const startAt = now()
    const boot = randomBytes(4).toString('hex')
    const clock = clockOf(of, scenario, startAt)
    const site = playSite({ machines: of, scenario, seed, boot, startAt, hourOfDay, ...clock })
    if (client?.connected === true) send(site.begin())
    return { site, startedAt: startAt, last: startAt, speed, paused: false }
  }

  function pass(one: Play): void {
    const at = now()
    const passed = Math.max(0, Math.min(longestHeartbeatMs, at - one.last))
    one.last = at
    send(one.site.pass(one.paused ? 0 : passed * one.speed, at))
  }

  function heartbeat(): void {
    // While the broker is away nothing piles up for it: a gateway that forgets is better than a server that grows.
    if (client?.connected !== true) return
    if (isByItself && sim !== null && watchedAt !== null && now() - watchedAt > unwatchedMs) end()
    for (const one of plays()) pass(one)
  }

  const running = (): Play => sim ?? fail('state.refused', { params: { reason: 'simulator.stopped' } })

  const state = (): SimulatorState => ({
    available: true,
    running: sim !== null,
    paused: sim?.paused ?? false,
    ...settings,
    clock: sim === null ? null : new Date(sim.site.plant.now()).toISOString(),
    startedAt: sim === null ? null : new Date(sim.startedAt).toISOString(),
    machines: sim?.site.machines ?? 0,
  })

  function end(): void {
    if (sim !== null) send(sim.site.end(now()))
    sim = null
  }

  async function start(wanted: Settings): Promise<void> {
    const own = await machines('sim')
    if (own.length === 0) fail('state.refused', { params: { reason: 'simulator.no_machines' } })
    end()
    settings = wanted
    sim = play(own, wanted)
  }

  /** A run that was killed could not say that its breakdowns are over; those of the next are others. */
  async function endLeft(): Promise<void> {
    const left = [...(await standing('demo', faultEnds)), ...(await standing('sim', faultEnds))]
    if (left.length === 0) return
    ready()
    send(left.map((one) => ended(one, now())))
  }

  return {
    async begin() {
      await endLeft()
      const own = await machines('demo')
      if (own.length > 0) demo = play(own, { scenario: 'normal', seed: 1, speed: 1 })
    },
    state,
    async start(wanted) {
      await start(wanted)
      isByItself = false
      return state()
    },
    watched() {
      watchedAt = now()
      if (sim !== null || !isByItself || beginning !== null) return
      beginning = start(byItself)
        .catch((error: unknown) => log.warn({ err: error }, 'the simulated site could not begin'))
        .finally(() => {
          beginning = null
        })
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
      if (!running().site.plant.breakMachine(code, minutes * 60_000)) fail('not_found')
      return state()
    },
    inject(what, minutes) {
      running().site.plant.inject(what, minutes * 60_000)
      return state()
    },
    played() {
      if (sim === null) return null
      const { plant } = sim.site
      const [first] = plant.lives
      const isDark = first !== undefined && plant.dark(first)
      return {
        now: plant.now(),
        books: plant.books,
        waiting: plant.yard.waiting,
        drift: plant.drift(),
        isDark,
      }
    },
    stop() {
      end()
      isByItself = false
      return state()
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      timer = null
      end()
      if (demo !== null) send(demo.site.end(now()))
      // Their last words are queued before the connection ends.
      const last = client
      client = null
      demo = null
      if (last !== null) await leave(last)
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
