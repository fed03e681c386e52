import { sql } from 'kysely'
import { peopleApi, type RoleRow, type UserRow } from '@cloud-factory/contract/identity/people'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { type FourEyesDecision, fourEyesDecisions } from '@cloud-factory/domain/identity/four-eyes-decisions'
import { type FourEyesPolicy, fourEyesApi } from '@cloud-factory/contract/identity/four-eyes'
import { type Actor, personId } from '../../platform/auth/actor.ts'
import { sessionsOf } from '../../platform/auth/sessions.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { asReads, type Database, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { createRole, deleteRole, updateRole } from './change-roles.ts'
import { createUser, endUserSessions, resetPassword, setUserStatus, updateUser } from './change-users.ts'
import type { PeopleDeps } from './identity.deps.ts'
import { userById, userList, roleById, roleList } from './people.queries.ts'

export function peopleRoutes(deps: PeopleDeps): Routes {
  const { db, clock } = deps

  const user = async (actor: Actor, userId: string | number): Promise<UserRow> =>
    (await userById(db.reads, actor.plantId, actor, clock.now(), Number(userId))) ?? fail('not_found')
  const role = async (actor: Actor, roleId: string | number): Promise<RoleRow> =>
    (await roleById(db.reads, actor.plantId, actor, Number(roleId))) ?? fail('not_found')

  return routes(peopleApi, {
    'GET /api/users': async ({ actor, query }) =>
      userList(db.reads, actor.plantId, actor, clock.now(), query),
    'GET /api/users/:id': async ({ actor, params }) => user(actor, params.id),
    'POST /api/users': async ({ actor, body }) => {
      const { userId, oneTimePassword, expiresAt } = await createUser(deps)(actor, body)
      return { user: await user(actor, userId), oneTimePassword, expiresAt: expiresAt.toISOString() }
    },
    'PATCH /api/users/:id': async ({ actor, params, body }) => {
      await updateUser(deps)(actor, params.id, body)
      return user(actor, params.id)
    },
    'POST /api/users/:id/status': async ({ actor, params, body }) => {
      await setUserStatus(deps)(actor, params.id, body)
      return user(actor, params.id)
    },
    'POST /api/users/:id/reset': async ({ actor, params }) => {
      const { oneTimePassword, expiresAt } = await resetPassword(deps)(actor, params.id)
      return { oneTimePassword, expiresAt: expiresAt.toISOString() }
    },
    'GET /api/users/:id/sessions': async ({ actor, params }) => {
      const { id } = await user(actor, params.id)
      const current = Number(actor.sessionId)
      const items = await sessionsOf(db.reads, actor.plantId, Number(id), clock.now(), current)
      return { items, total: items.length }
    },
    'DELETE /api/users/:id/sessions': async ({ actor, params }) => ({
      ended: await endUserSessions(deps)(actor, params.id),
    }),

    'GET /api/roles': async ({ actor, query }) => roleList(db.reads, actor.plantId, actor, query),
    'POST /api/roles': async ({ actor, body }) => role(actor, await createRole(deps)(actor, body)),
    'PATCH /api/roles/:id': async ({ actor, params, body }) => {
      await updateRole(deps)(actor, params.id, body)
      return role(actor, params.id)
    },
    'DELETE /api/roles/:id': async ({ actor, params, query }) =>
      deleteRole(deps)(actor, params.id, query.version),
  })
}

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
