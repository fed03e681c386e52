import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  documentLanguages,
  type QualityDocumentKind,
  type DocumentLanguage,
} from '@cloud-factory/domain/quality-documents/document-labels'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { at, formOf, newInspection } from '../../../test/made-inspections.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'
import { openFileStore } from '../../platform/files/file-store.ts'
import { reopenCoat } from '../coating/change-coat.ts'
import { oneCoat } from '../coating/coats.queries.ts'
import { noon } from '../welding/welds.fixtures.ts'
import { dossierState, gatherDossier } from './dossier.ts'
import { inspectionDocuments } from './inspection-document.ts'
import { type IssueDeps, issueDocument, DocumentProgress } from './issue-document.ts'
import { listIssuedDocuments, verified } from './issued-documents.queries.ts'
import { ndtDocuments } from './ndt-document.ts'
import { bytesOf, inAllLanguages, sheetText, textOf } from './document-text.fixtures.ts'
import { documentedOrder, madeNcr } from './documents.fixtures.ts'

let testDb: TestDatabase
let folder: string
let deps: IssueDeps
/** Only the last tests change it. */
let made: Awaited<ReturnType<typeof documentedOrder>>
beforeAll(async () => {
  testDb = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cf-papers-'))
  deps = {
    db: testDb.db,
    orders: ordersForQuality,
    files: openFileStore(folder),
    publicUrl: 'https://factory.example',
    clock: { now: () => at },
    progress: new DocumentProgress(),
  }
  made = await documentedOrder(testDb.db)
}, 120_000)
afterAll(async () => {
  await testDb.close()
  rmSync(folder, { recursive: true })
})

const viewer = testActor({ userId: '30', cnName: '资料员', tags: ['quality.view'] })
const outsider = testActor({ plantId: 2, tags: ['quality.view'] })
const issue = (kind: QualityDocumentKind, id: string, language: DocumentLanguage = 'zh', key?: string) =>
  issueDocument(deps, viewer, { kind, id, language, ...(key === undefined ? {} : { progressKey: key }) })
const missing = (text: string, words: readonly string[]) => words.filter((word) => !text.includes(word))
const issuedHashes = async () =>
  (await listIssuedDocuments(testDb.db.reads, 1, {})).items.map(({ kind, hash }) => [kind, hash] as const)

test('the report of an inspection says number, verdict, every reading with its limits, who answered and the hash, in three languages', async () => {
  const { inspection: id } = made
  const form = await formOf(testDb.db, id)
  const words = {
    zh: ['构件检验报告', '焊后检验', '合格', '允许偏差', '草案标准，尚未批准'],
    en: ['Inspection report', 'After welding', 'accepted', 'Permissible deviation', 'draft standard'],
    es: ['Informe de inspección', 'Tras soldar', 'conforme', 'Desviación admisible', 'norma en borrador'],
  }
  const unverified = { zh: '3 项限值中有 3 项', en: '3 of 3 limits', es: '3 de 3 límites' }
  for (const language of documentLanguages) {
    const text = await sheetText(deps, id, language)
    const facts = [form.no, form.mark ?? '', '检验员', '质检科长', '±3 mm', '≤ 6 mm', form.hash ?? '-']
    expect(missing(text, [...words[language], unverified[language], ...facts])).toEqual([])
    for (const { serial } of form.lot) expect(text).toContain(serial)
    for (const { value } of form.readings) expect(text).toContain(value)
  }
})

describe('papers of records', () => {
  test('an NDT report says every weld, result and indication in three languages', async () => {
    const { request } = made
    const { no } = await ndtDocuments.load(deps, viewer, request)
    const words = {
      zh: ['无损检测报告', '超声 UT', '缺陷记录', '裂纹', '不合格 1 / 4', '检测人'],
      en: [
        'Non-destructive test report',
        'Ultrasonic (UT)',
        'Indications',
        'Crack',
        'rejected 1 / 4',
        'Tester',
      ],
      es: [
        'Informe de ensayos no destructivos',
        'Ultrasonidos',
        'Indicaciones',
        'Fisura',
        'no conforme 1 / 4',
      ],
    }
    const text = await inAllLanguages(deps, 'ndt', request)
    for (const language of documentLanguages) {
      const facts = [no, 'W-1', 'W1', 'W2', '3500 × 12', '700', '赵工', '6.5', 'GB/T 11345', 'sha256']
      expect(missing(text, [...words[language], ...facts])).toEqual([])
    }
  })

  test('a coating report says climate, limits, readings and their means', async () => {
    const { coat } = made
    const words = {
      zh: ['涂层检测报告', '干膜总厚度不小于 125 μm', '露点', '平均 150.2', '合格'],
      en: ['Coating report', 'dry film of at least 125 μm', 'dew point', 'mean 150.2', 'accepted'],
      es: ['Informe de pintura', 'película seca de al menos 125 μm', 'punto de rocío', 'media 150.2'],
    }
    const text = await inAllLanguages(deps, 'coat', coat)
    for (const language of documentLanguages) {
      expect(missing(text, [...words[language], 'C3-M', '151.5', '涂装检验员', 'sha256'])).toEqual([])
    }
  })

  test('a non-conformance report says what was decided, done and verified by whom', async () => {
    const { ncr } = made
    const words = {
      zh: ['不合格品报告', '返工', '已关闭', '人: 电流过大', '执行完毕', '咬边'],
      en: ['Non-conformance report', 'rework', 'closed', 'people: 电流过大', 'finished', 'Undercut'],
      es: ['Informe de no conformidad', 'reproceso', 'cerrado', 'personas: 电流过大', 'Ejecución terminada'],
    }
    const text = await inAllLanguages(deps, 'ncr', ncr)
    for (const language of documentLanguages) {
      const facts = ['腹板咬边 1.2 mm', '120.50', '100.5', '质检主任', '王班长', '已补焊', 'sha256']
      expect(missing(text, [...words[language], ...facts])).toEqual([])
    }
  })

  test('a weld register and the list of welders say who welded what, and qualified how', async () => {
    const { orderId } = made
    const titles = {
      zh: ['焊缝登记表', '焊工资格清单', '对接', '气保焊 (135)'],
      en: ['Weld register', 'Qualified welders', 'Butt', 'MAG welding (135)'],
      es: ['Registro de cordones', 'Soldadores cualificados', 'A tope', 'MAG (135)'],
    }
    const welds = await inAllLanguages(deps, 'welds', orderId)
    const welders = await inAllLanguages(deps, 'welders', orderId)
    for (const language of documentLanguages) {
      const [register = '', list = '', joint = '', process = ''] = titles[language]
      expect(missing(welds, [register, joint, 'WPS-01 A', 'H01 H01', 'W1', 'W2', 'sha256'])).toEqual([])
      expect(missing(welders, [list, process, 'C-H01', '1G 2F', '2026-12-31', 'sha256'])).toEqual([])
      expect(welders).not.toContain('C-H02')
    }
  })

  test('a list of material says the heats of an order and the certificates that stand for them', async () => {
    const text = await inAllLanguages(deps, 'material', made.orderId)
    const titles = ['材料质量证明清单', 'Material certificates', 'Certificados de material']
    const facts = ['H1', 'Q355B', '-20*2000*8000', '北方钢联', '(3.1)', '2026-03-10', '100.0', 'sha256']
    expect(missing(text, [...titles, ...facts])).toEqual([])
    expect(text).not.toContain('没有审核通过的质保书')
  })

  test('of another plant are not there', async () => {
    const { request, coat, ncr, orderId, inspection } = made
    const sources = { ndt: request, coat, ncr, welds: orderId, welders: orderId, dossier: orderId }
    for (const [kind, id] of Object.entries(sources))
      await expect(
        issueDocument(deps, outsider, { kind: kind as QualityDocumentKind, id, language: 'zh' }),
        kind,
      ).rejects.toMatchObject({ code: 'not_found' })
    await expect(inspectionDocuments.load(deps, outsider, inspection)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a paper that is given out', () => {
  test('is the same file each time, kept once and written into the log once', async () => {
    const { ncr } = made
    const hash = async () =>
      createHash('sha256')
        .update(await bytesOf(await issue('ncr', ncr)))
        .digest('hex')
    expect(await hash()).toBe(await hash())
    expect((await issuedHashes()).filter(([kind]) => kind === 'ncr')).toHaveLength(1)
    const logged = await readRows(
      testDb.db.reads,
      sql`select from audit_log where action = 'papers.issue' and after ->> 'kind' = 'ncr' and actor_name = '资料员'`,
    )
    expect(logged).toHaveLength(1)
  })

  test('of an inspection is found by the hash it was locked with', async () => {
    const { inspection } = made
    const { hash } = await formOf(testDb.db, inspection)
    const found = { kind: 'inspection', id: inspection, verdict: 'pass', isReplaced: false }
    expect(await verified(deps, viewer, hash ?? '')).toMatchObject(found)
    await expect(verified(deps, outsider, hash ?? '')).rejects.toMatchObject({ code: 'not_found' })
    await expect(verified(deps, viewer, '0'.repeat(64))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the dossier of an order', () => {
  test.each([
    ['zh', '质量竣工资料', '校验值表'],
    ['en', 'Completion dossier', 'Checksums'],
    ['es', 'Dossier final de calidad', 'Sumas de verificación'],
  ] as const)(
    'has a cover, contents, every complete paper and their hashes: %s',
    async (language, title, sums) => {
      const { orderId, inspection } = made
      const { no, hash } = await formOf(testDb.db, inspection)
      const { entries } = await gatherDossier(deps, viewer, orderId)
      const kinds = entries.map(({ kind }) => kind)
      expect(kinds).toEqual(['material', 'inspection', 'welds', 'welders', 'ndt', 'coat', 'ncr'])
      const text = await textOf(await issue('dossier', orderId, language))
      expect(missing(text, [title, sums, 'W-1', no, hash ?? '-'])).toEqual([])
      const whole = text.replaceAll(' ', '')
      expect(entries.filter((entry) => !whole.includes(entry.hash))).toEqual([])
      expect(text).toMatch(/9 \/ 9/)
      expect(new Set((await issuedHashes()).map(([kind]) => kind))).toEqual(
        new Set(['coat', 'dossier', 'material', 'ncr', 'ndt', 'welders', 'welds']),
      )
      const [dossier] = (await listIssuedDocuments(testDb.db.reads, 1, { kind: ['dossier'] })).items
      const found = await verified(deps, viewer, dossier?.hash ?? '')
      expect(found).toMatchObject({ id: orderId, isReplaced: null })
    },
  )

  test('says how many of its sheets are drawn while somebody waits, and forgets it then', async () => {
    const { orderId } = made
    const key = '0190a0a0-0000-7000-8000-000000000001'
    const file = await issue('dossier', orderId, 'zh', key)
    const first = file.body[Symbol.asyncIterator]()
    await first.next()
    await bytesOf(file).catch(() => undefined)
    expect(deps.progress.of(1, key)).toEqual({ done: 0, of: null })
    deps.progress.notify(1, key, { done: 2, of: 6 })
    expect(deps.progress.of(1, key)).toEqual({ done: 2, of: 6 })
    expect(deps.progress.of(2, key)).toEqual({ done: 0, of: null })
    for (let other = 0; other < 100; other += 1) deps.progress.notify(1, `other ${other}`, { done: 0, of: 1 })
    expect(deps.progress.of(1, key)).toEqual({ done: 0, of: null })
  })
})

describe('the state of an order', () => {
  test('tells beforehand what is complete and what is open', async () => {
    const { orderId, pieceIds } = made
    await madeNcr(testDb.db, pieceIds.slice(1), false)
    const { order, parts } = await dossierState(deps, 1, orderId)
    expect(order).toMatchObject({ no: 'W-1', pieces: 2, kg: 201 })
    expect(parts).toContainEqual({ kind: 'ncr', ready: 1, open: 1 })
    expect(parts).toContainEqual({ kind: 'inspection', ready: 1, open: 0 })
    expect(parts).toContainEqual({ kind: 'coat', ready: 1, open: 0 })
    await expect(dossierState(deps, 2, orderId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a paper that is not complete says so, carries no hash and is not kept', async () => {
    const { pieceIds } = made
    const ncr = await madeNcr(testDb.db, pieceIds.slice(1), false)
    const before = (await issuedHashes()).length
    const text = await textOf(await issue('ncr', ncr, 'en'))
    expect(text).toContain('Not complete: for internal use only')
    expect(text).not.toContain('sha256')
    expect(await issuedHashes()).toHaveLength(before)
  })

  test('a paper leads back to its record by its hash, in its plant alone; changed since, it says so', async () => {
    const { coat, orderId } = made
    await issue('coat', coat)
    const [, hash = ''] = (await issuedHashes()).find(([kind]) => kind === 'coat') ?? []
    expect(await verified(deps, viewer, hash)).toMatchObject({ kind: 'coat', id: coat, isReplaced: false })
    await expect(verified(deps, outsider, hash)).rejects.toMatchObject({ code: 'not_found' })
    const actor = testActor({ tags: ['quality.judge'] })
    const { version } = await oneCoat(testDb.db.reads, actor, coat)
    await testDb.db.tx((write) =>
      reopenCoat(write, actor, ordersForQuality, coat, { version, reason: '复测' }, noon),
    )
    expect(await verified(deps, viewer, hash)).toMatchObject({ isReplaced: true })
    const { items } = await listIssuedDocuments(testDb.db.reads, 1, { orderId, kind: ['coat'] })
    expect(items).toMatchObject([{ kind: 'coat', issuedBy: '资料员', sourceId: coat }])
  })
})

describe('in an empty server', () => {
  beforeEach(() => testDb.wipe())

  test('the report of an inspection that is not locked says so and carries no hash', async () => {
    const { id } = await newInspection(testDb.db)
    const text = await sheetText(deps, id, 'zh')
    expect(text).toContain('未锁定，仅供内部查看')
    expect(text).toContain('没有实测记录')
    expect(text).not.toContain('sha256')
  })

  test('the dossier of an order without a complete paper is refused', async () => {
    const { id } = await newInspection(testDb.db)
    const { order } = await formOf(testDb.db, id)
    await expect(issue('dossier', order?.id ?? '')).rejects.toMatchObject({
      facts: { params: { reason: 'dossier.empty' } },
    })
  })
})
