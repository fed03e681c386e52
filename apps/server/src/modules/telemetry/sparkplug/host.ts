import type { IClientOptions, MqttClient } from 'mqtt'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Log } from '../../../platform/log/log.ts'
import { leave } from '../../../platform/mqtt/leave.ts'
import type { EdgeKey } from './edge-key.rules.ts'
import { bornType, take, tick, unreadable } from './node-session.rules.ts'
import {
  type NamedValue,
  newSession,
  type NodeSession,
  type Outcome,
  type RefusedReason,
  type SessionLimits,
} from './node-session.types.ts'
import { dataTypes } from './payload.types.ts'
import { readPayload, UnreadablePayload, writePayload } from './payload.codec.ts'
import { commandTopic, edgeTopic, type EdgeTopic, stateTopic } from './topics.rules.ts'

/** A message as it came. */
export interface EdgeBytes {
  readonly topic: string
  readonly bytes: Buffer
}

/** Who takes what edges send. Each call returns at once: it only queues. */
export interface EdgeSink {
  /** Values that were measured `at` (ms since 1970, the edge's clock; null = not said). */
  values(key: EdgeKey, from: EdgeBytes, at: number | null, values: readonly NamedValue[]): void
  /** It came, or it went and nothing is known of it from now on. */
  link(key: EdgeKey, from: EdgeBytes, online: boolean): void
  /** Something that is not as the specification has it: counted and sampled. */
  refused(from: EdgeBytes, why: RefusedReason | 'unreadable'): void
}

export interface HostDeps {
  /** Opens the connection with these options over those of the broker. */
  readonly connect: (options: IClientOptions) => MqttClient
  readonly hostId: string
  readonly sink: EdgeSink
  readonly clock: Clock
  readonly log: Log
  readonly limits?: SessionLimits
  /** Called when the host hears again: nodes that it knew, which may have died or been born meanwhile. They are asked for their births. */
  readonly unheard?: () => Promise<readonly Pick<EdgeKey, 'group' | 'node'>[]>
}

export interface SparkplugHost {
  /** Asks a node for its births. */
  askRebirth(node: Pick<EdgeKey, 'group' | 'node'>): void
  /** Says that it goes, and goes. */
  close(): Promise<void>
}

const usualLimits: SessionLimits = { reorderMs: 2_000, rebirthMs: 30_000, heldMost: 200, metricsMost: 5_000 }
/** Nodes that are followed at most: a flood of invented names must not fill the memory. */
const maxNodes = 2_000
const tickMs = 500

/** A primary host application of Sparkplug B (specification 3.0.0, chapter 5 and 6.4). */
export function startSparkplugHost(deps: HostDeps): SparkplugHost {
  const { connect, hostId, sink, clock, log, limits = usualLimits } = deps
  const sessions = new Map<string, { readonly key: EdgeTopic; readonly session: NodeSession }>()
  const topic = stateTopic(hostId)
  const now = () => clock.now().getTime()
  let born = now()
  let leaving = false

  const state = (online: boolean, at: number) => JSON.stringify({ online, timestamp: at })
  // The will carries the time of the connect it belongs to, and the birth the same: an edge tells by it which of the two counts.
  const will = () => ({ topic, payload: Buffer.from(state(false, born)), qos: 1 as const, retain: true })
  const client = connect({ clean: true, will: will() })

  const sayOnline = () => client.publish(topic, state(true, born), { qos: 1, retain: true })
  client.on('reconnect', () => {
    // The library sends the options' will again, with the time of the first connect, unless it is made anew here.
    born = now()
    client.options.will = will()
  })
  client.on('connect', () => {
    client.subscribe([topic, 'spBv1.0/#'], { qos: 1 }, (error) => {
      if (leaving) return
      if (error !== null) log.warn({ err: error }, 'Sparkplug topics could not be subscribed to')
      else {
        sayOnline()
        void confirm()
      }
    })
  })
  client.on('message', (name, bytes) => {
    const from = { topic: name, bytes }
    try {
      if (name === topic) ownState(bytes)
      else message(from)
    } catch (error) {
      // Nothing that comes over the wire may stop the host.
      log.warn({ err: error, topic: name }, 'a Sparkplug message could not be taken')
      sink.refused(from, 'unreadable')
    }
  })
  client.on('error', (error) => {
    // What is acknowledged after the last word cannot be written any more: that is no fault.
    if (leaving) log.debug({ err: error }, 'the Sparkplug host is leaving')
    else log.warn({ err: error }, 'the connection of the Sparkplug host failed')
  })

  const askRebirth = ({ group, node }: Pick<EdgeKey, 'group' | 'node'>) =>
    client.publish(commandTopic(group, node), Buffer.from(rebirth(now())))

  /** What was born before may have died while nobody listened. */
  async function confirm(): Promise<void> {
    try {
      for (const node of (await deps.unheard?.()) ?? []) askRebirth(node)
    } catch (error) {
      log.warn({ err: error }, 'Sparkplug nodes could not be asked for their births')
    }
  }

  /** A late will of an earlier connection says that we are gone: we are not. */
  function ownState(bytes: Uint8Array): void {
    if (!leaving && Buffer.from(bytes).toString().includes('"online":false') && client.connected) sayOnline()
  }

  function message(from: EdgeBytes): void {
    const key = edgeTopic(from.topic)
    if (key === null) return
    const session = sessionOf(key)
    if (session === null) return sink.refused(from, 'unreadable')
    for (const outcome of outcomesOf(session, key, from)) notify(key, outcome, from)
  }

  function outcomesOf(session: NodeSession, { kind, device }: EdgeTopic, from: EdgeBytes): Outcome[] {
    try {
      const payload = readPayload(from.bytes, bornType(session, device))
      return take(session, { kind, device, payload }, now(), limits)
    } catch (error) {
      if (!(error instanceof UnreadablePayload)) throw error
      sink.refused(from, 'unreadable')
      return unreadable(session, now(), limits)
    }
  }

  function sessionOf(key: EdgeTopic): NodeSession | null {
    const name = `${key.group}/${key.node}`
    const known = sessions.get(name)
    if (known !== undefined) return known.session
    if (sessions.size >= maxNodes) return null
    const session = newSession()
    sessions.set(name, { key, session })
    return session
  }

  function notify({ group, node }: EdgeTopic, outcome: Outcome, from: EdgeBytes): void {
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
        askRebirth({ group, node })
        return
      case 'refused':
        sink.refused(from, outcome.why)
    }
  }

  const timer = setInterval(() => {
    for (const { key, session } of sessions.values())
      for (const outcome of tick(session, now(), limits))
        notify(key, outcome, { topic: `spBv1.0/${key.group}/#/${key.node}`, bytes: Buffer.alloc(0) })
  }, tickMs).unref()

  return {
    askRebirth: (node) => void askRebirth(node),
    async close() {
      clearInterval(timer)
      leaving = true
      await leave(client, () => client.publishAsync(topic, state(false, now()), { qos: 1, retain: true }))
    },
  }
}

const rebirth = (at: number): Uint8Array =>
  writePayload({ at, metrics: [{ name: 'Node Control/Rebirth', dataType: dataTypes.boolean, value: true }] })
