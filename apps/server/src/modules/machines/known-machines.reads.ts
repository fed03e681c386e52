import type {
  MachineClass,
  MachineSource,
  SignalKind,
  SignalRole,
} from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

interface KnownSignal {
  readonly slot: number
  readonly code: string
  readonly names: Readonly<Record<string, string>>
  readonly unit: string
  readonly decimals: number
  readonly kind: SignalKind
  readonly role: SignalRole | null
  readonly low: number | null
  readonly high: number | null
  readonly deadband: number
  readonly deadbandPercent: boolean
  readonly silenceS: number
}

interface KnownMachine {
  readonly id: number
  readonly plantId: number
  readonly code: string
  readonly name: string
  readonly site: string
  readonly line: string
  readonly source: MachineSource
  readonly profileId: number
  readonly profileCode: string
  readonly profileVersion: number
  readonly rateMs: number
  readonly machineClass: MachineClass
  readonly standardRate: number | null
  readonly ratedKw: number | null
  readonly signals: readonly KnownSignal[]
}

/** All active machines of a plant with their signals in slot order; for telemetry. */
export async function knownMachines(reads: Reads, plantId: number): Promise<KnownMachine[]> {
  const [machines, signals] = await Promise.all([
    readRows(
      reads,
      sql<Omit<KnownMachine, 'signals'>>`
        select m.id, m.plant_id as "plantId", m.code, m.name, m.site, m.line, m.source, m.profile_id as "profileId",
          p.code as "profileCode", p.profile_version as "profileVersion", p.rate_ms as "rateMs",
          p.class as "machineClass", m.standard_rate::float8 as "standardRate", m.rated_kw::float8 as "ratedKw"
        from machines m join machine_profiles p on p.id = m.profile_id
        where m.plant_id = ${plantId} and m.active order by m.id`,
    ),
    readRows(
      reads,
      sql<KnownSignal & { readonly profileId: number }>`
        select s.profile_id as "profileId", s.slot, s.code, s.names, s.unit, s.decimals, s.kind, s.role, s.low, s.high, s.deadband,
          s.deadband_percent as "deadbandPercent", s.silence_s as "silenceS"
        from profile_signals s
        where s.profile_id in (select profile_id from machines where plant_id = ${plantId} and active)
        order by s.profile_id, s.slot`,
    ),
  ])
  const byProfile = Map.groupBy(signals, ({ profileId }) => profileId)
  return machines.map((machine) => ({
    ...machine,
    signals: byProfile.get(machine.profileId) ?? [],
  }))
}
