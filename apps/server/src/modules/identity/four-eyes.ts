import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { type FourEyesDecision, fourEyesDecisions } from '@cloud-factory/domain/identity/four-eyes-decisions'
import { type FourEyesPolicy, fourEyesApi } from '@cloud-factory/contract/identity/four-eyes'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import { type Actor, personId } from '../../platform/auth/actor.ts'
import { asReads, type Database, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'

/** The plant's policy; by default every decision needs a second person. */
async function policyOf(reads: Reads, actor: Actor): Promise<FourEyesPolicy> {
  const [row] = await readRows(
    reads,
    sql<{ alone: FourEyesDecision[]; version: number; updated_by_name: string }>`
      select alone, version, updated_by_name from four_eyes_policies where plant_id = ${actor.plantId}`,
  )
  return {
    alone: row?.alone ?? [],
    version: row?.version ?? 1,
    updatedBy: row?.updated_by_name ?? null,
    can: { edit: actor.tags.includes('authority.roles') || 'permission.denied' },
  }
}

/** Sets which decisions need no second person. */
async function savePolicy(
  write: Write,
  actor: Actor,
  input: BodyOf<(typeof fourEyesApi)['PUT /api/four-eyes']>,
): Promise<void> {
  const before = await policyOf(asReads(write), actor)
  const alone = fourEyesDecisions.filter((decision) => input.alone.includes(decision))
  const { rows } = await sql`
    insert into four_eyes_policies as p (plant_id, alone, version, updated_by, updated_by_name)
    select ${actor.plantId}, ${alone}::text[], 2, ${personId(actor)}, ${actor.cnName}
    where ${input.version} = 1 or exists (select from four_eyes_policies where plant_id = ${actor.plantId})
    on conflict (plant_id) do update set alone = excluded.alone, version = p.version + 1, updated_at = now(),
      updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name
    where p.version = ${input.version}
    returning version`.execute(write)
  if (rows.length === 0) fail('version.conflict', { current: await policyOf(asReads(write), actor) })
  await recordAudit(write, actor, {
    action: 'four_eyes.update',
    subjectKind: 'four_eyes',
    subjectId: String(actor.plantId),
    subjectName: '',
    before: { alone: before.alone },
    after: { alone },
  })
  await recordEvent(write, actor, { name: 'four_eyes.changed', subjectId: String(actor.plantId) })
}

export const fourEyesRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(fourEyesApi, {
    'GET /api/four-eyes': ({ actor }) => policyOf(db.reads, actor),
    'PUT /api/four-eyes': async ({ actor, body }) => {
      await db.tx((write) => savePolicy(write, actor, body))
      return policyOf(db.reads, actor)
    },
  })
