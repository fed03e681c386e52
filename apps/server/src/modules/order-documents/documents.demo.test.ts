import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machinesForWork } from '../../app/ports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { type FileStore, openFileStore } from '../../platform/files/file-store.ts'
import { ordersDemo } from '../production/orders.demo.ts'
import { now, planner } from '../orders/orders.fixtures.ts'
import { listOrders } from '../orders/orders.queries.ts'
import { planDemo, seedPlan } from '../planning/seed-plan.ts'
import { documentsDemo } from './documents.demo.ts'
import { listDocuments, listVersions } from './documents.queries.ts'

let testDb: TestDatabase
let files: FileStore
let folder: string
beforeAll(async () => {
  testDb = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cf-demo-documents-'))
  files = openFileStore(folder)
  let state = 42
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  await testDb.db.tx(async (write) => {
    const context = { plantId: 1, now, random, known: new Map<string, string>() }
    await seedPlan(write, 1)
    await planDemo(write, context)
    await ordersDemo(write, context, machinesForWork)
    await documentsDemo(write, context, files)
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await testDb.close()
})

test('drawings that can be read, one in two revisions, and a picture', async () => {
  const { items: orders } = await listOrders(
    testDb.db.reads,
    planner,
    { status: ['in_production'], sort: 'no' },
    now,
  )
  const { items } = await listDocuments(testDb.db.reads, planner, orders[0]?.id ?? '', { sort: 'name' })
  expect(items.map(({ kind }) => kind).sort()).toEqual(['drawing', 'drawing', 'drawing', 'photo'])
  const first = items.find(({ latest }) => latest.no === 2)
  const [latest] = (await listVersions(testDb.db.reads, 1, first?.id ?? '', { sort: '-no' })).items
  const pages = await pdfText(await files.bytes(latest?.sha256 ?? ''))
  expect(JSON.stringify(pages)).toContain(first?.name.split(' ')[0])
  expect(JSON.stringify(pages)).toContain(orders[0]?.no)
  const photo = items.find(({ kind }) => kind === 'photo')
  const png = await files.bytes(photo?.latest.sha256 ?? '')
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    'PNG',
    720,
    420,
  ])
})
