import { accessApi, type SignedIn } from '@cloud-factory/contract/identity/access'
import { sessionsOf } from '../../platform/auth/sessions.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { AccessDeps } from './identity.deps.ts'
import { userInfo } from './account.queries.ts'
import { type SignIn, endOwnSession, signIn } from './sign-in.ts'
import { changePassword, preferencesOf, storePreference, updateProfile } from './own-account.ts'
import { makeTicket, redeemTicket } from './tickets.ts'
import { type OidcClient, beginOidc, signInWithOidc } from './oidc.ts'
import { reportError } from './report-error.ts'
import { beginWecom, signInWithWecom, type Wecom } from './wecom.ts'

/** Maximum number of hits in the search palette. */
const maxHits = 20

export interface Providers {
  readonly wecom: Wecom | null
  readonly oidc: OidcClient | null
}

export function accessRoutes(deps: AccessDeps, { wecom, oidc }: Providers): Routes {
  const { db, clock, plantId } = deps

  const signedIn = async ({ token, expiresAt, userId, next }: SignIn): Promise<SignedIn> => ({
    token,
    user: await userInfo(db.reads, plantId, userId),
    expiresAt: expiresAt.toISOString(),
    next,
  })

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

    'GET /api/me': async ({ actor }) => userInfo(db.reads, actor.plantId, Number(actor.userId)),
    'PATCH /api/me': async ({ actor, body }) => {
      await updateProfile(deps)(actor, body)
      return userInfo(db.reads, actor.plantId, Number(actor.userId))
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
    'GET /api/me/preferences': async ({ actor }) => preferencesOf(db.reads, Number(actor.userId)),
    'PUT /api/me/preferences/:key': async ({ actor, params, body }) =>
      storePreference(deps)(actor, params.key, body.value),
  })
}
