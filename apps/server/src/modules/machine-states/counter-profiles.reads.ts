import type { SignalKind } from '@cloud-factory/domain/machines/equipment-enums'
import { silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { CounterProfile } from './count-series.rules.ts'
import { type CounterKind, toKwh, toSeconds } from './counters.rules.ts'

interface SignalRow {
  readonly profile_id: number
  readonly role: 'output' | 'good_output' | 'energy' | 'arc_on'
  readonly unit: string
  readonly kind: SignalKind
  readonly high: number | null
  readonly decimals: number
  readonly deadband: number
  readonly silence_s: number
  readonly rate_ms: number
}

/** Counter settings of a plant's profiles, by profile id. */
export async function counterProfiles(
  reads: Reads,
  plantId: number,
): Promise<ReadonlyMap<number, CounterProfile>> {
  const rows = await readRows(
    reads,
    sql<SignalRow>`
      select s.profile_id, s.role, s.unit, s.kind, s.high, s.decimals, s.deadband, s.silence_s, p.rate_ms
      from profile_signals s join machine_profiles p on p.id = s.profile_id
      where p.plant_id = ${plantId} and s.role in ('output', 'good_output', 'energy', 'arc_on')`,
  )
  return new Map(
    [...Map.groupBy(rows, ({ profile_id }) => profile_id)].map(([id, signals]) => [id, profileOf(signals)]),
  )
}

function profileOf(signals: readonly SignalRow[]): CounterProfile {
  const of = (role: SignalRow['role']) => signals.find((signal) => signal.role === role)
  const [output, good, energy, arc] = [of('output'), of('good_output'), of('energy'), of('arc_on')]
  return {
    outputUnit: output?.unit ?? '',
    output: kindOf(output, 1),
    good: kindOf(good, 1),
    energy: kindOf(energy, toKwh[energy?.unit ?? ''] ?? 1),
    arc: arc?.kind === 'counter' ? kindOf(arc, toSeconds[arc.unit] ?? 1) : burningOf(arc),
  }
}

const kindOf = (signal: SignalRow | undefined, factor: number): CounterKind | null =>
  signal === undefined ? null : { factor, step: 10 ** -signal.decimals, high: signal.high }

/** A value that changed too little is not stored for a while; until then the last one holds. */
const burningOf = (signal: SignalRow | undefined) =>
  signal === undefined
    ? null
    : {
        share: signal.unit === '%' ? 0.01 : 1,
        holdMs:
          signal.deadband === 0
            ? 3 * signal.rate_ms
            : Math.max(silenceOf(signal.rate_ms), signal.silence_s * 1000 + signal.rate_ms),
      }
