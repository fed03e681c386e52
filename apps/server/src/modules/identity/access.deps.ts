import type { SearchHit } from '@cloud-factory/contract/identity/access'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { OidcSettings, WecomSettings } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Log } from '../../platform/log/log.ts'

/** Other ways to sign in; null: not set up. They need `publicUrl`, the address that browsers know us by. */
interface ProviderSettings {
  readonly wecom: WecomSettings | null
  readonly oidc: OidcSettings | null
  readonly publicUrl: string | null
}

/** Asks the modules for records that match; they answer at most `limit`, and only what the person may see. */
type SearchPort = (actor: Actor, q: string, limit: number) => Promise<SearchHit[]>

export interface AccessDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly plantId: number
  readonly passwords: Passwords
  readonly providers: ProviderSettings
  readonly search: SearchPort
}

/** What the commands need of it. */
export type CommandDeps = Pick<AccessDeps, 'db' | 'clock' | 'plantId'>

/** Where somebody signs in from. */
export interface Arrival {
  readonly requestId: string
  readonly address: string
  readonly userAgent: string
}

/** A sign-in at a provider that was begun. */
export interface BegunSignIn {
  readonly authorizeUrl: string
  /** Told to the asking browser alone, which shows it when it is back. */
  readonly browserKey: string
}

/** Nobody yet: who the log names for what happens before a person is known. */
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
