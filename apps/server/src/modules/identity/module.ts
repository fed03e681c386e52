import type { Module } from '../../platform/module.ts'
import type { Authenticate } from '../../platform/auth/actor.ts'
import type { AccessDeps, PeopleDeps } from './identity.deps.ts'
import {
  accessRoutes,
  type Providers,
  fourEyesRoutes,
  peopleRoutes,
  terminalRoutes,
} from './identity.routes.ts'
import { authenticator, sessionsStillIn, sweepAway } from './sessions.store.ts'
import { makeTerminalTicket, type Ticket } from './tickets.ts'
import { type FirstAdmin, firstAdmin } from './first-admin.ts'
import { oidcClient } from './oidc.ts'
import { addDemoPeople, type DemoPerson, demoPeople } from './people.demo.ts'
import { addShippedRoles } from './roles.store.ts'
import { wecomClient } from './wecom.ts'
import { wecomApi } from '../../platform/wecom/wecom-api.ts'

const sweepMilliseconds = 10 * 60_000

export interface IdentityModule extends Module {
  readonly authenticate: Authenticate
  /** The current tags of these sessions; ended sessions are left out. */
  readonly stillIn: (plantId: number, sessionIds: readonly string[]) => Promise<Map<string, string[]>>
  /** A link for the terminal that signs the person in once, within 15 minutes. */
  terminalTicket(who: { plantId: number; userId: string }): Promise<Ticket>
  /** Creates the first administrator of an empty plant; null when it has users. Call it after `prepare`. */
  firstAdmin(): Promise<FirstAdmin | null>
  readonly demoPeople: readonly DemoPerson[]
}

/** People and their roles, sign-in, sessions, and the own account. */
export function identityModule(deps: AccessDeps & PeopleDeps): IdentityModule {
  const { db, clock, log, passwords } = deps
  let sweeping: NodeJS.Timeout | null = null

  const sweep = async (): Promise<void> => {
    try {
      await db.tx((write) => sweepAway(write, clock.now()))
    } catch (error) {
      log.warn({ err: error }, 'expired sessions and tickets could not be removed')
    }
  }

  return {
    name: 'identity',
    routes: [
      peopleRoutes(deps),
      fourEyesRoutes(deps),
      terminalRoutes(deps),
      accessRoutes(deps, providersOf(deps)),
    ],
    prepare: addShippedRoles,
    demo: (write, context) => addDemoPeople(write, context, passwords),
    firstAdmin: firstAdmin(deps),
    demoPeople,
    authenticate: authenticator(deps),
    stillIn: (plantId, sessionIds) => sessionsStillIn(db.reads, plantId, sessionIds, clock.now()),
    terminalTicket: makeTerminalTicket(deps),
    async start() {
      await sweep()
      sweeping = setInterval(() => void sweep(), sweepMilliseconds).unref()
    },
    async close() {
      if (sweeping !== null) clearInterval(sweeping)
    },
  }
}

function providersOf({ providers: { wecom, oidc, publicUrl }, clock, log }: AccessDeps): Providers {
  if (publicUrl === null) {
    if (wecom !== null || oidc !== null)
      log.warn({}, 'PUBLIC_URL is not set: sign-in with other providers stays off')
    return { wecom: null, oidc: null }
  }
  return {
    wecom:
      wecom === null ? null : { settings: wecom, client: wecomClient(wecomApi(wecom, clock)), publicUrl },
    oidc: oidc === null ? null : oidcClient(oidc, publicUrl),
  }
}
