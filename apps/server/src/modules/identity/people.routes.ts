import { peopleApi, type RoleRow, type UserRow } from '@cloud-factory/contract/identity/people'
import type { Actor } from '../../platform/auth/actor.ts'
import { sessionsOf } from '../../platform/auth/sessions.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { createRole, deleteRole, updateRole } from './change-roles.ts'
import { createUser } from './create-user.ts'
import { endUserSessions } from './end-user-sessions.ts'
import type { PeopleDeps } from './people.deps.ts'
import { userById, userList } from './people.reads.ts'
import { resetPassword } from './reset-password.ts'
import { roleById, roleList } from './roles.reads.ts'
import { setUserStatus } from './set-user-status.ts'
import { updateUser } from './update-user.ts'

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
