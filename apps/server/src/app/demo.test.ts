import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLog } from '../platform/log/log.ts'
import { assemble } from './compose.ts'

let first: TestApp
beforeAll(async () => {
  first = await testApp({ demo: 'none' })
})
afterAll(() => first.close())

describe('the demo factory', () => {
  it('is never loaded where somebody has already worked, whatever the next start says', async () => {
    await first.signIn('admin')
    const config = readConfig({ DATA_DIR: '/nowhere', DEMO: '1' })
    const parts = { config, log: createLog('silent'), clock: systemClock, webRoot: null }
    const again = await assemble({ ...parts, db: first.database.db })
    expect(again.demo).toBeNull()
    expect(again.firstSignIn).toBeNull()
    const orders = await first.database.db.reads.selectFrom('orders').select('id').execute()
    expect(orders).toEqual([])
  })
})
