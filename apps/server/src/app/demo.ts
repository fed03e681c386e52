import { sql } from 'kysely'
import type { Clock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/db/handles.ts'
import type { DemoContext, Module } from '../platform/module.ts'

/** Numbers from a fixed seed (mulberry32), so that every first start creates the same factory. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface DemoDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  /** The same for all demo people. */
  readonly password: string
  readonly modules: readonly Module[]
  /** Receives which module's rows come next. */
  readonly say?: ((line: string) => void) | undefined
}

/** Whether the database is unused: every action of a user leaves a row in the audit log. */
export async function isUntouched({ reads }: Database): Promise<boolean> {
  const demo = await reads.selectFrom('settings').select('key').where('key', '=', 'demo').executeTakeFirst()
  const act = await reads.selectFrom('audit_log').select('id').limit(1).executeTakeFirst()
  return demo === undefined && act === undefined
}

/** Loads the demo factory in one transaction. */
export async function loadDemo({ db, clock, plantId, password, modules, say }: DemoDeps): Promise<void> {
  await db.tx(async (write) => {
    const known = new Map([['password', password]])
    const context: DemoContext = { plantId, now: clock.now(), random: seeded(20_261_121), known }
    for (const module of modules) await module.seedBase?.(write, context)
    const filled = modules.filter((module) => module.demo !== undefined)
    for (const [index, module] of filled.entries()) {
      say?.(`Filling the demo factory: ${index + 1} of ${filled.length}, ${module.name}`)
      await module.demo?.(write, context)
    }
    await write
      .insertInto('settings')
      .values({ key: 'demo', value: JSON.stringify({ at: context.now }) })
      .execute()
    // Without statistics PostgreSQL takes tables for small, and reads one once per row of another. The embedded database
    // collects them only at night. Small samples are enough for a small factory.
    await sql`set local default_statistics_target = 10`.execute(write)
    await sql`analyze`.execute(write)
  })
}
