import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ordersForQuality } from '../../app/ports.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { takeHeatOff } from './assign-heat.ts'
import { changeLot, placeLot, removeLot, concedeLot, rejectLot } from './change-lot.ts'
import { acceptCertificate, withdrawCertificate } from './save-certificate.ts'
import { goodValues, keeper, materialNow, materialPerson } from './material.fixtures.ts'
import { readRows } from '../../platform/db/handles.ts'
import { listReceipts } from './receipts.queries.ts'
import { addLot, saveMaterialPlan } from './receive-material.ts'
import { searchTrace, traceHeat, tracePiece, unreleasedPieces } from './trace.queries.ts'
import { listLots } from './lots.queries.ts'

let testDb: TestDatabase
let person: ReturnType<typeof materialPerson>
beforeAll(async () => {
  testDb = await testDatabase()
  person = materialPerson(testDb.db, ordersForQuality)
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const refused = (reason: string) => ({ code: 'state.refused', facts: { params: { reason } } })
const bars = async (pieceId: number, projectId = 0) =>
  (await unreleasedPieces(ordersForQuality, testDb.db.reads, 1, [{ pieceId, projectId }])).get(pieceId) ??
  null
const ended = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string; facts?: { params?: { reason?: string } } }) =>
      error.facts?.params?.reason ?? error.code,
  )

const asksHeats = (projectId: number) =>
  testDb.db.tx((write) =>
    saveMaterialPlan(write, keeper, {
      version: 0,
      retestFromMm: null,
      retestProjects: [],
      heatProjects: [String(projectId)],
    }),
  )

describe('a receipt', () => {
  test('numbers itself and stands in quarantine', async () => {
    const receipt = await person.receive({ lots: [{}, { heatNo: 'h2 ', kg: 500.5 }] })
    expect(receipt).toMatchObject({
      no: 'MR-2026-00001',
      lots: 2,
      heats: 2,
      kg: 1500.5,
      quarantine: 2,
      rejected: 0,
    })
    expect(receipt.items).toMatchObject([
      { heat: { no: 'H1' }, status: 'quarantine', leftKg: 1000, can: { release: 'lot.no_certificate' } },
      { heat: { no: 'H2' } },
    ])
  })

  test('the same delivery note of a supplier twice, the same heat and profile twice in one: duplicate', async () => {
    await person.receive({ deliveryNote: 'SH-1' })
    expect(await ended(person.receive({ deliveryNote: 'SH-1', supplier: ' 北方钢联 ' }))).toBe('duplicate')
    expect(await ended(person.receive({ lots: [{}, { heatNo: 'ｈ１' }] }))).toBe('duplicate')
    await person.receive({ deliveryNote: 'SH-1', supplier: '江东金属' })
  })

  test('a heat that comes again is the same heat; as another grade it is refused; of another supplier it is another', async () => {
    const first = await person.receive()
    const again = await person.receive({ lots: [{ profile: '-20*2000*8000', thicknessMm: '20' }] })
    expect(again.items[0]?.heat.id).toBe(first.items[0]?.heat.id)
    const gradeId = await person.gradeId('Q235B')
    expect(await ended(person.receive({ lots: [{ gradeId }] }))).toBe('heat.other_grade')
    const other = await person.receive({ supplier: '江东金属', lots: [{ gradeId }] })
    expect(other.items[0]?.heat.id).not.toBe(first.items[0]?.heat.id)
  })

  test('a weight that the size contradicts is a question, received, added and changed; its reason is kept', async () => {
    const question = { facts: { params: { reason: 'unlikely.lot', value: 50_240, most: 5024 } } }
    const heavy = { pieces: 2, kg: 50_240 }
    await expect(person.receive({ lots: [heavy], reason: undefined })).rejects.toMatchObject(question)
    const receipt = await person.receive({ lots: [{ kg: 4900 }], reason: undefined })
    const other = await person.lotInput({ heatNo: 'H9', ...heavy })
    const add = (reason?: string) =>
      testDb.db.tx((write) => addLot(write, keeper, receipt.id, { ...other, reason }))
    await expect(add()).rejects.toMatchObject(question)
    const id = await add('卷板')
    const [entry] = await readRows(
      testDb.db.reads,
      sql<{
        reason: string
      }>`select after ->> 'reason' as reason from audit_log where action = 'material.add_lot'`,
    )
    expect(entry?.reason).toBe('卷板')
    const { version, form, profile, thicknessMm } = await person.lot(id)
    const change = { version, form, profile, thicknessMm, pieces: 2, kg: 502.4 }
    await expect(testDb.db.tx((write) => changeLot(write, keeper, id, change))).rejects.toMatchObject({
      facts: { params: { reason: 'unlikely.lot', value: 502.4 } },
    })
  })

  test('a lot is added and taken off while nothing of it was decided', async () => {
    const receipt = await person.receive()
    const lot = await person.lotInput({ heatNo: 'H9', kg: 250 })
    const id = await testDb.db.tx((write) => addLot(write, keeper, receipt.id, { ...lot, reason: '余料' }))
    const list = () => listReceipts(testDb.db.reads, keeper, {})
    expect((await list()).items).toMatchObject([{ lots: 2, kg: 1250 }])
    await testDb.db.tx((write) => removeLot(write, keeper, id, 1))
    expect((await list()).items).toMatchObject([{ lots: 1, kg: 1000 }])
  })

  test('thick plate asks for a re-test by the plan', async () => {
    await testDb.db.tx((write) =>
      saveMaterialPlan(write, keeper, {
        version: 0,
        retestFromMm: '40',
        retestProjects: [],
        heatProjects: [],
      }),
    )
    const { items } = await person.receive({ lots: [{}, { heatNo: 'H2', thicknessMm: '40' }] })
    expect(items.map(({ retest }) => retest)).toEqual([false, true])
    const { id, heat } = items[1] ?? { id: '', heat: { id: '' } }
    await person.accept((await person.certify(heat.id, {}, { thicknessMm: '40' })).id)
    expect(await ended(person.release(id))).toBe('lot.no_retest')
    const retest = { kind: 'retest' as const, supplier: '市检测中心' }
    await person.accept(
      (await person.certify(heat.id, retest, { thicknessMm: '40', values: { ReH: '351' } })).id,
    )
    await person.release(id)
    expect(await person.lot(id)).toMatchObject({ status: 'released', certificates: 1, retests: 1 })
  })
})

describe('a certificate', () => {
  const heatId = async () => (await person.receive()).items[0]?.heat.id ?? ''

  test.each([
    ['a value outside', { values: { ...goodValues, ReH: '354.9' } }, 'certificate.values_outside'],
    ['a value missing', { values: { C: '0.16' } }, 'certificate.values_missing'],
    ['another grade printed', { gradeCode: 'Q355C' }, 'certificate.other_grade'],
    ['no thickness', { thicknessMm: null }, 'certificate.values_missing'],
  ])('%s: not accepted', async (_name, line, reason) => {
    const { id, can } = await person.certify(await heatId(), {}, line)
    expect(can.accept).toBe(reason)
    expect(await ended(person.accept(id))).toBe(reason)
  })

  test('nobody accepts what they entered, nor releases a lot by it', async () => {
    const receipt = await person.receive()
    const [lot = { id: '', heat: { id: '' } }] = receipt.items
    const { id } = await person.certify(lot.heat.id, {}, {}, keeper)
    expect(await ended(person.accept(id))).toBe('four_eyes.certificate_accept')
    await testDb.db.tx((write) =>
      acceptCertificate(write, { ...keeper, userId: '23' }, id, { version: 1 }, materialNow),
    )
    expect((await person.lot(lot.id)).can.release).toBe('four_eyes.lot_release')
    expect(await ended(person.release(lot.id))).toBe('four_eyes.lot_release')
  })

  test('the same number of the same supplier twice: duplicate; a heat that is not there: not found', async () => {
    const heat = await heatId()
    await person.certify(heat, { no: 'ZB-1' })
    expect(await ended(person.certify(heat, { no: 'ZB-1' }))).toBe('duplicate')
    expect(await ended(person.certify('999999'))).toBe('not_found')
  })

  test('withdrawn: its lots go back into quarantine, and their pieces stop', async () => {
    const { pieceIds } = await madePieces(testDb.db)
    const [piece = 0] = pieceIds
    const lot = await person.released()
    await person.assign(lot.id, [piece])
    expect(await bars(piece)).toBeNull()
    const [{ id } = { id: 0 }] = (
      await sql<{ id: number }>`select id from mill_certificates`.execute(testDb.db.reads as never)
    ).rows
    await testDb.db.tx((write) =>
      withdrawCertificate(write, keeper, String(id), { version: 2, note: '供应商更正' }),
    )
    expect(await person.lot(lot.id)).toMatchObject({ status: 'quarantine', note: '供应商更正' })
    expect(await bars(piece)).toBe('work.heat_unreleased')
  })
})

describe('pieces', () => {
  test('take weight of a lot until it is used up, and give it back', async () => {
    const { pieceIds } = await madePieces(testDb.db, { quantity: 3 })
    const lot = await person.released({ kg: 200 })
    expect(await person.assign(lot.id, pieceIds.slice(0, 2))).toEqual({
      pieces: 2,
      kg: 150.72,
      leftKg: 49.28,
    })
    await expect(person.assign(lot.id, pieceIds.slice(2))).rejects.toMatchObject(refused('lot.too_little'))
    expect(await person.lot(lot.id)).toMatchObject({ usedKg: 150.72, leftKg: 49.28 })
    const { uses } = await traceHeat(
      { reads: testDb.db.reads, orders: ordersForQuality },
      keeper,
      lot.heat.id,
    )
    expect(uses).toMatchObject([
      { piece: { serial: 'GL-1-001' }, part: 'GL-1-a', kg: 75.36 },
      { piece: { serial: 'GL-1-002' } },
    ])
    await testDb.db.tx((write) => takeHeatOff(write, keeper, ordersForQuality, uses[0]?.id ?? ''))
    expect(await person.lot(lot.id)).toMatchObject({ usedKg: 75.36, leftKg: 124.64 })
    expect(
      await ended(testDb.db.tx((write) => takeHeatOff(write, keeper, ordersForQuality, uses[0]?.id ?? ''))),
    ).toBe('not_found')
  })

  test('the same lot twice, an unknown piece, a rejected lot: refused, and nothing is taken', async () => {
    const { pieceIds } = await madePieces(testDb.db)
    const lot = await person.released()
    await person.assign(lot.id, pieceIds)
    expect(await ended(person.assign(lot.id, pieceIds))).toBe('duplicate')
    expect(await ended(person.assign(lot.id, [...pieceIds, '不在']))).toBe('ncr.unknown_piece')
    expect(await ended(person.assign(lot.id, pieceIds.slice(0, 1), 12.5, 'P12'))).toBe('lot.unknown_part')
    expect(await person.lot(lot.id)).toMatchObject({ usedKg: 150.72 })
    const { version } = await person.lot(lot.id)
    await testDb.db.tx((write) => rejectLot(write, keeper, lot.id, { version, note: '分层' }, materialNow))
    expect(await ended(person.assign(lot.id, pieceIds.slice(1), 1))).toBe('lot.rejected')
    expect(await bars(pieceIds[0] ?? 0)).toBe('work.heat_unreleased')
  })

  test('of a lot in quarantine may be set aside, and go on once it is conceded', async () => {
    const { pieceIds } = await madePieces(testDb.db)
    const [piece = 0] = pieceIds
    const { items } = await person.receive()
    const [{ id, version } = { id: '', version: 0 }] = items
    await person.assign(id, [piece])
    expect(await bars(piece)).toBe('work.heat_unreleased')
    const { version: now } = await person.lot(id)
    expect(now).toBe(version)
    const concession = { version, note: '伸长率略低', agreedBy: '设计院' }
    await testDb.db.tx((write) => concedeLot(write, keeper, id, concession, materialNow))
    expect(await bars(piece)).toBeNull()
  })

  test('of a project that asks for heats are not cut without one', async () => {
    const { pieceIds } = await madePieces(testDb.db)
    const [piece = 0] = pieceIds
    const [{ projectId } = { projectId: 0 }] = await ordersForQuality.pieces(testDb.db.reads, 1, [piece])
    expect(await bars(piece, projectId)).toBeNull()
    await asksHeats(projectId)
    expect(await bars(piece, projectId)).toBe('work.heat_missing')
    await person.assign((await person.released()).id, [piece])
    expect(await bars(piece, projectId)).toBeNull()
  })
})

test('a trace goes both ways: heat, certificate and serial are found, a piece tells its heats', async () => {
  const { pieceIds } = await madePieces(testDb.db)
  const receipt = await person.receive({ lots: [{ heatNo: '26A77' }] })
  const [{ id, heat } = { id: '', heat: { id: '' } }] = receipt.items
  await person.accept((await person.certify(heat.id, { no: 'ZB-2026-7' })).id)
  await person.assign(id, pieceIds)
  const deps = { reads: testDb.db.reads, orders: ordersForQuality }
  const found = async (q: string) => (await searchTrace(deps, 1, q)).items
  expect(await found('26a7')).toMatchObject([{ kind: 'heat', id: heat.id, certificate: null }])
  expect(await found('zb-2026')).toMatchObject([{ kind: 'heat', id: heat.id, certificate: 'ZB-2026-7' }])
  expect(await found('GL-1-00')).toMatchObject([{ kind: 'piece', name: 'GL-1-001' }, { kind: 'piece' }])
  expect(await found('%')).toEqual([])
  const piece = await tracePiece(deps, keeper, String(pieceIds[0]))
  expect(piece).toMatchObject({
    subject: { kind: 'piece', name: 'GL-1-001' },
    heats: [
      {
        no: '26A77',
        certificates: [{ no: 'ZB-2026-7', status: 'accepted' }],
        lots: [{ receipt: { no: receipt.no } }],
      },
    ],
    uses: [{ package: null, delivery: null }],
  })
})

test('the store says what is left of all that match, in metres too, and where it lies', async () => {
  const bars = { form: 'section', profile: 'HN400*200*8*13', pieces: 10, kg: 2000, lengthMm: 12_000 }
  const lot = await person.released({ ...bars, heatNo: 'S-1', location: 'A-01' })
  await person.receive({ lots: [{ ...bars, heatNo: 'S-2', kg: 500.5, lengthMm: null }] })
  await testDb.db.tx((write) =>
    sql`update material_lots set used_kg = 500 where id = ${lot.id}`.execute(write),
  )
  const found = await listLots(testDb.db.reads, keeper, { q: 'hn400' })
  expect(found).toMatchObject({ total: 2, sums: { kg: 2500.5, usedKg: 500, leftKg: 2000.5 } })
  expect(found.items.find(({ id }) => id === lot.id)).toMatchObject({ leftM: 90, location: 'A-01' })
  expect(found.items.find(({ heat }) => heat.no === 'S-2')).toMatchObject({ leftM: null, location: '' })

  const { version } = await person.lot(lot.id)
  const move = { version, location: 'C-07-2' }
  await testDb.db.tx((write) => placeLot(write, keeper, lot.id, move))
  expect((await listLots(testDb.db.reads, keeper, { q: 'c-07' })).items).toMatchObject([{ id: lot.id }])
  await expect(testDb.db.tx((write) => placeLot(write, keeper, lot.id, move))).rejects.toMatchObject({
    code: 'version.conflict',
  })
})
