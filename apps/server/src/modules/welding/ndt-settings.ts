import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { NdtSettings, ndtApi } from '@cloud-factory/contract/welding/ndt'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write, asReads } from '../../platform/db/handles.ts'
import { signed } from '../quality-records/public.ts'
import { type NdtPlan, standardPlan } from './weld.rules.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'

export type VersionedPlan = NdtPlan & { readonly version: number }

interface StoredPlan {
  readonly percents: [number, number, number]
  readonly at_least_mm: number
  readonly wait_hours: number
  readonly wait_hours_high: number
  readonly high_from_mpa: number
  readonly version: number
}

/** The sampling plan of a plant; the standard's until it is changed. */
export async function planOf(reads: Reads, plantId: number): Promise<VersionedPlan> {
  const [row] = await readRows(
    reads,
    sql<StoredPlan>`select percents, at_least_mm, wait_hours, wait_hours_high, high_from_mpa, version
      from ndt_settings where plant_id = ${plantId}`,
  )
  if (row === undefined) return { ...standardPlan, version: 1 }
  const [first, second, third] = row.percents
  return {
    percent: { 1: first, 2: second, 3: third },
    atLeastMm: row.at_least_mm,
    waitHours: row.wait_hours,
    waitHoursHigh: row.wait_hours_high,
    highFromMpa: row.high_from_mpa,
    version: row.version,
  }
}

/** Locks the plan against concurrent changes. */
async function lockPlan(write: Write, plantId: number): Promise<void> {
  await sql`select from plants where id = ${plantId} for no key update`.execute(write)
}

async function savePlan(write: Write, actor: Actor, plan: VersionedPlan): Promise<void> {
  const { by, byName } = signed(actor)
  const percents = [plan.percent[1], plan.percent[2], plan.percent[3]]
  await sql`
    insert into ndt_settings (plant_id, percents, at_least_mm, wait_hours, wait_hours_high, high_from_mpa, version,
      updated_by, updated_by_name)
    values (${actor.plantId}, ${percents}, ${plan.atLeastMm}, ${plan.waitHours}, ${plan.waitHoursHigh},
      ${plan.highFromMpa}, ${plan.version + 1}, ${by}, ${byName})
    on conflict (plant_id) do update set percents = excluded.percents, at_least_mm = excluded.at_least_mm,
      wait_hours = excluded.wait_hours, wait_hours_high = excluded.wait_hours_high,
      high_from_mpa = excluded.high_from_mpa, version = excluded.version, updated_at = now(),
      updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name`.execute(write)
}

type Input = BodyOf<(typeof ndtApi)['PUT /api/ndt/settings']>

export async function ndtSettings(reads: Reads, actor: Actor): Promise<NdtSettings> {
  return settingsView(await planOf(reads, actor.plantId), actor)
}

const settingsView = (plan: VersionedPlan, actor: Actor): NdtSettings => ({
  ...plan,
  can: { edit: actor.tags.includes('quality.judge') ? true : 'permission.denied' },
})

/** Changes the sampling plan. It applies to welds registered from now on; its waiting time applies to all welds. */
export async function saveNdtSettings(
  write: Write,
  actor: Actor,
  { version, ...input }: Input,
): Promise<void> {
  await lockPlan(write, actor.plantId)
  const { version: held, ...before } = await planOf(asReads(write), actor.plantId)
  if (held !== version)
    fail('version.conflict', { current: settingsView({ ...before, version: held }, actor) })
  await savePlan(write, actor, { ...input, version })
  await recordAudit(write, actor, {
    action: 'ndt.settings',
    subjectKind: 'ndt_settings',
    subjectId: String(actor.plantId),
    subjectName: '',
    before,
    after: input,
  })
  await recordEvent(write, actor, { name: 'ndt.planned', subjectId: String(actor.plantId) })
}
