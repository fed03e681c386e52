import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import mqtt, { type MqttClient, type IPublishPacket } from 'mqtt'
import { largestMessage } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Log } from '../log/log.ts'
import type { Mqtt, Receive, PublishOptions } from './mqtt.types.ts'

/** How long to wait for a broker that does not respond, ms: a shutdown must not hang on it. */
const timeout = 5000

/**
 * Ends a connection according to the standard, so that the broker does not publish the will: last messages, messages
 * in flight, DISCONNECT. Does not wait for a connection that never existed, nor for a broker that does not respond.
 */
export async function leave(client: MqttClient, lastWords?: () => Promise<unknown>): Promise<void> {
  const takeLeave = async (): Promise<void> => {
    if (client.connected) await lastWords?.()
    await client.endAsync(!client.connected)
  }
  await Promise.race([takeLeave().catch(() => undefined), pause(timeout, undefined, { ref: false })])
  // Unsent last messages keep the connection open; a second call ends it as it is.
  if (!client.disconnecting) client.end(true)
  client.stream.destroy()
}

interface OuterBrokerDeps {
  /** Includes name and password of the app if the broker requires them. */
  readonly url: string
  readonly log: Log
  readonly receive: Receive
  /** Filters subscribed to from the start. */
  readonly filters: readonly string[]
  /**
   * The same after restarts and for whichever instance is the leader: unacknowledged messages are delivered again.
   */
  readonly clientId: string
}

/** How long to wait for a broker to deliver what it stored, ms. */
const markTimeoutMs = 60_000

const connectionOptions = {
  clean: false,
  protocolVersion: 5,
  properties: {
    sessionExpiryInterval: 24 * 3600,
    receiveMaximum: 5000,
    maximumPacketSize: largestMessage * 2,
  },
  keepalive: 30,
  reconnectPeriod: 1000,
  connectTimeout: 10_000,
  // What could not be sent while the broker was away is old news when it is back.
  queueQoSZero: false,
  resubscribe: false,
} as const

/**
 * An external broker, MQTT 3.1.1 or 5. It keeps the session while the app is away; a message is acknowledged after it
 * is stored.
 */
export const outerBroker = (deps: OuterBrokerDeps): Mqtt => new OuterBroker(deps)

class OuterBroker implements Mqtt {
  readonly #deps: OuterBrokerDeps
  readonly #markTopic: string
  #client: MqttClient | null = null
  #extra: readonly string[] = []
  /** Text published after a reconnect. Until it comes back, the broker still delivers stored messages. Null: none is out. */
  #mark: string | null = null

  constructor(deps: OuterBrokerDeps) {
    this.#deps = deps
    this.#markTopic = `cloud-factory/heard/${deps.clientId}`
  }

  async start(): Promise<void> {
    this.#client = this.#connect()
  }

  publish(topic: string, payload: Buffer | string, { qos = 0, retain = false }: PublishOptions = {}): void {
    if (this.isConnected()) this.#client?.publish(topic, payload, { qos, retain }, () => undefined)
  }

  isConnected(): boolean {
    return this.#client?.connected === true
  }

  hear(filters: readonly string[]): void {
    const gone = this.#extra.filter((filter) => !filters.includes(filter))
    this.#extra = filters
    if (this.#client?.connected !== true) return
    if (gone.length > 0) this.#client.unsubscribe(gone)
    this.#subscribe(this.#client)
  }

  port(): null {
    return null
  }

  disconnect(): void {}

  guest(): { readonly url: string } {
    return { url: this.#deps.url }
  }

  async close(): Promise<void> {
    const last = this.#client
    this.#client = null
    if (last !== null) await leave(last)
  }

  #connect(): MqttClient {
    const { url, clientId, log } = this.#deps
    const made = mqtt.connect(url, { ...connectionOptions, clientId })
    made.on('connect', ({ sessionPresent }) => {
      log.info('connected to the broker')
      this.#subscribe(made)
      this.#sayMark(made, sessionPresent)
    })
    let reported = ''
    made.on('error', ({ message }) => {
      if (this.#client === made && message !== reported)
        log.warn({ reason: message }, 'the broker is not reached')
      reported = message
    })
    made.on('close', () => log.debug('the broker closed the connection'))
    const acknowledge = acknowledgementsOf(made)
    made.handleMessage = (packet, done) => {
      const accepted = this.#take(packet)
      if (accepted === null || packet.qos !== 1) return done()
      const { stream } = made
      // The library reads on only after `done`, and `done` acknowledges at once. An error leaves the acknowledgement out; it
      // is written here once the message is stored.
      void accepted.finally(() => acknowledge(stream, packet.messageId ?? 0))
      done(new Error('acknowledged when it is stored'))
    }
    return made
  }

  #take({ topic, payload: raw, qos, dup, retain }: IPublishPacket): Promise<void> | null {
    const payload = Buffer.isBuffer(raw) ? raw : Buffer.from(raw)
    if (topic === this.#markTopic) {
      if (payload.toString() === this.#mark) this.#mark = null
      return null
    }
    const retained = this.#mark !== null || retain
    return this.#deps.receive({ topic, payload, qos, dup, retained, sender: '' })
  }

  #subscribe(to: MqttClient): void {
    to.subscribe([...this.#deps.filters, ...this.#extra], { qos: 1 }, (error) => {
      if (error !== null) this.#deps.log.error({ reason: error.message }, 'the broker refused a subscription')
    })
  }

  #sayMark(to: MqttClient, isRetained: boolean): void {
    this.#mark = isRetained ? randomUUID() : null
    if (this.#mark === null) return
    const mark = this.#mark
    to.subscribe(this.#markTopic, { qos: 1 }, () => to.publish(this.#markTopic, mark, { qos: 1 }))
    setTimeout(() => {
      // The broker may not let us publish it.
      if (this.#mark === mark) this.#mark = null
    }, markTimeoutMs).unref()
  }
}

type Connection = MqttClient['stream']

/**
 * Writes PUBACK (MQTT 5.0 §3.4) for the messages of a connection: messages stored together are acknowledged together.
 * On a new connection the broker sends unacknowledged messages again.
 */
function acknowledgementsOf(client: MqttClient): (connection: Connection, messageId: number) => void {
  let ids: number[] = []
  const write = (to: Connection): void => {
    const bytes = Buffer.from(ids.flatMap((id) => [0x40, 2, id >> 8, id & 255]))
    ids = []
    if (client.stream === to && to.writable) to.write(bytes)
  }
  return (connection, messageId) => {
    if (client.stream !== connection) return
    ids.push(messageId)
    if (ids.length === 1) setImmediate(() => write(connection))
  }
}
