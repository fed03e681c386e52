import { sql } from 'kysely'
import { confirmWithin } from '@cloud-factory/domain/telemetry/liveness.rules'
import type { FaultLog } from '../inbox/fault-log.ts'
import type { Ingest, Incoming } from '../ingest.ts'
import type { Database } from '../../../platform/db/handles.ts'
import {
  edgeFrames,
  edgeKey,
  type EdgeKey,
  nodeOfKey,
  commandTopic,
  edgeTopic,
  type EdgeTopic,
  stateTopic,
  type NamedValue,
  newSession,
  type NodeSession,
  type Outcome,
  type RefusedReason,
  type SessionLimits,
  dataTypes,
} from './sparkplug.rules.ts'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Log } from '../../../platform/log/log.ts'
import { leave } from '../../../platform/mqtt/outer-broker.ts'
import { bornType, take, tick, unreadable } from './node-session.rules.ts'
import { readPayload, UnreadablePayload, writePayload } from './payload.codec.ts'

// Sparkplug sends births and data without acknowledgement (QoS 0): no sender waits for them.
const incoming = ({ topic, bytes }: EdgeBytes): Incoming => ({
  topic,
  payload: bytes,
  isQos0: true,
  isDuplicate: false,
})

/** Passes edge messages to ingestion. */
export const edgeIngest = (ingest: Ingest, faults: FaultLog): EdgeSink => ({
  values(key, from, at, values) {
    const { frames, unread } = edgeFrames(at, values)
    if (unread > 0) faults.count(edgeKey(key), 'value', from.topic, from.bytes, unread)
    for (const frame of frames)
      void ingest.values(edgeKey(key), incoming(from), { ...frame, sentAt: at ?? undefined })
  },
  link(key, from, online) {
    // An unknown node is a gateway, not a machine: only its devices are unknown devices.
    if (key.device === null && !ingest.knows(edgeKey(key))) return
    void ingest.link(edgeKey(key), incoming(from), online)
  },
  refused: ({ topic, bytes }) => faults.count('', 'sparkplug', topic, bytes),
})

/**
 * Nodes of adopted devices that sent nothing for a while. Nodes that were online must be born again soon, otherwise they count as offline: their
 * death is published only once and may have been missed.
 */
export async function unheardNodes(db: Database, plantId: number, now: Date): Promise<EdgeKey[]> {
  const by = new Date(now.getTime() + confirmWithin)
  const { rows } = await db.tx(async (write) => {
    await sql`update telemetry_links set confirm_by = ${by} where machine_id in (
      select machine_id from telemetry_links where online and silence_ms is null
      order by machine_id for update)`.execute(write)
    return sql<{ device_key: string }>`select device_key from device_inbox
      where plant_id = ${plantId} and status = 'adopted'`.execute(write)
  })
  const nodes = new Map<string, EdgeKey>()
  for (const { device_key } of rows) {
    const node = nodeOfKey(device_key)
    if (node !== null) nodes.set(`${node.group}/${node.node}`, node)
  }
  return [...nodes.values()]
}

/** A received message. */
interface EdgeBytes {
  readonly topic: string
  readonly bytes: Buffer
}

/** Consumer of edge messages. Each call only queues and returns immediately. */
export interface EdgeSink {
  /** Values measured at `at` (ms since 1970, the edge's clock; null = not sent). */
  values(key: EdgeKey, from: EdgeBytes, at: number | null, values: readonly NamedValue[]): void
  /** A node or device was born, or died and its state is unknown. */
  link(key: EdgeKey, from: EdgeBytes, online: boolean): void
  /** A violation of the specification; counted and sampled. */
  refused(from: EdgeBytes, why: RefusedReason | 'unreadable'): void
}

interface HostDeps {
  /** Opens the connection. These options override those of the broker. */
  readonly connect: (options: IClientOptions) => MqttClient
  readonly hostId: string
  readonly sink: EdgeSink
  readonly clock: Clock
  readonly log: Log
  readonly limits?: SessionLimits
  /** Returns known nodes after a reconnect. They may have died or been born in the meantime, so the host requests rebirths. */
  readonly unheard?: () => Promise<readonly Pick<EdgeKey, 'group' | 'node'>[]>
}

export interface SparkplugHost {
  /** Requests a rebirth from a node. */
  askRebirth(node: Pick<EdgeKey, 'group' | 'node'>): void
  /** Publishes the offline state and disconnects. */
  close(): Promise<void>
}

const usualLimits: SessionLimits = { reorderMs: 2_000, rebirthMs: 30_000, heldMost: 200, metricsMost: 5_000 }
/** Maximum number of tracked nodes, so that a flood of invented names cannot exhaust memory. */
const maxNodes = 2_000
const tickMs = 500

/** A primary host application of Sparkplug B (specification 3.0.0, chapter 5 and 6.4). */
export const startSparkplugHost = (deps: HostDeps): SparkplugHost => new Host(deps)

type NodeKey = Pick<EdgeKey, 'group' | 'node'>

class Host implements SparkplugHost {
  readonly #deps: HostDeps
  readonly #limits: SessionLimits
  readonly #sessions = new Map<string, { readonly key: EdgeTopic; readonly session: NodeSession }>()
  readonly #topic: string
  readonly #client: MqttClient
  readonly #timer: NodeJS.Timeout
  #born: number
  #leaving = false

  constructor(deps: HostDeps) {
    this.#deps = deps
    this.#limits = deps.limits ?? usualLimits
    this.#topic = stateTopic(deps.hostId)
    this.#born = this.#now()
    this.#client = deps.connect({ clean: true, will: this.#will() })
    this.#listen()
    this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  askRebirth({ group, node }: NodeKey): void {
    this.#client.publish(commandTopic(group, node), Buffer.from(rebirth(this.#now())))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#leaving = true
    const lastWord = () => this.#client.publishAsync(this.#topic, stateText(false, this.#now()), retained)
    await leave(this.#client, lastWord)
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  /** The will and the birth carry the time of the same connect, so that an edge can tell which of them is newer. */
  #will() {
    return { topic: this.#topic, payload: Buffer.from(stateText(false, this.#born)), ...retained }
  }

  #sayOnline(): void {
    this.#client.publish(this.#topic, stateText(true, this.#born), retained)
  }

  #listen(): void {
    const { log } = this.#deps
    const client = this.#client
    client.on('reconnect', () => {
      // Otherwise the library sends the will of the first connect again, with its old time.
      this.#born = this.#now()
      client.options.will = this.#will()
    })
    client.on('connect', () => {
      client.subscribe([this.#topic, 'spBv1.0/#'], { qos: 1 }, (error) => {
        if (this.#leaving) return
        if (error !== null) log.warn({ err: error }, 'Sparkplug topics could not be subscribed to')
        else {
          this.#sayOnline()
          void this.#confirm()
        }
      })
    })
    client.on('message', (topic, bytes) => this.#heard({ topic, bytes }))
    client.on('error', (error) => {
      // Acknowledgements after disconnecting cannot be sent; that is expected.
      if (this.#leaving) log.debug({ err: error }, 'the Sparkplug host is leaving')
      else log.warn({ err: error }, 'the connection of the Sparkplug host failed')
    })
  }

  #heard(from: EdgeBytes): void {
    try {
      if (from.topic === this.#topic) this.#ownState(from.bytes)
      else this.#message(from)
    } catch (error) {
      // No received message may stop the host.
      this.#deps.log.warn({ err: error, topic: from.topic }, 'a Sparkplug message could not be taken')
      this.#deps.sink.refused(from, 'unreadable')
    }
  }

  /** Known nodes may have died while the host was disconnected, so it requests rebirths from them. */
  async #confirm(): Promise<void> {
    try {
      for (const node of (await this.#deps.unheard?.()) ?? []) this.askRebirth(node)
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'Sparkplug nodes could not be asked for their births')
    }
  }

  /** Corrects a late will of an earlier connection that reports the host as offline. */
  #ownState(bytes: Uint8Array): void {
    const isOffline = Buffer.from(bytes).toString().includes('"online":false')
    if (!this.#leaving && isOffline && this.#client.connected) this.#sayOnline()
  }

  #message(from: EdgeBytes): void {
    const key = edgeTopic(from.topic)
    if (key === null) return
    const session = this.#sessionOf(key)
    if (session === null) return this.#deps.sink.refused(from, 'unreadable')
    for (const outcome of this.#outcomesOf(session, key, from)) this.#notify(key, outcome, from)
  }

  #outcomesOf(session: NodeSession, { kind, device }: EdgeTopic, from: EdgeBytes): Outcome[] {
    try {
      const payload = readPayload(from.bytes, bornType(session, device))
      return take(session, { kind, device, payload }, this.#now(), this.#limits)
    } catch (error) {
      if (!(error instanceof UnreadablePayload)) throw error
      this.#deps.sink.refused(from, 'unreadable')
      return unreadable(session, this.#now(), this.#limits)
    }
  }

  #sessionOf(key: EdgeTopic): NodeSession | null {
    const name = `${key.group}/${key.node}`
    const known = this.#sessions.get(name)
    if (known !== undefined) return known.session
    if (this.#sessions.size >= maxNodes) return null
    const session = newSession()
    this.#sessions.set(name, { key, session })
    return session
  }

  #notify({ group, node }: EdgeTopic, outcome: Outcome, from: EdgeBytes): void {
    const { sink, log } = this.#deps
    switch (outcome.is) {
      case 'born':
        sink.link({ group, node, device: outcome.device }, from, true)
        sink.values({ group, node, device: outcome.device }, from, outcome.at, outcome.values)
        return
      case 'values':
        sink.values({ group, node, device: outcome.device }, from, outcome.at, outcome.values)
        return
      case 'dead':
        sink.link({ group, node, device: outcome.device }, from, false)
        return
      case 'rebirth':
        log.info({ group, node, why: outcome.why }, 'a Sparkplug node is asked for its births')
        this.askRebirth({ group, node })
        return
      case 'refused':
        sink.refused(from, outcome.why)
    }
  }

  #tick(): void {
    for (const { key, session } of this.#sessions.values())
      for (const outcome of tick(session, this.#now(), this.#limits))
        this.#notify(key, outcome, { topic: `spBv1.0/${key.group}/#/${key.node}`, bytes: Buffer.alloc(0) })
  }
}

const retained = { qos: 1, retain: true } as const

const stateText = (online: boolean, at: number): string => JSON.stringify({ online, timestamp: at })

const rebirth = (at: number): Uint8Array =>
  writePayload({ at, metrics: [{ name: 'Node Control/Rebirth', dataType: dataTypes.boolean, value: true }] })
