import { randomUUID } from 'node:crypto'
import { largestMessage } from '@cloud-factory/contract/telemetry-enums'
import mqtt, { type MqttClient } from 'mqtt'
import type { Log } from '../log/log.ts'
import { leave } from './leave.ts'
import type { Mqtt, Receive } from './mqtt.types.ts'

export interface OuterBrokerDeps {
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

/**
 * An external broker, MQTT 3.1.1 or 5. It keeps the session while the app is away; a message is acknowledged after it
 * is stored.
 */
export function outerBroker({ url, log, receive, filters, clientId }: OuterBrokerDeps): Mqtt {
  let client: MqttClient | null = null
  let extra: readonly string[] = []

  const subscribe = (to: MqttClient): void => {
    to.subscribe([...filters, ...extra], { qos: 1 }, (error) => {
      if (error !== null) log.error({ reason: error.message }, 'the broker refused a subscription')
    })
  }

  /**
   * The marker message sent after connecting. Until it comes back, the broker still delivers stored messages. Null:
   * not waiting.
   */
  let mark: string | null = null
  const markTopic = `cloud-factory/heard/${clientId}`
  const sayMark = (to: MqttClient, isKept: boolean): void => {
    mark = isKept ? randomUUID() : null
    if (mark === null) return
    const said = mark
    to.subscribe(markTopic, { qos: 1 }, () => to.publish(markTopic, said, { qos: 1 }))
    setTimeout(() => {
      // A broker that does not let the app publish the marker.
      if (mark === said) mark = null
    }, markTimeoutMs).unref()
  }

  const begin = (): MqttClient => {
    const made = mqtt.connect(url, {
      clientId,
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
      // Messages that could not be sent while the broker was away are outdated when it is back.
      queueQoSZero: false,
      resubscribe: false,
    })
    made.on('connect', ({ sessionPresent }) => {
      log.info('connected to the broker')
      subscribe(made)
      sayMark(made, sessionPresent)
    })
    let reported = ''
    made.on('error', ({ message }) => {
      if (client === made && message !== reported) log.warn({ reason: message }, 'the broker is not reached')
      reported = message
    })
    made.on('close', () => log.debug('the broker closed the connection'))
    const acknowledge = acknowledgementsOf(made)
    made.handleMessage = (packet, done) => {
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
      const { topic, qos, dup, retain } = packet
      if (topic === markTopic) {
        if (payload.toString() === mark) mark = null
        return done()
      }
      const kept = mark !== null || retain
      const taken = receive({ topic, payload, qos, dup, kept, sender: '' })
      if (taken === null || qos !== 1) return done()
      const { stream } = made
      // The library reads on only when its callback is called, and then acknowledges at once. The callback is called
      // with an error, which suppresses the acknowledgement; the code here writes it later.
      void taken.finally(() => acknowledge(stream, packet.messageId ?? 0))
      done(new Error('acknowledged when it is stored'))
    }
    return made
  }

  return {
    async start() {
      client = begin()
    },
    publish(topic, payload, { qos = 0, retain = false } = {}) {
      if (client?.connected === true) client.publish(topic, payload, { qos, retain }, () => undefined)
    },
    isConnected: () => client?.connected === true,
    hear(wanted) {
      const gone = extra.filter((filter) => !wanted.includes(filter))
      extra = wanted
      if (client?.connected !== true) return
      if (gone.length > 0) client.unsubscribe(gone)
      subscribe(client)
    },
    port: () => null,
    disconnect: () => undefined,
    guest: () => ({ url }),
    close: async () => {
      const last = client
      client = null
      if (last !== null) await leave(last)
    },
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
