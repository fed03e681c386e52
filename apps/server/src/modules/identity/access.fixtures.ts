import { type TestClock, testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { cheapPasswords } from '../../../test/people.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Arrival } from './identity.deps.ts'

/** What a test of a command needs: its own database, a fixed clock, and passwords with a low cost. */
export interface Bench {
  readonly db: Database
  readonly clock: TestClock
  readonly passwords: Passwords
  readonly plantId: number
  readonly database: TestDatabase
}

export async function openBench(): Promise<Bench> {
  const database = await testDatabase()
  return { db: database.db, database, clock: testClock(), passwords: cheapPasswords(), plantId: 1 }
}

/** Somebody at a desk. */
export const desk: Arrival = {
  requestId: 'request-1',
  address: '192.0.2.10',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
}

/** Somebody far away. */
export const elsewhere: Arrival = { ...desk, address: '198.51.100.66', userAgent: 'curl/8' }
