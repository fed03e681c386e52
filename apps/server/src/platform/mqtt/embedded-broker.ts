import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { largestMessage } from '@cloud-factory/contract/telemetry-enums'
import { Aedes, type AedesPublishPacket, type AuthenticateError, type Client } from 'aedes'
import type { Log } from '../log/log.ts'
import { ConnectionRate } from './connection-rate.ts'
import { capPackets } from './packet-cap.ts'
import type { Admission, Mqtt, Receive } from './mqtt.types.ts'
import { covers } from './topic-filter.rules.ts'

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
export function embeddedBroker(deps: EmbeddedBrokerDeps): Mqtt {
  const { host, port, perMinute, log, receive, admit, denied } = deps
  const rate = new ConnectionRate(perMinute)
  const known = new WeakMap<Client, Known>()
  const clients = new Map<Client, number>()
  const opened = new WeakMap<Socket, () => void>()
  const guests = new Map<string, { password: Buffer; topics: readonly string[] }>()
  const addresses = new Map<string, number>()
  let broker: Aedes | null = null
  let server: Server | null = null
  let pulse: NodeJS.Timeout | undefined

  const knock = async (client: Client, name: string, password: Buffer): Promise<boolean> => {
    const guest = guests.get(name)
    const admission =
      guest === undefined
        ? await admit(name, password.toString('utf8'), addressOf(client))
        : sameBytes(guest.password, password)
          ? guest
          : null
    if (admission === null) return false
    known.set(client, { name, topics: admission.topics, guest: guest !== undefined })
    // A second gateway with the same client id is another client and does not replace the first.
    client.id = `${name}/${client.id}`
    opened.get(client.conn as Socket)?.()
    clients.set(client, 0)
    return true
  }

  const take = (client: Client, packet: AedesPublishPacket): Promise<void> | null | Error => {
    const who = known.get(client)
    if (who === undefined || !who.topics.some((filter) => covers(filter, packet.topic))) {
      denied(who?.name ?? '', packet.topic)
      return new Error('not allowed there')
    }
    // Only the app subscribes to messages of gateways, so there is nobody to retain them for.
    if (!who.guest) packet.retain = false
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const { topic, qos, dup } = packet
    return receive({ topic, payload, qos: qos as 0 | 1 | 2, dup, kept: false, sender: who.name })
  }

  const options = {
    connectTimeout: 10_000,
    drainTimeout: 30_000,
    maxTopicLevels: 12,
    preConnect: (
      _: Client,
      packet: { clean?: boolean },
      done: (error: Error | null, ok: boolean) => void,
    ) => {
      packet.clean = true
      done(null, clients.size < maxClients)
    },
    authenticate: (
      client: Client,
      name: string | undefined,
      password: Buffer | undefined,
      done: (error: AuthenticateError | null, ok: boolean | null) => void,
    ) => {
      knock(client, name ?? '', password ?? Buffer.alloc(0)).then(
        (ok) => done(null, ok),
        (error: unknown) => {
          log.warn({ err: error }, 'a gateway could not be checked')
          done(null, false)
        },
      )
    },
    authorizePublish: (client: Client | null, packet: object, done: (error?: Error | null) => void) => {
      if (client === null) return done()
      const taken = take(client, packet as AedesPublishPacket)
      if (taken instanceof Error) return done(taken)
      if (taken === null) return done()
      clients.set(client, (clients.get(client) ?? 0) + 1)
      void taken.finally(() => {
        if (clients.has(client)) clients.set(client, (clients.get(client) ?? 1) - 1)
        done()
      })
    },
    authorizeSubscribe: (
      client: Client,
      subscription: { topic: string },
      done: (error: Error | null, subscription?: never) => void,
    ) => {
      const who = known.get(client)
      done(null, canHear(who, subscription.topic) ? (subscription as never) : (null as never))
    },
  }

  const onSocket = (socket: Socket): void => {
    const address = socket.remoteAddress ?? ''
    const count = (addresses.get(address) ?? 0) + 1
    const isFull = count > maxFromOne || clients.size >= maxClients
    // Checked first: an attempt counts even if it is rejected for another reason.
    const isAllowed = rate.allows(address, performance.now())
    if (broker === null || isFull || !isAllowed) return void socket.destroy()
    addresses.set(address, count)
    socket.once('close', () => {
      const left = (addresses.get(address) ?? 1) - 1
      if (left === 0) addresses.delete(address)
      else addresses.set(address, left)
    })
    socket.setNoDelay(true)
    opened.set(socket, capPackets(socket, largestMessage + headBytes))
    broker.handle(socket)
  }

  /** A port that another broker uses must not stop the factory: the app logs it and tries again. */
  const listen = (on: Server): Promise<void> =>
    new Promise((resolve) => {
      on.on('error', (error) => {
        log.error({ reason: error.message }, 'no machine can be heard: set MQTT_PORT to a free port')
        setTimeout(() => server === on && on.listen(port, host), 10_000).unref()
        resolve()
      })
      on.listen(port, host, () => resolve())
    })

  return {
    async start() {
      broker = await Aedes.createBroker(options as never)
      broker.on('clientDisconnect', (client) => clients.delete(client))
      broker.on('clientError', (client, error) =>
        log.debug({ gateway: known.get(client)?.name, reason: error.message }, 'mqtt client left'),
      )
      broker.on('connectionError', (_, error) => log.debug({ reason: error.message }, 'mqtt refused'))
      // While a client waits for acknowledgements, nothing more is read from it, including its pings. If that takes
      // long, as while the database is unavailable, each side would consider the other dead.
      pulse = setInterval(() => {
        for (const [client, waiting] of clients) if (waiting > 0) stillThere(client)
      }, 2000).unref()
      server = createServer(onSocket)
      await listen(server)
    },
    publish(topic, payload, { qos = 0, retain = false } = {}) {
      broker?.publish(
        { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain, dup: false } as never,
        () => undefined,
      )
    },
    isConnected: () => server?.listening === true,
    // All incoming packets pass through here.
    hear: () => undefined,
    port: () => listeningAt(server),
    disconnect(sender) {
      for (const client of clients.keys()) if (known.get(client)?.name === sender) client.close()
    },
    guest(topics) {
      const username = `guest-${randomBytes(6).toString('hex')}`
      const password = randomBytes(24).toString('base64url')
      guests.set(username, { password: Buffer.from(password), topics })
      const at = listeningAt(server) ?? port
      const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
      return { url: `mqtt://${name.includes(':') ? `[${name}]` : name}:${at}`, username, password }
    },
    async close() {
      clearInterval(pulse)
      const [oldServer, oldBroker] = [server, broker]
      server = null
      broker = null
      oldServer?.close()
      await new Promise<void>((resolve) => (oldBroker === null ? resolve() : oldBroker.close(resolve)))
    },
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
