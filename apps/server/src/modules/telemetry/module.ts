import { connect } from 'mqtt'
import type { BrokerState } from '@cloud-factory/contract/gateways'
import type { Module } from '../../platform/module.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { embeddedBroker } from '../../platform/mqtt/embedded-broker.ts'
import type { Mqtt, MqttMessage } from '../../platform/mqtt/mqtt.types.ts'
import { outerBroker } from '../../platform/mqtt/outer-broker.ts'
import { ingestAdapted } from './adapters/adapted-ingest.ts'
import { adapterRoutes } from './adapters/adapters.routes.ts'
import { KnownAdapters } from './adapters/known-adapters.ts'
import { FrameWriter } from './frames/frame-writer.ts'
import { KnownMachines } from './frames/known-machines.ts'
import { Partitions } from './frames/partitions.ts'
import type { FrameSink } from './frames.port.ts'
import { gatewayRoutes } from './gateways/gateways.routes.ts'
import { GatewayAuthenticator } from './gateways/gateway-authenticator.ts'
import { FaultLog } from './inbox/fault-log.ts'
import { Ingest, type Incoming, type Written } from './ingest.ts'
import type { MachinesPort } from './machines.port.ts'
import { Housekeeping } from './rollups/housekeeping.ts'
import { edgeIngest } from './sparkplug/edge-ingest.ts'
import { nodeOfKey } from './sparkplug/edge-key.rules.ts'
import { type SparkplugHost, startSparkplugHost } from './sparkplug/host.ts'
import { unheardNodes } from './sparkplug/unheard-nodes.ts'
import { telemetryRoutes } from './trends/trends.routes.ts'

export interface TelemetryDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly plantId: number
  readonly config: Pick<Config, 'host' | 'mqttPort' | 'mqttUrl' | 'mqttConnectionsPerMinute'>
  readonly machines: MachinesPort
  readonly sink: FrameSink
}

export interface TelemetryModule extends Module {
  /** The way in for values, whichever codec read them. */
  readonly ingest: Ingest
  readonly mqtt: Mqtt
}

/** What machines send: taken, judged, stored, summed up and shown. */
export function telemetryModule(deps: TelemetryDeps): TelemetryModule {
  const { db, clock, log, metrics, plantId, config, machines: port, sink } = deps
  const now = () => clock.now().getTime()
  let sparkplug: SparkplugHost | null = null
  let leads = false
  const partitions = new Partitions(db)
  const faults = new FaultLog({ db, log, plantId, now })
  const refused = (frames: number) => faults.count('', 'store', '', null, frames)
  const writer = new FrameWriter({ db, log, partitions, sink, refused })
  /** What a device was born with told nobody anything while it was no machine: its node is asked to say it again. */
  const adopted = (key: string): void => {
    const node = nodeOfKey(key)
    if (node !== null) sparkplug?.askRebirth(node)
  }
  const machines = new KnownMachines({ db, log, plantId, machines: port, adopted })
  const ingest = new Ingest({ clock, log, machines, writer, faults })
  const housekeeping = new Housekeeping({ db, clock, log, partitions, notify: (l) => writer.notifyLinks(l) })

  const receive = ({ topic, payload, qos, dup, kept, sender }: MqttMessage): Written => {
    authenticator.heard(sender)
    // The Sparkplug host is a client of the broker and hears these itself.
    if (topic.startsWith('spBv1.0/')) return null
    const message: Incoming = { topic, payload, isQos0: qos === 0, isDuplicate: dup || kept }
    if (topic.startsWith('sf/v1/')) return ingest.native(message)
    const found = adapters.find(topic, sender)
    return found === null ? ingest.native(message) : ingestAdapted({ ingest, faults }, found, message)
  }
  const mqtt: Mqtt =
    config.mqttUrl === null
      ? embeddedBroker({
          host: config.host,
          port: config.mqttPort,
          perMinute: config.mqttConnectionsPerMinute,
          log,
          receive,
          admit: (name, secret, address) => authenticator.admit(name, secret, address),
          denied: (name, topic) => {
            authenticator.denied(name)
            faults.count(name, 'denied', topic, Buffer.alloc(0))
          },
        })
      : outerBroker({
          url: config.mqttUrl,
          log,
          receive,
          filters: ['birth', 'status', 'telemetry', 'history', 'event'].map((kind) => `sf/v1/+/+/+/${kind}`),
          clientId: `cloud-factory-${plantId}`,
        })
  const adapters = new KnownAdapters({ db, log, plantId, filters: (filters) => mqtt.hear(filters) })
  const authenticator = new GatewayAuthenticator({
    db,
    clock,
    log,
    plantId,
    cut: (code) => mqtt.disconnect(code),
  })

  const changed = async (): Promise<void> => {
    await Promise.all([authenticator.refresh(), machines.refresh(), adapters.refresh()])
  }
  const broker = (): BrokerState => {
    const { messages, values, duplicates } = ingest.counts
    return {
      kind: config.mqttUrl === null ? 'embedded' : 'outer',
      port: mqtt.port() ?? (config.mqttUrl === null ? config.mqttPort : null),
      elsewhere: !leads,
      connected: mqtt.isConnected(),
      messages,
      values,
      duplicates,
      faults: faults.total,
      waiting: writer.queue.waiting,
    }
  }

  metrics.gauge('telemetry_waiting_frames', 'Frames that wait to be written.', () => writer.queue.waiting)
  metrics.gauge('telemetry_values', 'Values taken since the start.', () => ingest.counts.values)
  metrics.gauge('telemetry_faults', 'Messages and parts not taken since the start.', () => faults.total)

  return {
    name: 'telemetry',
    // A fortnight of raw values would be most of the export; their minutes and hours are in it.
    excludeFromBackup: ['telemetry_frames'],
    ingest,
    mqtt,
    routes: [
      telemetryRoutes({ db, clock, machines: port, known: machines }),
      gatewayRoutes({ db, broker, changed }),
      adapterRoutes({ db, known: machines, changed }),
    ],
    start: () => machines.start(),
    close: () => machines.stop(),
    async onLeaderStart() {
      leads = true
      await partitions.ahead(now())
      await machines.recall()
      await adapters.start()
      await authenticator.start()
      writer.start()
      faults.start()
      housekeeping.start()
      await mqtt.start()
      sparkplug = startSparkplugHost({
        hostId: 'cloud-factory',
        sink: edgeIngest(ingest, faults),
        clock,
        log,
        unheard: () => unheardNodes(db, plantId, clock.now()),
        connect: (options) => {
          const { url, ...who } = mqtt.guest(['spBv1.0/#'])
          return connect(url, { ...options, ...who })
        },
      })
    },
    async onLeaderStop() {
      leads = false
      await sparkplug?.close()
      sparkplug = null
      await mqtt.close()
      await housekeeping.stop()
      await adapters.stop()
      await writer.stop()
      await authenticator.stop()
      await faults.stop()
    },
  }
}
