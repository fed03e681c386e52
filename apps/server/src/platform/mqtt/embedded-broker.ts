import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { largestMessage } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client } from 'aedes'
import type { Log } from '../log/log.ts'
import { ConnectionRate, capPackets } from './broker-limits.ts'
import type { Admission, Mqtt, Receive, PublishOptions } from './mqtt.types.ts'
import { covers } from '@cloud-factory/domain/telemetry/mqtt-topics.rules'

export interface EmbeddedBrokerDeps {
  readonly host: string
  readonly port: number
  /** Connections per minute that one address may open; checked before authentication. */
  readonly perMinute: number
  readonly log: Log
  readonly receive: Receive
  /** Checks name and password. */
  readonly admit: (name: string, password: string, address: string) => Promise<Admission | null>
  /** A client tried to publish to a topic that it may not use. */
  readonly denied: (name: string, topic: string) => void
}

/**
 * Connections in total, and per address: gateways behind a router may reconnect before their old connections are
 * known to be closed.
 */
const maxClients = 1000
const maxFromOne = 500
/** Allowance for the packet header besides the message. */
const headBytes = 1024

interface Known {
  readonly name: string
  readonly topics: readonly string[]
  readonly guest: boolean
}

/**
 * The embedded broker. Gateways sign in and publish under their own filters only; the broker stores no sessions and
 * no retained messages for them. A message is acknowledged when `receive` says so, which is after it is stored.
 */
export const embeddedBroker = (deps: EmbeddedBrokerDeps): Mqtt => new EmbeddedBroker(deps)

class EmbeddedBroker implements Mqtt {
  readonly #deps: EmbeddedBrokerDeps
  readonly #rate: ConnectionRate
  readonly #known = new WeakMap<Client, Known>()
  /** Messages of each client that wait to be acknowledged. */
  readonly #clients = new Map<Client, number>()
  readonly #opened = new WeakMap<Socket, () => void>()
  readonly #guests = new Map<string, { password: Buffer; topics: readonly string[] }>()
  readonly #addresses = new Map<string, number>()
  #broker: Aedes | null = null
  #server: Server | null = null
  #pulse: NodeJS.Timeout | undefined

  constructor(deps: EmbeddedBrokerDeps) {
    this.#deps = deps
    this.#rate = new ConnectionRate(deps.perMinute)
  }

  async start(): Promise<void> {
    const { log } = this.#deps
    const broker = await Aedes.createBroker(this.#options() as never)
    broker.on('clientDisconnect', (client) => this.#clients.delete(client))
    broker.on('clientError', (client, error) =>
      log.debug({ gateway: this.#known.get(client)?.name, reason: error.message }, 'mqtt client left'),
    )
    broker.on('connectionError', (_, error) => log.debug({ reason: error.message }, 'mqtt refused'))
    this.#broker = broker
    // While a client waits for acknowledgements, nothing is read from it, not even its pings. When that takes long, as
    // while the database is away, each side would take the other for dead.
    this.#pulse = setInterval(() => {
      for (const [client, waiting] of this.#clients) if (waiting > 0) stillThere(client)
    }, 2000).unref()
    this.#server = createServer((socket) => this.#onSocket(socket))
    await this.#listen(this.#server)
  }

  publish(topic: string, payload: Buffer | string, { qos = 0, retain = false }: PublishOptions = {}): void {
    this.#broker?.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain, dup: false } as never,
      () => undefined,
    )
  }

  isConnected(): boolean {
    return this.#server?.listening === true
  }

  /** Every message passes through this broker: there is nothing to subscribe to. */
  hear(): void {}

  port(): number | null {
    return listeningAt(this.#server)
  }

  disconnect(sender: string): void {
    for (const client of this.#clients.keys()) if (this.#known.get(client)?.name === sender) client.close()
  }

  guest(topics: readonly string[]): ReturnType<Mqtt['guest']> {
    const { host, port } = this.#deps
    const username = `guest-${randomBytes(6).toString('hex')}`
    const password = randomBytes(24).toString('base64url')
    this.#guests.set(username, { password: Buffer.from(password), topics })
    const at = this.port() ?? port
    const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
    return { url: `mqtt://${name.includes(':') ? `[${name}]` : name}:${at}`, username, password }
  }

  async close(): Promise<void> {
    clearInterval(this.#pulse)
    const [server, broker] = [this.#server, this.#broker]
    this.#server = null
    this.#broker = null
    server?.close()
    await new Promise<void>((resolve) => (broker === null ? resolve() : broker.close(resolve)))
  }

  #options() {
    return {
      connectTimeout: 10_000,
      drainTimeout: 30_000,
      maxTopicLevels: 12,
      preConnect: (
        _: Client,
        packet: { clean?: boolean },
        done: (error: Error | null, ok: boolean) => void,
      ) => {
        packet.clean = true
        done(null, this.#clients.size < maxClients)
      },
      authenticate: (
        client: Client,
        name: string | undefined,
        password: Buffer | undefined,
        done: (error: AuthenticateError | null, ok: boolean | null) => void,
      ) => {
        this.#signIn(client, name ?? '', password ?? Buffer.alloc(0)).then(
          (ok) => done(null, ok),
          (error: unknown) => {
            this.#deps.log.warn({ err: error }, 'a gateway could not be checked')
            done(null, false)
          },
        )
      },
      authorizePublish: (client: Client | null, packet: object, done: (error?: Error | null) => void) =>
        client === null ? done() : this.#accept(client, packet as AedesPublishPacket, done),
      authorizeSubscribe: (
        client: Client,
        subscription: { topic: string },
        done: (error: Error | null, subscription?: never) => void,
      ) => {
        const who = this.#known.get(client)
        done(null, canHear(who, subscription.topic) ? (subscription as never) : (null as never))
      },
    }
  }

  async #signIn(client: Client, name: string, password: Buffer): Promise<boolean> {
    const guest = this.#guests.get(name)
    const admission =
      guest === undefined
        ? await this.#deps.admit(name, password.toString('utf8'), addressOf(client))
        : sameBytes(guest.password, password)
          ? guest
          : null
    if (admission === null) return false
    this.#known.set(client, { name, topics: admission.topics, guest: guest !== undefined })
    // Another gateway that calls itself the same is another client: it takes nobody's place.
    client.id = `${name}/${client.id}`
    this.#opened.get(client.conn as Socket)?.()
    this.#clients.set(client, 0)
    return true
  }

  #accept(client: Client, packet: AedesPublishPacket, done: (error?: Error | null) => void): void {
    const accepted = this.#take(client, packet)
    if (accepted instanceof Error) return done(accepted)
    if (accepted === null) return done()
    this.#clients.set(client, (this.#clients.get(client) ?? 0) + 1)
    void accepted.finally(() => {
      if (this.#clients.has(client)) this.#clients.set(client, (this.#clients.get(client) ?? 1) - 1)
      done()
    })
  }

  #take(client: Client, packet: AedesPublishPacket): Promise<void> | null | Error {
    const who = this.#known.get(client)
    if (who === undefined || !who.topics.some((filter) => covers(filter, packet.topic))) {
      this.#deps.denied(who?.name ?? '', packet.topic)
      return new Error('not allowed there')
    }
    // Only the app subscribes to messages of gateways, so there is nobody to retain them for.
    if (!who.guest) packet.retain = false
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const { topic, qos, dup } = packet
    return this.#deps.receive({
      topic,
      payload,
      qos: qos as 0 | 1 | 2,
      dup,
      retained: false,
      sender: who.name,
    })
  }

  #onSocket(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const count = (this.#addresses.get(address) ?? 0) + 1
    const isFull = count > maxFromOne || this.#clients.size >= maxClients
    // Counted first: a connection that is refused for another reason is an attempt too.
    const isAllowed = this.#rate.allows(address, performance.now())
    if (this.#broker === null || isFull || !isAllowed) return void socket.destroy()
    this.#addresses.set(address, count)
    socket.once('close', () => {
      const left = (this.#addresses.get(address) ?? 1) - 1
      if (left === 0) this.#addresses.delete(address)
      else this.#addresses.set(address, left)
    })
    socket.setNoDelay(true)
    this.#opened.set(socket, capPackets(socket, largestMessage + headBytes))
    this.#broker.handle(socket)
  }

  /** A port taken by another broker is no reason to stop a factory: the app says so and tries again. */
  #listen(on: Server): Promise<void> {
    const { host, port, log } = this.#deps
    return new Promise((resolve) => {
      on.on('error', (error) => {
        log.error({ reason: error.message }, 'no machine can be heard: set MQTT_PORT to a free port')
        setTimeout(() => this.#server === on && on.listen(port, host), 10_000).unref()
        resolve()
      })
      on.listen(port, host, () => resolve())
    })
  }
}

/** Gateways can only subscribe to commands for edge nodes and to the state of their host. */
function canHear(who: Known | undefined, filter: string): boolean {
  if (who === undefined) return false
  if (who.guest) return true
  if (filter.startsWith('spBv1.0/STATE/')) return true
  const words = filter.split('/')
  if (words[0] !== 'spBv1.0' || !['NCMD', 'DCMD'].includes(words[2] ?? '')) return false
  return (
    !words[1]?.match(/[+#]/) && who.topics.some((topic) => covers(topic, filter.replace(/\/[+#]$/, '/x')))
  )
}

function listeningAt(server: Server | null): number | null {
  const address = server?.address()
  return typeof address === 'object' && address !== null ? address.port : null
}

const addressOf = (client: Client): string => (client.conn as Socket).remoteAddress ?? ''

const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/**
 * The internals of the library's client that keep a waiting client alive. If they are missing, only this feature is
 * lost.
 */
interface WaitingClient {
  readonly _keepaliveTimer?: { refresh?: () => void } | null
  _parsingBatch?: number
  readonly _nextBatch?: () => void
}

/** Does not treat the client as silent, and reads what it sent meanwhile, so that its pings are answered. */
function stillThere(client: Client): void {
  const waiting = client as unknown as WaitingClient
  waiting._keepaliveTimer?.refresh?.()
  waiting._parsingBatch = 1
  waiting._nextBatch?.()
}
