import { sql } from 'kysely'
import type { FilmRule } from '@cloud-factory/domain/welding/weld-enums'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { blockedPieces } from '../conformity/conformity.queries.ts'
import { createRow, removeRow } from '../../platform/crud/crud-commands.ts'
import { measureCoat, removeCoat, judgeCoat, reopenCoat } from './change-coat.ts'
import { openCoat } from './open-coat.ts'
import { coatSpecCrud } from './coat-specs.ts'
import { listCoatPieces, listCoats, oneCoat } from './coats.queries.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const now = new Date('2026-03-20T04:00:00Z')
const tags = ['quality.view', 'quality.inspect', 'quality.judge']
const actor = testActor({ tags })
const judgeOfCoats = testActor({ userId: '2', tags })
const refused = (reason: string, params = {}) => ({
  code: 'state.refused',
  facts: { params: expect.objectContaining({ reason, ...params }) },
})
const thick = { type: 'thick' as const, designMm: 20 }

async function painted({ quantity = 4, fire = null as typeof thick | null, rule = 'spot' as FilmRule } = {}) {
  const { pieceIds, processes } = await madePieces(testDb.db, { quantity })
  const layers = [{ layer: 'primer' as const, product: '环氧富锌', minUm: 60 }]
  const spec = {
    code: 'C3',
    name: '室内',
    layers,
    minUm: 125,
    maxUm: null,
    allowanceUm: 25,
    rule,
    fire,
    active: true,
  }
  const specId = await testDb.db.tx((write) => createRow(coatSpecCrud, { write, actor, now }, spec))
  return { pieceIds, specId, processId: processes['PaintComp'] ?? 0 }
}

const open = async (
  specId: string,
  pieceIds: readonly number[],
  over: Partial<Parameters<typeof openCoat>[3]> = {},
): Promise<string> => {
  const climate = { airC: 20, humidity: 50, substrateC: 18.5 }
  const input = {
    specId,
    check: 'film' as const,
    appliedAt: now.toISOString(),
    note: '',
    ...climate,
    ...over,
  }
  const opened = { ...input, pieceIds: pieceIds.map(String) }
  return String(await testDb.db.tx((write) => openCoat(write, actor, ordersForQuality, opened, now)))
}
const grid = (value: string | null, first: string | null = value) =>
  [0, 1, 2, 3, 4].map((spot) => [spot === 0 ? first : value, value, value])
const measure = async (id: string, pieces: readonly number[], readings: (string | null)[][]) => {
  const { version } = await oneCoat(testDb.db.reads, actor, id)
  const input = { version, pieces: pieces.map((piece) => ({ pieceId: String(piece), readings })) }
  await testDb.db.tx((write) => measureCoat(write, actor, ordersForQuality, id, input))
}
const judge = async (id: string, by = judgeOfCoats, reason?: string) => {
  const { version } = await oneCoat(testDb.db.reads, actor, id)
  await testDb.db.tx((write) => judgeCoat(write, by, ordersForQuality, id, { version, reason }, now))
}
const reopen = async (id: string) => {
  const { version } = await oneCoat(testDb.db.reads, actor, id)
  await testDb.db.tx((write) =>
    reopenCoat(write, actor, ordersForQuality, id, { version, reason: '复测' }, now),
  )
}
const blocked = async (pieceIds: readonly number[], processId: number) =>
  (
    await blockedPieces(
      testDb.db.reads,
      1,
      pieceIds.map((pieceId) => ({ pieceId, processId })),
    )
  ).size

describe('a film', () => {
  it('of which one reading is far too thick is a question: a slip of the keyboard lifts a thin spot', async () => {
    const { pieceIds, specId } = await painted({ quantity: 1 })
    const id = await open(specId, pieceIds)
    await measure(id, pieceIds, grid('110', '1100'))
    await expect(judge(id)).rejects.toMatchObject(refused('unlikely.film', { value: 1100, most: 375 }))
    await judge(id, judgeOfCoats, '焊缝处补涂')
    expect((await oneCoat(testDb.db.reads, actor, id)).status).toBe('pass')
  })
  it('of a sample lets all pieces of its record through the gate; taken back, the gate shuts', async () => {
    const { pieceIds, specId, processId } = await painted()
    const id = await open(specId, pieceIds)
    expect(await oneCoat(testDb.db.reads, actor, id)).toMatchObject({
      no: 'CO-2026-00001',
      dewPointC: 9.3,
      sample: 3,
    })
    await expect(measure(id, pieceIds.slice(0, 1), grid('12500'))).rejects.toMatchObject({
      facts: { errors: [{ path: 'body.pieces.0.readings', reason: 'too_big', limit: 5000 }] },
    })
    await measure(id, pieceIds.slice(0, 2), grid('130'))
    await expect(judge(id)).rejects.toMatchObject(refused('coat.sample_short', { measured: 2, sample: 3 }))
    await measure(id, pieceIds.slice(2, 3), grid('130', null))
    await expect(judge(id)).rejects.toMatchObject(refused('coat.incomplete'))
    await measure(id, pieceIds.slice(2, 3), grid('100', '100.00'))
    expect(await blocked(pieceIds, processId)).toBe(4)
    expect((await oneCoat(testDb.db.reads, actor, id)).can.judge).toBe('four_eyes.coat_judge')
    await expect(judge(id, actor)).rejects.toMatchObject(refused('four_eyes.coat_judge'))
    await judge(id)
    expect(await oneCoat(testDb.db.reads, actor, id)).toMatchObject({ status: 'pass', measured: 3 })
    expect(await blocked(pieceIds, processId)).toBe(0)
    await expect(measure(id, pieceIds, grid('1'))).rejects.toMatchObject(refused('coat.judged'))
    await reopen(id)
    expect(await blocked(pieceIds, processId)).toBe(4)
    const { items } = await listCoatPieces(testDb.db.reads, actor, { id }, { q: '' })
    expect(items[2]?.readings[0]).toEqual(['100', '100', '100'])
  })

  it.each([
    ['iso_19840', '125', '150', 'pass'],
    ['iso_19840', '110', '124.99', 'fail'],
    ['ninety_ten', '112.5', '125', 'pass'],
    ['ninety_ten', '112.49', '150', 'fail'],
  ] as const)(
    'is judged by the rule of its specification: %s, one of fifteen at %s, the others at %s: %s',
    async (rule, low, value, status) => {
      const { pieceIds, specId } = await painted({ rule })
      const id = await open(specId, pieceIds.slice(0, 1))
      expect(await oneCoat(testDb.db.reads, actor, id)).toMatchObject({ limits: { rule } })
      const { items } = await listCoatPieces(testDb.db.reads, actor, { id }, {})
      const existing = items[0]?.readings ?? []
      expect(existing.flat()).toHaveLength(15)
      const read = existing.map((spot, at) => spot.map((_, point) => (at + point === 0 ? low : value)))
      await measure(id, pieceIds.slice(0, 1), read)
      await judge(id)
      expect(await oneCoat(testDb.db.reads, actor, id)).toMatchObject({ status })
    },
  )

  it('too thin on one measured piece fails all', async () => {
    const { pieceIds, specId, processId } = await painted()
    const id = await open(specId, pieceIds)
    await measure(id, pieceIds.slice(0, 3), grid('125'))
    await measure(id, pieceIds.slice(0, 1), grid('125', '49.99'))
    await judge(id)
    const { items } = await listCoatPieces(testDb.db.reads, actor, { id }, {})
    expect(items.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail', 'fail'])
    expect(await blocked(pieceIds, processId)).toBe(4)
    // A second coat of the pieces that were painted again opens it.
    const again = await open(specId, pieceIds)
    await measure(again, pieceIds, grid('140'))
    await judge(again)
    expect(await blocked(pieceIds, processId)).toBe(0)
    expect((await listCoats(testDb.db.reads, actor, { status: ['fail'] })).total).toBe(1)
  })

  it('is not enough where the specification has a fire coating too', async () => {
    const { pieceIds, specId, processId } = await painted({ fire: thick })
    const film = await open(specId, pieceIds)
    await measure(film, pieceIds, grid('130'))
    await judge(film)
    expect(await blocked(pieceIds, processId)).toBe(4)
    const fire = await open(specId, pieceIds, { check: 'fire' })
    // Beams of 6 m: two sections of six readings.
    const { items } = await listCoatPieces(testDb.db.reads, actor, { id: fire }, {})
    const [existing = []] = items.map(({ readings }) => readings)
    expect(existing.map((section) => section.length)).toEqual([6, 6])
    await expect(measure(fire, pieceIds, grid('20'))).rejects.toMatchObject({ code: 'request.invalid' })
    const read = existing.map((section, at) => section.map((_, point) => (at + point === 0 ? '17' : '20')))
    await measure(fire, pieceIds, read)
    expect(await oneCoat(testDb.db.reads, actor, fire)).toMatchObject({ measured: 4 })
    await judge(fire)
    expect(await blocked(pieceIds, processId)).toBe(0)
  })
})

it('of ISO 19840 asks for as many readings as the area of the piece needs', async () => {
  const { pieceIds, specId } = await painted({ rule: 'iso_19840' })
  await testDb.db.tx((write) => sql`update marks set area_m2 = 31`.execute(write))
  const id = await open(specId, pieceIds)
  const { items } = await listCoatPieces(testDb.db.reads, actor, { id }, {})
  expect(items.map(({ readings }) => readings.flat().length)).toEqual([30, 30, 30, 30])
})

describe('a record is refused', () => {
  it('when the steel was too near the dew point or the air too humid, with the figures', async () => {
    const { pieceIds, specId } = await painted()
    await expect(open(specId, pieceIds, { substrateC: 12.2 })).rejects.toMatchObject(
      refused('coat.too_near_dew', { dewPoint: 9.3, substrate: 12.2 }),
    )
    await expect(open(specId, pieceIds, { humidity: 85.1, substrateC: 30 })).rejects.toMatchObject(
      refused('coat.too_humid', { humidity: 85.1 }),
    )
  })
  it('when it is dated before the release of the order', async () => {
    const { pieceIds, specId } = await painted()
    await expect(open(specId, pieceIds, { appliedAt: '2025-03-20T04:00:00Z' })).rejects.toMatchObject(
      refused('coat.before_release', { piece: 'GL-1-001' }),
    )
  })
  it('for pieces of two orders, for unknown ones, for a fire coating that is not specified', async () => {
    const { pieceIds, specId } = await painted()
    const other = await madePieces(testDb.db, { no: 'W-2', project: 'P-2' })
    await expect(open(specId, [...pieceIds, ...other.pieceIds])).rejects.toMatchObject(
      refused('coat.other_order'),
    )
    await expect(open(specId, [99_999])).rejects.toMatchObject({ code: 'not_found' })
    await expect(open(specId, pieceIds, { check: 'fire' })).rejects.toMatchObject(refused('coat.no_fire'))
  })
})

it('an old form loses; a draft is deleted, and then its specification', async () => {
  const { pieceIds, specId } = await painted()
  const id = await open(specId, pieceIds)
  await measure(id, pieceIds, grid('130'))
  const remove = (version: number) =>
    testDb.db.tx((write) => removeCoat(write, actor, ordersForQuality, id, version))
  const removeSpec = () => testDb.db.tx((write) => removeRow(coatSpecCrud, { write, actor, now }, specId, 1))
  await expect(remove(1)).rejects.toMatchObject({ code: 'version.conflict' })
  await expect(removeSpec()).rejects.toMatchObject({ code: 'in_use' })
  await remove(2)
  await removeSpec()
  expect((await listCoats(testDb.db.reads, actor, {})).total).toBe(0)
})
