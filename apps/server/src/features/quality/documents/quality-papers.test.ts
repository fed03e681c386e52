import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testActor } from '../../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../../test/harness.ts'
import {
  chief,
  deedOf,
  formOf,
  inspector,
  newInspection,
  readAll,
} from '../../../../test/made-inspections.ts'
import { pdfText } from '../../../../test/pdf-text.ts'
import { ordersForQuality } from '../../../app/ports.ts'
import { openFileStore } from '../../../platform/files/file-store.ts'
import type { FileReply } from '../../../platform/http/routes.ts'
import { lockInspection } from '../inspections/lock-inspection.ts'
import { judgeInspection, submitInspection } from '../inspections/move-inspection.ts'
import { lockedInspection } from './locked-inspection.reads.ts'
import type { Language } from './paper-words.ts'
import { inspectionReport, orderDossier, type PaperDoor } from './quality-papers.ts'

let house: TestDatabase
let folder: string
let door: PaperDoor
beforeAll(async () => {
  house = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cf-papers-'))
  door = {
    db: house.db,
    orders: ordersForQuality,
    files: openFileStore(folder),
    publicUrl: 'https://factory.example',
  }
})
beforeEach(() => house.wipe())
afterAll(async () => {
  await house.close()
  rmSync(folder, { recursive: true })
})

const viewer = testActor({ tags: ['quality.view'] })
const version = async (id: string) => (await formOf(house.db, id)).version
const bytesOf = (file: FileReply) => buffer(file.body)
const textOf = async (file: FileReply) => (await pdfText(await bytesOf(file))).replaceAll(/\s+/g, ' ')
const report = (id: string, language: Language = 'zh') => inspectionReport(door, viewer, id, { language })

async function locked(): Promise<string> {
  const { id } = await newInspection(house.db)
  await readAll(house.db, id)
  const step = async (
    deed: (write: Parameters<Parameters<typeof house.db.tx>[0]>[0], version: number) => Promise<unknown>,
  ) => {
    const seen = await version(id)
    await house.db.tx((write) => deed(write, seen))
  }
  await step((write, seen) => submitInspection(deedOf(write), inspector, id, { version: seen }))
  await step((write, seen) =>
    judgeInspection(deedOf(write), chief, id, { version: seen, verdict: 'pass', note: '' }),
  )
  await step((write, seen) => lockInspection(deedOf(write), chief, id, { version: seen }))
  return id
}

describe('the report of an inspection', () => {
  test('says number, verdict, every reading with its limits, who answered and the hash, in three languages', async () => {
    const id = await locked()
    const form = await formOf(house.db, id)
    const words = {
      zh: ['构件检验报告', '焊后检验', '合格', '允许偏差', '草案标准，尚未批准'],
      en: ['Inspection report', 'After welding', 'accepted', 'Permissible deviation', 'draft standard'],
      es: [
        'Informe de inspección',
        'Tras soldadura',
        'conforme',
        'Desviación admisible',
        'norma en borrador',
      ],
    }
    for (const language of ['zh', 'en', 'es'] as const) {
      const text = await textOf(await report(id, language))
      const facts = [form.no, form.mark ?? '', '检验员', '质检科长', '±3 mm', form.hash ?? '-']
      expect([...words[language], ...facts].filter((word) => !text.includes(word))).toEqual([])
      for (const { serial } of form.lot) expect(text).toContain(serial)
      for (const { value } of form.readings) expect(text).toContain(value)
    }
  })

  test('is the same file each time', async () => {
    const id = await locked()
    const hash = async () =>
      createHash('sha256')
        .update(await bytesOf(await report(id)))
        .digest('hex')
    expect(await hash()).toBe(await hash())
  })

  test('that is not locked says so and carries no hash', async () => {
    const { id } = await newInspection(house.db)
    const text = await textOf(await report(id))
    expect(text).toContain('未锁定，仅供内部查看')
    expect(text).toContain('没有实测记录')
    expect(text).not.toContain('sha256')
  })

  test('of another plant is not there', async () => {
    const id = await locked()
    const stranger = testActor({ plantId: 2, tags: ['quality.view'] })
    await expect(inspectionReport(door, stranger, id, { language: 'zh' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('the dossier of an order', () => {
  test('has contents with page numbers and every locked inspection', async () => {
    const id = await locked()
    const { order, no, hash } = await formOf(house.db, id)
    const text = await textOf(await orderDossier(door, viewer, order?.id ?? '', { language: 'en' }))
    expect(text).toContain('Inspection dossier')
    expect(text).toContain('Inspection reports: 1')
    expect(text.split(no).length).toBeGreaterThan(2)
    expect(text).toContain(hash ?? '-')
    expect(text).toContain('2 / 2')
  })

  test('of an order without a locked inspection is refused', async () => {
    const { id } = await newInspection(house.db)
    const { order } = await formOf(house.db, id)
    await expect(orderDossier(door, viewer, order?.id ?? '', { language: 'zh' })).rejects.toMatchObject({
      facts: { params: { reason: 'dossier.empty' } },
    })
  })
})

test('a hash leads to the inspection that was locked with it, in its plant alone', async () => {
  const id = await locked()
  const { hash } = await formOf(house.db, id)
  expect(await lockedInspection(house.db.reads, 1, hash ?? '')).toMatchObject({
    id,
    verdict: 'pass',
    isReplaced: false,
  })
  await expect(lockedInspection(house.db.reads, 2, hash ?? '')).rejects.toMatchObject({ code: 'not_found' })
  await expect(lockedInspection(house.db.reads, 1, '0'.repeat(64))).rejects.toMatchObject({
    code: 'not_found',
  })
})
