import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'

export interface PeopleDeps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly plantId: number
  /** Password of the first administrator; null: a random one is created and shown. */
  readonly adminPassword: string | null
}

/** Dependencies of the commands. */
export type CommandDeps = Pick<PeopleDeps, 'db' | 'clock'>
