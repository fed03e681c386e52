import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assemble, type App } from '../../apps/server/src/app/compose.ts'
import { newOrder, newProject } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { createLog } from '../../apps/server/src/platform/log/log.ts'
import { runs } from '../../apps/server/test/depth.ts'
import { silent } from '../../apps/server/test/harness.ts'
import { migratedDatabase, runPostgres } from '../../apps/server/test/run-postgres.ts'
import type { LiveChanges } from '@cloud-factory/domain/live/change-areas'

// Two instances each cache responses. A write through one must appear in the next list from the other.
const server = await runPostgres('kept answers of two instances')

const password = 'Stahl-Bau-2026!'
let folder: string
let apps: [App, App]
let token: string
let order: string
beforeAll(async () => {
  if (server === null) return
  folder = mkdtempSync(join(tmpdir(), 'cf-race-'))
  const url = await migratedDatabase(server)
  const open = () => openDatabase({ url, dataDir: '', log: silent })
  const first = await open()
  const config = readConfig({ DATA_DIR: folder, DEMO: '0', ADMIN_PASSWORD: password })
  const common = {
    config,
    log: createLog('silent'),
    clock: systemClock,
    webRoot: null,
    callsPerSecond: 10_000,
  }
  apps = [await assemble({ ...common, db: first }), await assemble({ ...common, db: await open() })]
  const project = await newProject(first)
  order = await newOrder(first, project)
  const reply = await apps[0].server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'admin', password },
  })
  token = reply.json<{ token: string }>().token
})
afterAll(async () => {
  if (server === null) return
  for (const app of apps) await app.close()
  rmSync(folder, { recursive: true, force: true })
})

type Request = { readonly url: string; readonly method?: 'PATCH'; readonly payload?: object }

async function ask<T>(app: App, request: Request): Promise<T> {
  const reply = await app.server.inject({ ...request, headers: { authorization: token } })
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
  return reply.json<T>()
}
const listed = async (app: App) => {
  const { items } = await ask<{ items: OrderRow[] }>(app, { url: '/api/orders?sort=no' })
  return items.find(({ id }) => id === order)
}
const rename = async (app: App, name: string) => {
  const { version, project, ...now } = await ask<OrderRow>(app, { url: `/api/orders/${order}` })
  const { no, customerPo, priority, dueOn, contractTonnes, note } = now
  const fields = { no, customerPo, priority, dueOn, contractTonnes, note, projectId: project.id }
  await ask(app, { method: 'PATCH', url: `/api/orders/${order}`, payload: { ...fields, name, version } })
}

describe.skipIf(server === null)('two instances', () => {
  test('a change made through one is in the next list of both, however many ask meanwhile', async () => {
    let writing = true
    const crowd = apps.flatMap((app) =>
      Array.from({ length: 4 }, async () => {
        while (writing) await listed(app)
      }),
    )
    try {
      for (let round = 0; round < runs(10, 100); round += 1) {
        const [writer, other] = round % 2 === 0 ? apps : apps.toReversed()
        if (writer === undefined || other === undefined) throw new Error('two houses')
        await rename(writer, `第 ${round} 次`)
        const read = await Promise.all([listed(writer), listed(other)])
        expect(read.map((row) => row?.name)).toEqual([`第 ${round} 次`, `第 ${round} 次`])
      }
    } finally {
      writing = false
      await Promise.all(crowd)
    }
  })

  test('a change made through one is heard by who listens to the other', async () => {
    const [writer, other] = apps
    const changesSince = async (since: string) =>
      (await ask<{ changes: LiveChanges }>(other, { url: `/api/live/frames?topics=changes${since}` })).changes
    const { seq } = await changesSince('')
    await rename(writer, '新名')
    const { changes } = await changesSince(`&since=${seq}`)
    expect(changes).toEqual([{ area: 'order', id: order, orderId: order }])
  })
})
