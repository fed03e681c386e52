import { documentLanguages } from '@cloud-factory/domain/quality-documents/document-labels'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { actionOf, inspector } from '../../../test/made-inspections.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { createInspections } from '../inspection/create-inspections.ts'
import { repairWeld } from '../welding/repair-weld.ts'
import { hours, requestOf, result } from '../welding/welds.fixtures.ts'
import { oneWeld } from '../welding/welds.queries.ts'
import { certificateDocuments } from './certificate-document.ts'
import { dossierState } from './dossier.ts'
import { frameOf, type QualityDocumentDeps } from './document-frame.ts'
import { documentedOrder, lockAll, madeNcr } from './documents.fixtures.ts'

let testDb: TestDatabase
let deps: QualityDocumentDeps
let made: Awaited<ReturnType<typeof documentedOrder>>
beforeAll(async () => {
  testDb = await testDatabase()
  deps = { db: testDb.db, orders: ordersForQuality, publicUrl: null, files: null as never }
  made = await documentedOrder(testDb.db)
}, 120_000)
afterAll(() => testDb.close())

const viewer = testActor({ tags: ['quality.view'] })
const document = () => certificateDocuments.load(deps, viewer, made.orderId)
const counts = () => certificateDocuments.counts(deps, 1, made.orderId)
const text = async (language: (typeof documentLanguages)[number]) =>
  JSON.stringify(await (await document()).sheet(await frameOf(deps, 1, language)))

test('without final inspections it is not complete, carries no hash and says what is missing', async () => {
  const pieces = made.pieceIds.length
  expect((await document()).hash).toBeNull()
  expect(await counts()).toEqual({ ready: 0, open: pieces })
  expect(await text('zh')).toContain(`${pieces} 件中 0 件终检合格`)
  expect(await text('zh')).not.toContain('准予出厂')
  expect(await text('zh')).toContain('终检未合格')
  expect(await text('en')).toContain('Final inspection not passed')
})

const passInspection = async (code: string) => {
  const pieces = made.pieceIds.map(String)
  const processId = String(made.processes[code] ?? 0)
  const { ids } = await testDb.db.tx((write) =>
    createInspections(actionOf(write), inspector, { pieces, processId }),
  )
  for (const id of ids) await lockAll(testDb.db, String(id))
}

test('a weld that failed its test keeps it back after the final inspection, and stands on its first page', async () => {
  await passInspection('SignedOff')
  expect((await document()).hash).toBeNull()
  expect(await counts()).toEqual({ ready: 0, open: 1 })
  expect(await text('zh')).toContain('焊缝探伤不合格，未返修')
  expect(await text('en')).toContain('Weld failed its test and is not repaired')
  expect(await text('es')).not.toContain('cumplen los documentos de diseño')
})

test('when every piece has passed and nothing is open, it states so in every language', async () => {
  const [failed = ''] = made.weldIds
  const { version } = await oneWeld(testDb.db.reads, inspector, failed)
  const repair = { version, welderIds: [made.welder], repairedAt: hours(25).toISOString(), note: '' }
  await testDb.db.tx((write) => repairWeld(write, inspector, ordersForQuality, failed, repair, hours(25)))
  await result(testDb.db, await requestOf(testDb.db, [failed], hours(26)), failed, {
    hour: 50,
    testedMm: 3500,
  })
  // What was inspected before the rework counts no more.
  await passInspection('DimInspected')
  const { hash } = await document()
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await counts()).toEqual({ ready: 1, open: 0 })
  const statements = {
    zh: '准予出厂',
    en: 'conform to the design documents',
    es: 'cumplen los documentos de diseño',
  }
  for (const language of documentLanguages) {
    expect(await text(language)).toContain(statements[language])
    expect(await text(language)).toContain(hash)
  }
  const { parts } = await dossierState(deps, 1, made.orderId)
  expect(parts[0]).toEqual({ kind: 'certificate', ready: 1, open: 0 })
})

test('the final inspection of a scrapped piece does not stand in for that of the one made in its place', async () => {
  const how = { reason: '切错', replace: true }
  const scrapped = made.pieceIds.slice(1)
  await testDb.db.tx((write) => ordersForQuality.scrap(write, inspector, scrapped, how))
  expect((await document()).hash).toBeNull()
  expect(await text('zh')).toContain('2 件中 1 件终检合格')
  expect(await counts()).toEqual({ ready: 0, open: 1 })
})

test('an open report takes it back', async () => {
  await madeNcr(testDb.db, made.pieceIds.slice(0, 1), false)
  expect((await document()).hash).toBeNull()
  expect(await counts()).toEqual({ ready: 0, open: 2 })
})

test('an order of another plant has none', async () => {
  const outsider = testActor({ plantId: 2 })
  await expect(certificateDocuments.load(deps, outsider, made.orderId)).rejects.toMatchObject({
    code: 'not_found',
  })
  const { rows } = await testDb.db.tx((write) =>
    sql<{
      count: number
    }>`select count(*)::int as count from issued_papers where kind = 'certificate'`.execute(write),
  )
  expect(rows[0]?.count).toBe(0)
})
