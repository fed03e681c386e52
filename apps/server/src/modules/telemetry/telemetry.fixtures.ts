import type { KnownMachine, KnownSignal } from '@cloud-factory/domain/machines/known-machine'
import { sql } from 'kysely'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import { createLog } from '../../platform/log/log.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import type { ReceivedFrame, FrameSink, MachineEvent, MachinesPort } from './telemetry.types.ts'
import type { LinkChange } from '@cloud-factory/domain/telemetry/liveness.rules'
import { type TelemetryModule, telemetryModule } from './module.ts'

const signal = (slot: number, code: string, change: Partial<KnownSignal> = {}): KnownSignal => ({
  slot,
  code,
  names: { zh: code, en: code, es: code },
  unit: '',
  decimals: 1,
  kind: 'gauge',
  role: null,
  low: null,
  high: null,
  deadband: 0,
  deadbandPercent: false,
  silenceS: 60,
  ...change,
})

/** Telemetry with its own broker on a free port, in real time. */
export const heardModule = (db: Database, machines: MachinesPort, sink: FrameSink): TelemetryModule =>
  telemetryModule({
    db,
    clock: systemClock,
    log: createLog('silent'),
    metrics: createMetrics(),
    plantId: 1,
    config: { host: '127.0.0.1', mqttPort: 0, mqttUrl: null, mqttConnectionsPerMinute: 600 },
    machines,
    sink,
  })

/** A welding machine with state, current (0–800 A, dead band 5), voltage and a wire counter. */
export const welderSignals: readonly KnownSignal[] = [
  signal(1, 'st', { kind: 'state', role: 'state' }),
  signal(2, 'cur', { role: 'current', unit: 'A', low: 0, high: 800 }),
  signal(3, 'volt', { role: 'voltage', unit: 'V' }),
  signal(4, 'wire', { kind: 'counter' }),
]

/** A controller's alarm number, or its text. */
export const alarmSignal: KnownSignal = signal(5, 'alm', { role: 'alarm_code' })

/** Registers machines `W1`, `W2` … of a profile and implements the equipment port for them. */
export async function madeMachines(
  db: Database,
  count: number,
  change: Partial<KnownMachine> = {},
): Promise<{ readonly port: MachinesPort; readonly machines: KnownMachine[] }> {
  const machines = await db.tx(async (write) => {
    const profileId = await madeProfile(write)
    const made: KnownMachine[] = []
    for (let n = 1; n <= count; n += 1) made.push(await madeMachine(write, profileId, `W${n}`, change))
    return made
  })
  return { port: { machines: async () => machines, offline: async () => [] }, machines }
}

async function madeProfile(write: Write): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into machine_profiles (plant_id, code, profile_version, names, class, updated_by_name)
    values (1, 'test-welder', 1, '{}', 'robot', 'x') returning id`.execute(write)
  return rows[0]?.id ?? 0
}

async function madeMachine(
  write: Write,
  profileId: number,
  code: string,
  change: Partial<KnownMachine>,
): Promise<KnownMachine> {
  const { rows } = await sql<{ id: number }>`
    insert into machines (plant_id, code, site, line, name, profile_id, search, updated_by_name)
    values (1, ${code}, 'main', 'weld', ${code}, ${profileId}, ${code}, 'x') returning id`.execute(write)
  return {
    id: rows[0]?.id ?? 0,
    plantId: 1,
    code,
    name: code,
    site: 'main',
    line: 'weld',
    source: 'real',
    profileId,
    profileCode: 'test-welder',
    profileVersion: 1,
    rateMs: 1000,
    signals: welderSignals,
    ...change,
  }
}

/** Records the accepted telemetry. */
export class HeardSink implements FrameSink {
  readonly heard: ReceivedFrame[] = []
  readonly changes: LinkChange[] = []
  readonly facts: MachineEvent[] = []
  async frames(frames: readonly ReceivedFrame[]): Promise<void> {
    this.heard.push(...frames)
  }
  async links(changes: readonly LinkChange[]): Promise<void> {
    this.changes.push(...changes)
  }
  async events(events: readonly MachineEvent[]): Promise<void> {
    this.facts.push(...events)
  }
}
