import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../../../test/clock.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { tmpdir } from 'node:os'
import type { BackupState } from '../../platform/backup/nightly.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { RequestFacts } from '../../platform/http/routes.ts'
import { createLog } from '../../platform/log/log.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { systemModule } from './module.ts'
import { systemState } from './system-state.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const written = { last: null as BackupState['last'], running: false, failed: false }
const surroundings = {
  dataDir: tmpdir(),
  backup: { state: async () => written, runNow: () => undefined },
  modules: () => [
    { name: 'alarms', failingSince: () => new Date('2026-03-20T11:00:00Z') },
    { name: 'oee', failingSince: () => null },
  ],
  values: async () => [{ at: '2026-03-20T11:00:00.000Z', values: 3600 }],
}
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
    ...surroundings,
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

test('the state of the server: a backup is overdue a day after the last, or after the start', async () => {
  const clock = testClock()
  const deps = { ...surroundings, db: database.db, clock, version: '1', startedAt: clock.now() }
  const state = () => systemState(deps, 1)
  expect(await state()).toMatchObject({
    version: '1',
    startedAt: '2026-03-20T12:00:00.000Z',
    backup: { lastAt: null, bytes: null, overdue: false },
    failing: [{ job: 'alarms', since: '2026-03-20T11:00:00.000Z' }],
  })
  const { hours } = await state()
  expect([hours.length, hours[0]?.at, hours.at(-1)?.at]).toEqual([
    24,
    '2026-03-19T13:00:00.000Z',
    '2026-03-20T12:00:00.000Z',
  ])
  expect(hours.filter(({ values }) => values > 0)).toEqual([{ at: '2026-03-20T11:00:00.000Z', values: 3600 }])
  const { databaseBytes, disk } = await state()
  expect(databaseBytes).toBeGreaterThan(1_000_000)
  expect(disk.freeBytes).toBeLessThan(disk.totalBytes)
  clock.advance(26 * 3600)
  expect((await state()).backup?.overdue).toBe(true)
  written.last = { at: clock.now(), bytes: 1 }
  expect((await state()).backup).toMatchObject({ lastAt: clock.now().toISOString(), overdue: false })
})
