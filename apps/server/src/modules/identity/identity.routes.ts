import { accessApi, type SignedIn, type UserInfo } from '@cloud-factory/contract/identity/access'
import { terminalsApi } from '@cloud-factory/contract/identity/terminals'
import { tagsOnTerminal } from '@cloud-factory/domain/identity/permissions'
import { sessionsOf } from '../../platform/auth/sessions.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { AccessDeps, PeopleDeps } from './identity.deps.ts'
import { userInfo } from './account.queries.ts'
import { type SignIn, endOwnSession, signIn } from './sign-in.ts'
import { changePassword, preferencesOf, storePreference, updateProfile } from './own-account.ts'
import { makeTicket, redeemTicket } from './tickets.ts'
import { type OidcClient, beginOidc, signInWithOidc } from './oidc.ts'
import { reportError } from './report-error.ts'
import { beginWecom, signInWithWecom, type Wecom } from './wecom.ts'
import { peopleApi, type RoleRow, type UserRow, fourEyesApi } from '@cloud-factory/contract/identity/people'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { importRoutes } from '../../platform/import/import-routes.ts'
import { userImport } from './import-users.ts'
import { createRole, deleteRole, updateRole, policyOf, savePolicy } from './change-roles.ts'
import {
  createUser,
  endUserSessions,
  resetPassword,
  setUserStatus,
  unlockUser,
  updateUser,
} from './change-users.ts'
import { userById, userList, roleById, roleList } from './people.queries.ts'
import { changePin, signInAtTerminal } from './terminal-sign-in.ts'
import {
  changeTerminal,
  lockScreenOf,
  registerTerminal,
  revokeTerminal,
  terminalById,
  terminalList,
} from './terminals.ts'

/** Maximum number of hits in the search palette. */
const maxHits = 20
/** Maximum number of records that one code names: all orders of a mark. */
const maxNamed = 100

export interface Providers {
  readonly wecom: Wecom | null
  readonly oidc: OidcClient | null
}

const signedInReply =
  ({ db, plantId }: AccessDeps) =>
  async ({ token, expiresAt, userId, next }: SignIn): Promise<SignedIn> => ({
    token,
    user: await userInfo(db.reads, plantId, userId),
    expiresAt: expiresAt.toISOString(),
    next,
  })

/** The tags are those of the session: fewer on a shared terminal. */
async function ownInfo(reads: Reads, { plantId, userId, terminalId }: Actor) {
  const info = await userInfo(reads, plantId, Number(userId))
  return terminalId === undefined ? info : onTerminal(info)
}

async function startOf({ db, unread: countUnread }: AccessDeps, actor: Actor) {
  const [user, preferences, unread] = await Promise.all([
    ownInfo(db.reads, actor),
    preferencesOf(db.reads, Number(actor.userId)),
    countUnread(actor),
  ])
  return { user, preferences, unread }
}

const onTerminal = (user: UserInfo): UserInfo => ({
  ...user,
  permissionTags: tagsOnTerminal(user.permissionTags),
})

/** Shared terminals, signing in there, and one's own PIN. */
export function terminalRoutes(deps: AccessDeps): Routes {
  const { db } = deps
  return routes(terminalsApi, {
    'GET /api/terminals': ({ actor }) => terminalList(db.reads, actor.plantId),
    'POST /api/terminals': async ({ actor, body, request }) => {
      const { id, token } = await db.tx((write) => registerTerminal(write, actor, body, request.userAgent))
      return { terminal: await terminalById(db.reads, actor.plantId, id), token }
    },
    'PATCH /api/terminals/:id': async ({ actor, params: { id }, body: { version, ...input } }) => {
      await db.tx((write) => changeTerminal(write, actor, { id, version }, input))
      return terminalById(db.reads, actor.plantId, id)
    },
    'DELETE /api/terminals/:id': ({ actor, params: { id }, query: { version } }) =>
      db.tx((write) => revokeTerminal(write, actor, { id, version })),
    'GET /api/terminal': ({ actor }) => lockScreenOf(db.reads, actor),
    'POST /api/terminal/sign-in': async ({ actor, body, request }) => {
      const reply = await signedInReply(deps)(await signInAtTerminal(deps)(actor, body, request))
      return { ...reply, user: onTerminal(reply.user) }
    },
    'PUT /api/me/pin': ({ actor, body, request }) => changePin(deps)(actor, body, request),
  })
}

export function accessRoutes(deps: AccessDeps, { wecom, oidc }: Providers): Routes {
  const { db, clock } = deps
  const signedIn = signedInReply(deps)

  return routes(accessApi, {
    'POST /api/auth/login': async ({ body, request }) => signedIn(await signIn(deps)(body, request)),
    'POST /api/auth/logout': async ({ actor }) => endOwnSession(deps)(actor, actor.sessionId),
    'GET /api/auth/providers': async () => ({
      wecom: wecom === null ? null : beginWecom(wecom, clock.now()),
      oidc: oidc === null ? null : { name: oidc.name },
    }),
    'POST /api/auth/transfer': async ({ body, request }) =>
      signedIn(await redeemTicket(deps)(body.ticket, request)),
    'POST /api/auth/oidc/start': async ({ body, request }) =>
      beginOidc(deps, oidc)(body.next ?? null, request),
    'POST /api/auth/provider': async ({ body, request }) =>
      signedIn(
        body.kind === 'wecom'
          ? await signInWithWecom(deps, wecom)(body, request)
          : await signInWithOidc(deps, oidc)(body, request),
      ),

    'GET /api/me': async ({ actor }) => ownInfo(db.reads, actor),
    'GET /api/me/start': ({ actor }) => startOf(deps, actor),
    'PATCH /api/me': async ({ actor, body }) => {
      await updateProfile(deps)(actor, body)
      return ownInfo(db.reads, actor)
    },
    'POST /api/me/password': async ({ actor, body, request }) => changePassword(deps)(actor, body, request),
    'GET /api/me/sessions': async ({ actor }) => {
      const current = Number(actor.sessionId)
      const items = await sessionsOf(db.reads, actor.plantId, Number(actor.userId), clock.now(), current)
      return { items, total: items.length }
    },
    'DELETE /api/me/sessions/:id': async ({ actor, params }) => endOwnSession(deps)(actor, params.id),
    'POST /api/me/tickets': async ({ actor, body }) => {
      const { ticket, path, expiresAt } = await makeTicket(deps)(actor, body.next)
      return { ticket, path, expiresAt: expiresAt.toISOString() }
    },
    'POST /api/me/errors': async ({ actor, body, request }) =>
      reportError(deps)(actor, { ...body, appVersion: request.appVersion }),
    'GET /api/me/search': async ({ actor, query }) => {
      const items = await deps.search(actor, query.q, maxHits)
      return { items, total: items.length }
    },
    'GET /api/me/codes': async ({ actor, query }) => {
      const items = await deps.codes(actor, query.code, maxNamed)
      return { items, total: items.length }
    },
    'GET /api/me/preferences': async ({ actor }) => preferencesOf(db.reads, Number(actor.userId)),
    'PUT /api/me/preferences/:key': async ({ actor, params, body }) =>
      storePreference(deps)(actor, params.key, body.value),
  })
}

export function peopleRoutes(deps: PeopleDeps): Routes {
  const { db, clock } = deps

  const user = async (actor: Actor, userId: string | number): Promise<UserRow> =>
    (await userById(db.reads, actor.plantId, actor, clock.now(), Number(userId))) ?? fail('not_found')
  const role = async (actor: Actor, roleId: string | number): Promise<RoleRow> =>
    (await roleById(db.reads, actor.plantId, actor, Number(roleId))) ?? fail('not_found')

  return routes(peopleApi, {
    ...importRoutes(deps, userImport(deps)),
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
    'POST /api/users/:id/unlock': async ({ actor, params }) => {
      await unlockUser(deps)(actor, params.id)
      return user(actor, params.id)
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

export const fourEyesRoutes = ({ db }: { readonly db: Database }): Routes =>
  routes(fourEyesApi, {
    'GET /api/four-eyes': ({ actor }) => policyOf(db.reads, actor),
    'PUT /api/four-eyes': async ({ actor, body }) => {
      await db.tx((write) => savePolicy(write, actor, body))
      return policyOf(db.reads, actor)
    },
  })
