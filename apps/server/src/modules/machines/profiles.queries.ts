import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { MachineClass, SignalKind, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import type {
  machineProfilesApi,
  ProfileDetail,
  ProfileRow,
  ProfileSignal,
} from '@cloud-factory/contract/machines/machine-profiles'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canChangeProfile, canDeleteProfile } from './profiles.rules.ts'

type ListApi = (typeof machineProfilesApi)['GET /api/machine-profiles']

interface StoredProfile {
  readonly id: number
  readonly code: string
  readonly profile_version: number
  readonly names: Names
  readonly class: MachineClass
  readonly rate_ms: number
  readonly used: boolean
  readonly signals: number
  readonly machines: number
  readonly latest: boolean
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
}

interface StoredSignal {
  readonly slot: number
  readonly code: string
  readonly names: Names
  readonly unit: string
  readonly kind: SignalKind
  readonly role: SignalRole | null
  readonly low: number | null
  readonly high: number | null
  readonly decimals: number
  readonly deadband: number
  readonly deadband_percent: boolean
  readonly silence_s: number
}

const columns = sql`p.id, p.code, p.profile_version, p.names, p.class, p.rate_ms, p.used, p.updated_at,
  p.updated_by_name, p.version,
  (select count(*)::int from profile_signals s where s.profile_id = p.id) as signals,
  (select count(*)::int from machines m where m.profile_id = p.id and m.active and m.source <> 'sim') as machines,
  not exists (select from machine_profiles n where n.plant_id = p.plant_id and n.code = p.code
    and n.profile_version > p.profile_version) as latest`

const sorts = bothWays({
  code: ['p.code', 'p.profile_version'],
  class: ['p.class', 'p.code', 'p.profile_version'],
  updatedAt: ['p.updated_at', 'p.id'],
})

/** One page of profiles by code: the latest version of each unless all are asked for. */
export async function listProfiles(
  reads: Reads,
  actor: Actor,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const { q = '', class: classes = [], versions } = query
  const where = allOf([
    sql`p.plant_id = ${actor.plantId}`,
    q === '' ? null : sql`strpos(lower(p.code || ' ' || p.names::text), lower(${q})) > 0`,
    classes.length === 0 ? null : sql`p.class = any(${[...classes]}::text[])`,
    versions === 'all'
      ? null
      : sql`not exists (select from machine_profiles n where n.plant_id = p.plant_id and n.code = p.code
          and n.profile_version > p.profile_version)`,
  ])
  const { rows, total } = await countedPage(
    reads,
    sql<StoredProfile>`select ${columns} from machine_profiles p where ${where}
        order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`,
    sql`machine_profiles p`,
    where,
  )
  return { items: rows.map((row) => profileView(row, actor)), total }
}

/** Fails with `not_found` when the plant has no such profile. */
export async function oneProfile(reads: Reads, actor: Actor, id: string): Promise<ProfileDetail> {
  const [row] = await readRows(
    reads,
    sql<StoredProfile>`select ${columns} from machine_profiles p
      where p.plant_id = ${actor.plantId} and p.id = ${Number(id)}`,
  )
  if (row === undefined) return fail('not_found')
  const signals = await readRows(
    reads,
    sql<StoredSignal>`select * from profile_signals where profile_id = ${row.id} order by slot`,
  )
  return { ...profileView(row, actor), signals: signals.map(signalView) }
}

function profileView(row: StoredProfile, { tags }: Actor): ProfileRow {
  return {
    id: String(row.id),
    code: row.code,
    profileVersion: row.profile_version,
    names: named(row.names),
    class: row.class,
    rateMs: row.rate_ms,
    signals: row.signals,
    machines: row.machines,
    latest: row.latest,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: {
      edit: canChangeProfile(tags, { isLatest: row.latest }),
      delete: canDeleteProfile(tags, { isUsed: row.used }),
    },
  }
}

/** PostgreSQL reorders the keys of jsonb; comparisons need the order of the contract. */
const named = ({ zh, en, es }: Names): Names => ({ zh, en, es })

const signalView = (row: StoredSignal): ProfileSignal => ({
  code: row.code,
  names: named(row.names),
  unit: row.unit,
  kind: row.kind,
  role: row.role,
  low: row.low,
  high: row.high,
  decimals: row.decimals,
  deadband: row.deadband,
  deadbandPercent: row.deadband_percent,
  silenceS: row.silence_s,
})
