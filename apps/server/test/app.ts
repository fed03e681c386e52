import type { SignedIn } from '@cloud-factory/contract/identity/access'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble, bootstrap, type App, type Parts } from '../src/app/compose.ts'
import { loadDemo } from '../src/app/demo.ts'
import { type Clock, systemClock } from '../src/platform/clock/clock.ts'
import { type Config, readConfig } from '../src/platform/config/config.ts'
import type { Database } from '../src/platform/db/handles.ts'
import { createLog } from '../src/platform/log/log.ts'
import { createMetrics } from '../src/platform/metrics/metrics.ts'
import { type DemoImage, demoImage } from './demo-image.ts'
import { openImage, serverUrl, type TestDatabase, testDatabase } from './harness.ts'

export const password = 'Stahl-Bau-2026!'

export interface TestApp {
  readonly instance: App
  readonly database: TestDatabase
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>
  signIn(username: string): Promise<SignedIn>
  /** The OpenAPI document. */
  document(): Promise<unknown>
  close(): Promise<void>
}

/**
 * The whole product on its own database, without a socket. `demo: 'all'` loads the demo factory with its people
 * (everyone's password is `password`), as after a restart. `'none'` leaves it empty except for the administrator.
 * Names of modules load only their demo rows; this is faster when another clock makes copying impossible.
 */
export async function testApp({
  demo = 'all',
  clock = systemClock,
  env = {},
}: {
  demo?: 'all' | 'none' | readonly string[]
  clock?: Clock
  env?: Record<string, string>
} = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloud-factory-app-'))
  const config = configOf(dataDir, { DEMO: demo === 'all' ? '1' : '0', ...env })
  // Another clock or other settings may produce a different factory.
  const isUsual = demo === 'all' && clock === systemClock && Object.keys(env).length === 0
  const image = isUsual && serverUrl() === null ? await demoFactory() : null
  const database = await databaseWith(image, dataDir)
  if (typeof demo === 'object') await layOutOnly(demo, { db: database.db, config, clock })
  const instance = await assemble({
    config,
    log: createLog('silent'),
    db: database.db,
    clock,
    webRoot: null,
    callsPerSecond: 10_000,
  })
  const inject = (request: InjectOptions | string) => instance.server.inject(request)
  return {
    instance,
    database,
    inject,
    document: async () => (await inject('/api/openapi.json')).json() as unknown,
    async signIn(username) {
      const reply = await inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } })
      if (reply.statusCode !== 200) throw new Error(`${username}: ${reply.statusCode} ${reply.body}`)
      return reply.json()
    },
    async close() {
      await instance.close()
      await database.close().catch(() => undefined)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const configOf = (dataDir: string, env: Record<string, string>): Config =>
  readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: password, DEMO_PASSWORD: password, MQTT_PORT: '0', ...env })

/** Writes the data that a first start puts into an empty server before it opens. */
async function layOut(db: Database, dataDir: string): Promise<void> {
  const base = { log: createLog('silent'), clock: systemClock, metrics: createMetrics(), build: '' }
  await bootstrap({ ...base, db, config: configOf(dataDir, { DEMO: '1' }) })
  await closeTours(db)
}

/** The people of the tests have seen the tour, so that it does not cover what a test looks at. */
const closeTours = (db: Database) =>
  db.tx(async (write) => {
    const value = JSON.stringify({ step: 0, isClosed: true })
    await write
      .insertInto('preferences')
      .columns(['user_id', 'key', 'value', 'updated_at'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select(['id', eb.val('tour').as('key'), eb.cast<string>(eb.val(value), 'jsonb').as('value')])
          .select(eb.fn<Date>('now').as('updated_at')),
      )
      .execute()
  })

/** Loads the demo rows of some modules. */
async function layOutOnly(
  names: readonly string[],
  base: Pick<Parts, 'db' | 'config' | 'clock'>,
): Promise<void> {
  const { db, clock } = base
  const { modules, plantId } = await bootstrap({
    ...base,
    log: createLog('silent'),
    metrics: createMetrics(),
    build: '',
  })
  const selected = modules.all.map((module) =>
    names.includes(module.name) ? module : { ...module, demo: async () => undefined },
  )
  await loadDemo({ db, clock, plantId, password, modules: selected })
}

/** The demo factory for copying; everyone's password is `password`. */
export const demoFactory = (): Promise<DemoImage> => demoImage(layOut)

async function databaseWith(image: DemoImage | null, dataDir: string): Promise<TestDatabase> {
  if (image === null) return testDatabase()
  cpSync(image.files, dataDir, { recursive: true })
  return openImage(image.database)
}
