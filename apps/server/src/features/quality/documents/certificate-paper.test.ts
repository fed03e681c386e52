import { paperLanguages } from '@cloud-factory/contract/paper-words'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testActor } from '../../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import { deedOf, inspector } from '../../../../test/made-inspections.ts'
import { ordersForQuality } from '../../../app/ports.ts'
import { createInspections } from '../inspections/create-inspections.ts'
import { repairWeld } from '../welds/repair-weld.ts'
import { hours, requestOf, result } from '../welds/welds.fixtures.ts'
import { oneWeld } from '../welds/welds.reads.ts'
import { certificatePapers } from './certificate-paper.ts'
import { dossierState } from './dossier.ts'
import { frameOf } from './paper-frame.ts'
import type { PaperDoor } from './paper.types.ts'
import { documentedOrder, lockAll, madeNcr } from './papers.fixtures.ts'

let house: TestDatabase
let door: PaperDoor
let made: Awaited<ReturnType<typeof documentedOrder>>
beforeAll(async () => {
  house = await testDatabase()
  door = { db: house.db, orders: ordersForQuality, publicUrl: null, files: null as never }
  made = await documentedOrder(house.db)
}, 120_000)
afterAll(() => house.close())

const viewer = testActor({ tags: ['quality.view'] })
const paper = () => certificatePapers.load(door, viewer, made.orderId)
const counts = () => certificatePapers.counts(door, 1, made.orderId)
const text = async (language: (typeof paperLanguages)[number]) =>
  JSON.stringify(await (await paper()).sheet(await frameOf(door, 1, language)))

test('without final inspections it is not complete, carries no hash and says what is missing', async () => {
  const pieces = made.pieceIds.length
  expect((await paper()).hash).toBeNull()
  expect(await counts()).toEqual({ ready: 0, open: pieces })
  expect(await text('zh')).toContain(`${pieces} 件中 0 件终检合格`)
  expect(await text('zh')).not.toContain('准予出厂')
  expect(await text('zh')).toContain('最终检验未合格')
  expect(await text('en')).toContain('Final inspection not passed')
})

const passInspection = async (code: string) => {
  const pieces = made.pieceIds.map(String)
  const processId = String(made.processes[code] ?? 0)
  const { ids } = await house.db.tx((write) =>
    createInspections(deedOf(write), inspector, { pieces, processId }),
  )
  for (const id of ids) await lockAll(house.db, String(id))
}

test('a weld that failed its test keeps it back after the final inspection, and stands on its first page', async () => {
  await passInspection('SignedOff')
  expect((await paper()).hash).toBeNull()
  expect(await counts()).toEqual({ ready: 0, open: 1 })
  expect(await text('zh')).toContain('焊缝探伤不合格，未返修')
  expect(await text('en')).toContain('Weld failed its test and is not repaired')
  expect(await text('es')).not.toContain('cumplen los documentos de diseño')
})

test('when every piece has passed and nothing is open, it states so in every language', async () => {
  const [failed = ''] = made.weldIds
  const { version } = await oneWeld(house.db.reads, inspector, failed)
  const repair = { version, welderIds: [made.welder], repairedAt: hours(25).toISOString(), note: '' }
  await house.db.tx((write) => repairWeld(write, inspector, ordersForQuality, failed, repair, hours(25)))
  await result(house.db, await requestOf(house.db, [failed], hours(26)), failed, { hour: 50, testedMm: 3500 })
  // What was inspected before the rework counts no more.
  await passInspection('DimInspected')
  const { hash } = await paper()
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await counts()).toEqual({ ready: 1, open: 0 })
  const statements = {
    zh: '准予出厂',
    en: 'conform to the design documents',
    es: 'cumplen los documentos de diseño',
  }
  for (const language of paperLanguages) {
    expect(await text(language)).toContain(statements[language])
    expect(await text(language)).toContain(hash)
  }
  const { parts } = await dossierState(door, 1, made.orderId)
  expect(parts[0]).toEqual({ kind: 'certificate', ready: 1, open: 0 })
})

test('the final inspection of a scrapped piece does not stand in for that of the one made in its place', async () => {
  const how = { reason: '切错', replace: true }
  const scrapped = made.pieceIds.slice(1)
  await house.db.tx((write) => ordersForQuality.scrap(write, inspector, scrapped, how))
  expect((await paper()).hash).toBeNull()
  expect(await text('zh')).toContain('2 件中 1 件终检合格')
  expect(await counts()).toEqual({ ready: 0, open: 1 })
})

test('an open report takes it back', async () => {
  await madeNcr(house.db, made.pieceIds.slice(0, 1), false)
  expect((await paper()).hash).toBeNull()
  expect(await counts()).toEqual({ ready: 0, open: 2 })
})

test('an order of another plant has none', async () => {
  const stranger = testActor({ plantId: 2 })
  await expect(certificatePapers.load(door, stranger, made.orderId)).rejects.toMatchObject({
    code: 'not_found',
  })
  const { rows } = await house.db.tx((write) =>
    sql<{
      count: number
    }>`select count(*)::int as count from issued_papers where kind = 'certificate'`.execute(write),
  )
  expect(rows[0]?.count).toBe(0)
})
