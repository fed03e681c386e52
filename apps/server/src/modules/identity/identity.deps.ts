import type { CodeHit, SearchHit } from '@cloud-factory/contract/identity/access'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { OidcSettings, WecomSettings } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Log } from '../../platform/log/log.ts'

/** Settings of other ways to sign in; null: not configured. They need `publicUrl`, the server's address for browsers. */
interface ProviderSettings {
  readonly wecom: WecomSettings | null
  readonly oidc: OidcSettings | null
  readonly publicUrl: string | null
}

/** Searches the records of all modules. Returns at most `limit` matches, and only those that the person may see. */
type SearchPort<Hit> = (actor: Actor, q: string, limit: number) => Promise<Hit[]>

export interface AccessDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly plantId: number
  readonly passwords: Passwords
  readonly providers: ProviderSettings
  readonly search: SearchPort<SearchHit>
  /** The same by an exact code, with any letter case. */
  readonly codes: SearchPort<CodeHit>
  /** Number of the person's unread messages. */
  readonly unread: (actor: Actor) => Promise<number>
}

/** Dependencies of the commands. */
export type CommandDeps = Pick<AccessDeps, 'db' | 'clock' | 'plantId'>

/** Origin of a sign-in request. */
export interface Arrival {
  readonly requestId: string
  readonly address: string
  readonly userAgent: string
}

/** A sign-in that was started at a provider. */
export interface BegunSignIn {
  readonly authorizeUrl: string
  /** Sent only to the browser that started the sign-in, which presents it on return. */
  readonly browserKey: string
}

/** The actor in the audit log for actions before the person is known. */
export const visitor = (plantId: number, { address, requestId }: Arrival): Actor => ({
  userId: '',
  plantId,
  username: '',
  cnName: '',
  tags: [],
  sessionId: '',
  address,
  requestId,
})

export interface PeopleDeps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly plantId: number
  /** Password of the first administrator; null: a random one is created and shown. */
  readonly adminPassword: string | null
}

/** Dependencies of the commands. */
export type PeopleCommandDeps = Pick<PeopleDeps, 'db' | 'clock'>
