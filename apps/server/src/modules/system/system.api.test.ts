import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { RequestFacts } from '../../platform/http/routes.ts'
import { createLog } from '../../platform/log/log.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { systemModule } from './module.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const systemOn = (damage: string | null) => {
  const metrics = createMetrics()
  const system = systemModule({
    db: { ...database.db, logDamage: () => damage },
    clock: systemClock,
    log: createLog('silent'),
    metrics,
    plantId: 1,
    version: '1',
    build: 'b',
    mounted: () => [],
  })
  const health = system.routes[0]?.handlers['GET /api/health'] as (call: {
    request?: RequestFacts
  }) => Promise<unknown>
  return { system, metrics, health: () => health({}) }
}
const recorded = () =>
  database.db.reads
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('action', '=', 'database.log_damaged')
    .execute()

test.each([
  [null, [], 0, []],
  [
    'invalid magic number ABAB',
    ['database.log_damaged'],
    1,
    [{ action: 'database.log_damaged', after: { reason: 'invalid magic number ABAB' } }],
  ],
])('a write-ahead log of which is said %s', async (damage, warnings, figure, entries) => {
  const { system, metrics, health } = systemOn(damage)
  await system.start?.()
  expect(await health()).toMatchObject({ status: 'ok', warnings })
  expect(await metrics.text()).toContain(`cloud_factory_database_log_damaged ${figure}`)
  expect(await recorded()).toEqual(entries)
  await system.close?.()
})
