import type { SimulatorState } from '@cloud-factory/contract/simulator/simulator'
import type { Injection, Scenario } from '@cloud-factory/domain/simulator/simulator-enums'
import { randomBytes } from 'node:crypto'
import { connect, type MqttClient } from 'mqtt'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { leave } from '../../platform/mqtt/outer-broker.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { ended, faultEnds, type LeftFault, type Message, type SinkEnds } from './messages.rules.ts'
import type { PlantBooks } from './plant-books.rules.ts'
import type { PlantMachine } from './plant.types.ts'
import { hoursIn, type PlayedSite, playSite } from './play-site.ts'

export interface SimulatorDeps {
  readonly clock: Clock
  readonly log: Log
  /** Machines of that kind, by code. */
  readonly machines: (source: 'demo' | 'sim') => Promise<readonly PlantMachine[]>
  /** Their reported breakdowns without an end, by these name endings. */
  readonly activeFaults: (source: 'demo' | 'sim', ends: SinkEnds) => Promise<readonly LeftFault[]>
  /** Codes of the machines under repair now, by the factory's repair orders. */
  readonly underRepair: () => ReadonlySet<string>
  /** Broker credentials for a gateway that may publish to these topics. */
  readonly guest: (topics: readonly string[]) => {
    readonly url: string
    readonly username?: string
    readonly password?: string
  }
  /** IANA name: the simulated plant uses the real plant's day. */
  readonly timeZone: string
}

interface Settings {
  readonly scenario: Scenario
  readonly seed: number
  readonly speed: SimulatorState['speed']
}

/** Simulates machines over MQTT, as gateways do. The rest of the system recognises them only by their flag. */
export interface Simulator {
  /** Starts the demo factory's machines, if any, and ends breakdowns left by an earlier run. */
  begin(): Promise<void>
  state(): SimulatorState
  /** Starts the simulated site from the beginning. Fails with `state.refused` when it has no machines. */
  start(settings: Settings): Promise<SimulatorState>
  change(change: {
    readonly speed?: Settings['speed'] | undefined
    readonly paused?: boolean | undefined
  }): SimulatorState
  breakMachine(code: string, minutes: number): SimulatorState
  inject(what: Injection, minutes: number): SimulatorState
  /** Current simulation results; null: not running. */
  played(): PlayedFigures | null
  /**
   * Reports a viewer of the simulated site. The site starts automatically if it was never started, and stops after a while without viewers. A site
   * that a person started or stopped stays in that state.
   */
  watched(): void
  stop(): SimulatorState
  close(): Promise<void>
}

/** Results of the simulated site, by its own clock. */
interface PlayedFigures {
  readonly now: number
  readonly books: PlantBooks
  /** Pieces waiting before each stage. */
  readonly waiting: ReadonlyMap<string, readonly { readonly kg: number }[]>
  readonly drift: number
  /** Machines that are offline. */
  readonly isDark: boolean
}

const heartbeatMs = 1_000
/** An automatically started site stops after this time without viewers, ms. */
const unwatchedMs = 15 * 60_000
/** Default of an automatic start: an ordinary day at ten times real speed, so that changes are visible. */
const byItself: Settings = { scenario: 'normal', seed: 42, speed: 10 }
/** The simulated day begins with the early shift (at night with the end of the late shift) and starts some hours in. */
const beginHours = { day: 6, night: 20 }
const warmUpMs = 4 * 3_600_000
/** Limits the step after the process was suspended; otherwise the machines would seem to have worked for hours. */
const longestHeartbeatMs = 10_000

interface Play {
  readonly site: PlayedSite
  readonly startedAt: number
  last: number
  speed: number
  paused: boolean
}

export const createSimulator = (deps: SimulatorDeps): Simulator => new MqttSimulator(deps)

class MqttSimulator implements Simulator {
  readonly #deps: SimulatorDeps
  readonly #hourOfDay: (at: number) => number
  #settings: Settings = byItself
  #watchedAt: number | null = null
  /** Who started or stopped the current simulation: the system or a person. */
  #isByItself = true
  #beginning: Promise<void> | null = null
  #demo: Play | null = null
  #sim: Play | null = null
  #client: MqttClient | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(deps: SimulatorDeps) {
    this.#deps = deps
    this.#hourOfDay = hoursIn(deps.timeZone)
  }

  async begin(): Promise<void> {
    await this.#endLeft()
    const own = await this.#deps.machines('demo')
    if (own.length > 0) this.#demo = this.#play(own, { scenario: 'normal', seed: 1, speed: 1 })
  }

  state(): SimulatorState {
    const sim = this.#sim
    return {
      available: true,
      running: sim !== null,
      paused: sim?.paused ?? false,
      ...this.#settings,
      clock: sim === null ? null : new Date(sim.site.plant.now()).toISOString(),
      startedAt: sim === null ? null : new Date(sim.startedAt).toISOString(),
      machines: sim?.site.machines ?? 0,
    }
  }

  async start(settings: Settings): Promise<SimulatorState> {
    await this.#start(settings)
    this.#isByItself = false
    return this.state()
  }

  watched(): void {
    this.#watchedAt = this.#now()
    if (this.#sim !== null || !this.#isByItself || this.#beginning !== null) return
    this.#beginning = this.#start(byItself)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'the simulated site could not begin'))
      .finally(() => {
        this.#beginning = null
      })
  }

  change({ speed, paused }: Parameters<Simulator['change']>[0]): SimulatorState {
    const one = this.#running()
    if (speed !== undefined) {
      this.#settings = { ...this.#settings, speed }
      one.speed = speed
    }
    if (paused !== undefined) one.paused = paused
    return this.state()
  }

  breakMachine(code: string, minutes: number): SimulatorState {
    if (!this.#running().site.plant.breakMachine(code, minutes * 60_000)) fail('not_found')
    return this.state()
  }

  inject(what: Injection, minutes: number): SimulatorState {
    this.#running().site.plant.inject(what, minutes * 60_000)
    return this.state()
  }

  played(): PlayedFigures | null {
    if (this.#sim === null) return null
    const { plant } = this.#sim.site
    const [first] = plant.lives
    return {
      now: plant.now(),
      books: plant.books,
      waiting: plant.yard.waiting,
      drift: plant.drift(),
      isDark: first !== undefined && plant.dark(first),
    }
  }

  stop(): SimulatorState {
    this.#end()
    this.#isByItself = false
    return this.state()
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#end()
    if (this.#demo !== null) this.#send(this.#demo.site.end(this.#now()))
    // The last messages are queued before the connection closes.
    const last = this.#client
    this.#client = null
    this.#demo = null
    if (last !== null) await leave(last)
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  #plays(): Play[] {
    return [this.#demo, this.#sim].filter((one) => one !== null)
  }

  #running(): Play {
    return this.#sim ?? reject('simulator.stopped')
  }

  #send(messages: readonly Message[]): void {
    for (const { topic, text, retain } of messages) this.#client?.publish(topic, text, { qos: 1, retain })
  }

  #connect(): MqttClient {
    const { url, ...who } = this.#deps.guest(['sf/v1/#'])
    return (
      connect(url, { ...who, queueQoSZero: false })
        .on('error', (error) => this.#deps.log.warn({ err: error }, 'the simulator cannot reach the broker'))
        // A restarted broker has lost its sessions.
        .on('connect', () => this.#send(this.#plays().flatMap(({ site }) => site.begin())))
    )
  }

  #ready(): void {
    this.#client ??= this.#connect()
    this.#timer ??= setInterval(() => this.#heartbeat(), heartbeatMs).unref()
  }

  /** The demo machines use real time; the simulated site always starts at the same hour of today. */
  #clockOf(of: readonly PlantMachine[], scenario: Scenario, startAt: number) {
    // The demo factory works around the clock, so that its screens show a living factory at every hour.
    if (of[0]?.source !== 'sim')
      return { clockAt: startAt, warmUpMs: 0, isAlwaysManned: true, underRepair: this.#deps.underRepair }
    const hour = scenario === 'night' ? beginHours.night : beginHours.day
    const midnight = startAt - this.#hourOfDay(startAt) * 3_600_000
    return { clockAt: Math.round((midnight + hour * 3_600_000) / 60_000) * 60_000, warmUpMs }
  }

  #play(of: readonly PlantMachine[], { scenario, seed, speed }: Settings): Play {
    this.#ready()
    const startAt = this.#now()
    const boot = randomBytes(4).toString('hex')
    const hourOfDay = this.#hourOfDay
    const clock = this.#clockOf(of, scenario, startAt)
    const site = playSite({ machines: of, scenario, seed, boot, startAt, hourOfDay, ...clock })
    if (this.#client?.connected === true) this.#send(site.begin())
    return { site, startedAt: startAt, last: startAt, speed, paused: false }
  }

  #heartbeat(): void {
    // While the broker is unavailable, messages are dropped instead of accumulating in memory.
    if (this.#client?.connected !== true) return
    const isUnwatched = this.#watchedAt !== null && this.#now() - this.#watchedAt > unwatchedMs
    if (this.#isByItself && this.#sim !== null && isUnwatched) this.#end()
    for (const one of this.#plays()) this.#pass(one)
  }

  #pass(one: Play): void {
    const at = this.#now()
    const passed = Math.max(0, Math.min(longestHeartbeatMs, at - one.last))
    one.last = at
    this.#send(one.site.pass(one.paused ? 0 : passed * one.speed, at))
  }

  async #start(requested: Settings): Promise<void> {
    const own = await this.#deps.machines('sim')
    if (own.length === 0) reject('simulator.no_machines')
    this.#end()
    this.#settings = requested
    this.#sim = this.#play(own, requested)
  }

  #end(): void {
    if (this.#sim !== null) this.#send(this.#sim.site.end(this.#now()))
    this.#sim = null
  }

  /** Ends breakdowns of an earlier run that was killed before it could end them. */
  async #endLeft(): Promise<void> {
    const { activeFaults } = this.#deps
    const left = [...(await activeFaults('demo', faultEnds)), ...(await activeFaults('sim', faultEnds))]
    if (left.length === 0) return
    this.#ready()
    this.#send(left.map((one) => ended(one, this.#now())))
  }
}
