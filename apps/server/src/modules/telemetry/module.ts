import { connect } from 'mqtt'
import type { BrokerState } from '@cloud-factory/contract/telemetry/gateways'
import type { Module } from '../../platform/module.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { embeddedBroker } from '../../platform/mqtt/embedded-broker.ts'
import type { Mqtt, MqttMessage } from '../../platform/mqtt/mqtt.types.ts'
import { outerBroker } from '../../platform/mqtt/outer-broker.ts'
import { ingestAdapted, KnownAdapters } from './adapters/adapted-ingest.ts'
import { adapterRoutes, gatewayRoutes, telemetryRoutes } from './telemetry.routes.ts'
import { FrameWriter } from './frames/frame-writer.ts'
import { KnownMachines } from './frames/known-machines.ts'
import { Partitions } from './frames/write-queue.ts'
import type { FrameSink, MachinesPort } from './telemetry.types.ts'
import type { LinkChange } from '@cloud-factory/domain/telemetry/liveness.rules'
import { GatewayAuthenticator } from './gateways/gateway-authenticator.ts'
import { FaultLog } from './inbox/fault-log.ts'
import { Ingest, type Incoming, type Written } from './ingest.ts'
import { Housekeeping } from './rollups/housekeeping.ts'
import { edgeIngest, unheardNodes, type SparkplugHost, startSparkplugHost } from './sparkplug/host.ts'
import { nodeOfKey } from './sparkplug/sparkplug.rules.ts'

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
  /** Entry point for values from any codec. */
  readonly ingest: Ingest
  readonly mqtt: Mqtt
}

/** Data sent by machines: receive, validate, store, roll up and show. */
export function telemetryModule(deps: TelemetryDeps): TelemetryModule {
  const { db, clock, metrics, machines: port } = deps
  const intake = new Intake(deps)
  const { ingest, mqtt, machines, writer, faults } = intake
  const changed = () => intake.refresh()
  metrics.gauge('telemetry_waiting_frames', 'Frames that wait to be written.', () => writer.queue.waiting)
  metrics.gauge('telemetry_values', 'Values taken since the start.', () => ingest.counts.values)
  metrics.gauge('telemetry_faults', 'Messages and parts not taken since the start.', () => faults.total)
  return {
    name: 'telemetry',
    // Two weeks of raw values would make up most of the export. Their minute and hour rollups are included.
    excludeFromBackup: ['telemetry_frames'],
    ingest,
    mqtt,
    routes: [
      telemetryRoutes({ db, clock, machines: port, known: machines }),
      gatewayRoutes({ db, clock, broker: () => intake.brokerState(), changed }),
      adapterRoutes({ db, known: machines, changed }),
    ],
    start: () => machines.start(),
    close: () => machines.stop(),
    onLeaderStart: () => intake.start(),
    onLeaderStop: () => intake.stop(),
  }
}

/** Takes messages from the broker and writes them to the tables. `start` and `stop` follow the leadership. */
class Intake {
  readonly #deps: TelemetryDeps
  readonly #partitions: Partitions
  readonly #housekeeping: Housekeeping
  readonly #adapters: KnownAdapters
  readonly #authenticator: GatewayAuthenticator
  #sparkplug: SparkplugHost | null = null
  #leads = false
  readonly faults: FaultLog
  readonly writer: FrameWriter
  readonly machines: KnownMachines
  readonly ingest: Ingest
  readonly mqtt: Mqtt

  constructor(deps: TelemetryDeps) {
    const { db, clock, log, plantId, sink } = deps
    this.#deps = deps
    this.#partitions = new Partitions(db)
    const partitions = this.#partitions
    const faults = new FaultLog({ db, log, plantId, now: () => this.#now() })
    this.faults = faults
    const refused = (frames: number) => faults.count('', 'store', '', null, frames)
    const writer = new FrameWriter({ db, log, partitions, sink, refused })
    this.writer = writer
    const adopted = (key: string) => this.#adopted(key)
    const machines = new KnownMachines({ db, log, plantId, machines: deps.machines, adopted })
    this.machines = machines
    this.ingest = new Ingest({ clock, log, machines, writer, faults })
    const notify = (links: LinkChange[]) => writer.notifyLinks(links)
    this.#housekeeping = new Housekeeping({ db, clock, log, partitions, notify })
    this.mqtt = this.#broker()
    const filters = (patterns: readonly string[]) => this.mqtt.hear(patterns)
    this.#adapters = new KnownAdapters({ db, log, plantId, filters })
    const cut = (code: string) => this.mqtt.disconnect(code)
    this.#authenticator = new GatewayAuthenticator({ db, clock, log, plantId, cut })
  }

  async start(): Promise<void> {
    this.#leads = true
    await this.#partitions.ahead(this.#now())
    await this.machines.recall()
    await this.#adapters.start()
    await this.#authenticator.start()
    this.writer.start()
    this.faults.start()
    this.#housekeeping.start()
    await this.mqtt.start()
    this.#sparkplug = this.#sparkplugHost()
  }

  async stop(): Promise<void> {
    this.#leads = false
    await this.#sparkplug?.close()
    this.#sparkplug = null
    await this.mqtt.close()
    await this.#housekeeping.stop()
    await this.#adapters.stop()
    await this.writer.stop()
    await this.#authenticator.stop()
    await this.faults.stop()
  }

  /** Reloads gateways, machines and adapters after one of them changed. */
  async refresh(): Promise<void> {
    await Promise.all([this.#authenticator.refresh(), this.machines.refresh(), this.#adapters.refresh()])
  }

  brokerState(): BrokerState {
    const { messages, values, duplicates } = this.ingest.counts
    const { mqttUrl, mqttPort } = this.#deps.config
    return {
      kind: mqttUrl === null ? 'embedded' : 'outer',
      port: this.mqtt.port() ?? (mqttUrl === null ? mqttPort : null),
      elsewhere: !this.#leads,
      connected: this.mqtt.isConnected(),
      messages,
      values,
      duplicates,
      faults: this.faults.total,
      waiting: this.writer.queue.waiting,
    }
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }

  /** A device became a machine. Its birth message came earlier, so the host asks its node to send it again. */
  #adopted(key: string): void {
    const node = nodeOfKey(key)
    if (node !== null) this.#sparkplug?.askRebirth(node)
  }

  #receive({ topic, payload, qos, dup, retained, sender }: MqttMessage): Written {
    const { ingest, faults } = this
    this.#authenticator.heard(sender)
    // The Sparkplug host is an MQTT client and receives these messages itself.
    if (topic.startsWith('spBv1.0/')) return null
    const message: Incoming = { topic, payload, isQos0: qos === 0, isDuplicate: dup || retained }
    if (topic.startsWith('sf/v1/')) return ingest.native(message)
    const found = this.#adapters.find(topic, sender)
    return found === null ? ingest.native(message) : ingestAdapted({ ingest, faults }, found, message)
  }

  #broker(): Mqtt {
    const { log, plantId, config } = this.#deps
    const receive = (message: MqttMessage) => this.#receive(message)
    if (config.mqttUrl !== null) {
      const clientId = `cloud-factory-${plantId}`
      return outerBroker({ url: config.mqttUrl, log, receive, filters: nativeTopics, clientId })
    }
    return embeddedBroker({
      host: config.host,
      port: config.mqttPort,
      perMinute: config.mqttConnectionsPerMinute,
      log,
      receive,
      admit: (name, secret, address) => this.#authenticator.admit(name, secret, address),
      denied: (name, topic) => {
        this.#authenticator.denied(name)
        this.faults.count(name, 'denied', topic, Buffer.alloc(0))
      },
    })
  }

  #sparkplugHost(): SparkplugHost {
    const { db, clock, log, plantId } = this.#deps
    return startSparkplugHost({
      hostId: 'cloud-factory',
      sink: edgeIngest(this.ingest, this.faults),
      clock,
      log,
      unheard: () => unheardNodes(db, plantId, clock.now()),
      connect: (options) => {
        const { url, ...who } = this.mqtt.guest(['spBv1.0/#'])
        return connect(url, { ...options, ...who })
      },
    })
  }
}

const nativeTopics = ['birth', 'status', 'telemetry', 'history', 'event'].map((kind) => `sf/v1/+/+/+/${kind}`)
