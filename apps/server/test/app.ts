import type { SignedIn } from '@cloud-factory/contract/access'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble, type House } from '../src/app/compose.ts'
import { type Clock, systemClock } from '../src/platform/clock/clock.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/log/log.ts'
import { type TestDatabase, testDatabase } from './harness.ts'

export const password = 'Stahl-Bau-2026!'

export interface TestApp {
  readonly house: House
  readonly database: TestDatabase
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>
  signIn(username: string): Promise<SignedIn>
  /** The OpenAPI document. */
  document(): unknown
  close(): Promise<void>
}

/**
 * The whole product on a database of its own, without a socket. `demo: 'all'` loads the demo factory with its people
 * (password of all: `password`), `'none'` leaves it empty but for the administrator.
 */
export async function testApp({
  demo = 'all',
  clock = systemClock,
  env = {},
}: {
  demo?: 'all' | 'none'
  clock?: Clock
  env?: Record<string, string>
} = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloud-factory-app-'))
  const database = await testDatabase()
  const config = readConfig({
    DATA_DIR: dataDir,
    DEMO: demo === 'none' ? '0' : '1',
    ADMIN_PASSWORD: password,
    DEMO_PASSWORD: password,
    MQTT_PORT: '0',
    ...env,
  })
  const house = await assemble({
    config,
    log: createLog('silent'),
    db: database.db,
    clock,
    webRoot: null,
    callsPerSecond: 10_000,
  })
  const inject = (request: InjectOptions | string) => house.server.inject(request)
  const document = (await inject('/api/openapi.json')).json() as unknown
  return {
    house,
    database,
    inject,
    document: () => document,
    async signIn(username) {
      const reply = await inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } })
      if (reply.statusCode !== 200) throw new Error(`${username}: ${reply.statusCode} ${reply.body}`)
      return reply.json()
    },
    async close() {
      await house.close()
      await database.close().catch(() => undefined)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
