import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { listRows } from '../../platform/crud/crud.ts'
import { removeRow } from '../../platform/crud/crud-commands.ts'
import { removeWeld, updateWeld, giveWelds } from './change-weld.ts'
import { recordWelded, reopenWeld } from './record-welded.ts'
import { certificateCrud, welderCrud } from './welders.ts'
import { hours, inspector, noon, weld, weldingShop } from './welds.fixtures.ts'
import { listWelds, oneWeld, pieceWithWelds, templateOf } from './welds.queries.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const refused = (reason: string, params = {}) => ({
  code: 'state.refused',
  facts: { params: expect.objectContaining({ reason, ...params }) },
})
const give = (pieceIds: readonly number[], welds = [weld('W1'), weld('W2')]) =>
  testDb.db.tx((write) =>
    giveWelds(write, inspector, ordersForQuality, { pieceIds: pieceIds.map(String), welds }, noon),
  )
const register = (query = {}) => listWelds(testDb.db.reads, inspector, query)

describe('welds of pieces', () => {
  it('are given in bulk; what a piece has stays, and its mark remembers', async () => {
    const { pieceIds, orderId } = await madePieces(testDb.db, { quantity: 3 })
    expect(await give(pieceIds.slice(0, 2))).toEqual({ added: 4, kept: 0 })
    expect(await give(pieceIds)).toEqual({ added: 2, kept: 4 })
    expect((await register()).total).toBe(6)
    const [piece] = await ordersForQuality.pieces(testDb.db.reads, 1, pieceIds)
    const query = { orderId: String(orderId), state: ['open' as const], q: piece?.serial ?? '' }
    expect((await register(query)).total).toBe(2)
    const { welds } = await templateOf(testDb.db.reads, 1, String(piece?.markId))
    expect(welds.map(({ no }) => no)).toEqual(['W1', 'W2'])
    const scanned = await pieceWithWelds(testDb.db.reads, inspector, ordersForQuality, piece?.serial ?? '')
    expect(scanned).toMatchObject({ serial: piece?.serial, welds: [{ no: 'W1' }, { no: 'W2' }] })
  })
  it('are of one mark, of pieces that are there, with numbers of their own', async () => {
    const { pieceIds } = await madePieces(testDb.db)
    const other = await madePieces(testDb.db, { no: 'W-2', project: 'P-2' })
    await expect(give([...pieceIds, ...other.pieceIds])).rejects.toMatchObject(refused('weld.other_mark'))
    await expect(give([99_999])).rejects.toMatchObject({ code: 'not_found' })
    await expect(give(pieceIds, [weld('W1'), weld('W1')])).rejects.toMatchObject({ code: 'request.invalid' })
  })
})

describe('who welded', () => {
  const weldedBy = (
    weldIds: readonly string[],
    welderIds: readonly string[],
    wpsId: string | null,
    at = noon,
  ) =>
    testDb.db.tx((write) =>
      recordWelded(
        write,
        inspector,
        ordersForQuality,
        { weldIds: [...weldIds], welderIds: [...welderIds], wpsId, weldedAt: at.toISOString() },
        noon,
      ),
    )

  it('must have been qualified on the day; all or none', async () => {
    const { pieceIds } = await madePieces(testDb.db)
    const { welder, expired, wps } = await weldingShop(testDb.db)
    await testDb.db.tx((write) => sql`update orders set released_at = '2026-02-20T00:00:00Z'`.execute(write))
    await give(pieceIds.slice(0, 1), [weld('W1'), weld('W2', { thicknessMm: 50 })])
    const ids = (await register({ sort: 'no' })).items.map(({ id }) => id)
    await expect(weldedBy(ids.slice(0, 1), [welder, expired], wps)).rejects.toMatchObject(
      refused('welder.expired', { welder: 'H02 H02', until: '2026-02-28' }),
    )
    // Before its last day the same welder may be named.
    await expect(weldedBy(ids, [expired], wps, new Date('2026-02-28T04:00:00Z'))).rejects.toMatchObject(
      refused('weld.wps_thickness', { thickness: 50 }),
    )
    expect((await register({ state: ['open'] })).total).toBe(2)
    await weldedBy(ids.slice(0, 1), [expired], wps, new Date('2026-02-28T04:00:00Z'))
    expect(await oneWeld(testDb.db.reads, inspector, ids[0] ?? '')).toMatchObject({
      state: 'due',
      demandMm: 700,
      wps: 'WPS-01 A',
      welders: [{ code: 'H02' }],
    })
    await expect(weldedBy(ids.slice(0, 1), [welder], wps)).rejects.toMatchObject(refused('weld.welded'))
    await expect(weldedBy(ids.slice(1), [welder], null, hours(1))).rejects.toMatchObject(
      refused('weld.future'),
    )
    await expect(
      weldedBy(ids.slice(1), [expired], null, new Date('2026-02-18T04:00:00Z')),
    ).rejects.toMatchObject(refused('weld.before_release', { piece: 'GL-1-001' }))
  })

  it('is taken back while nothing was tested; then the weld may be deleted', async () => {
    const { pieceIds } = await madePieces(testDb.db)
    const { welder, wps } = await weldingShop(testDb.db)
    await give(pieceIds.slice(0, 1), [weld('W1')])
    const id = (await register()).items[0]?.id ?? ''
    await weldedBy([id], [welder], wps)
    const remove = (version: number) =>
      testDb.db.tx((write) => removeWeld(write, inspector, ordersForQuality, id, version, noon))
    await expect(remove(2)).rejects.toMatchObject(refused('weld.welded'))
    await expect(
      testDb.db.tx((write) => removeRow(welderCrud, { write, actor: inspector, now: noon }, welder, 1)),
    ).rejects.toMatchObject({ code: 'in_use' })
    await testDb.db.tx((write) =>
      reopenWeld(write, inspector, ordersForQuality, id, { version: 2, reason: '焊工录错' }, noon),
    )
    await expect(remove(2)).rejects.toMatchObject({ code: 'version.conflict' })
    await remove(3)
    expect((await register()).total).toBe(0)
  })
})

it('a weld is changed and planned anew; a number stays unique in its piece', async () => {
  const { pieceIds } = await madePieces(testDb.db)
  await give(pieceIds.slice(0, 1))
  const [one, two] = (await register({ sort: 'no' })).items
  const change = (version: number, over: object) =>
    testDb.db.tx((write) =>
      updateWeld(write, inspector, ordersForQuality, one?.id ?? '', { version, ...weld('W1', over) }, noon),
    )
  await change(1, { class: '1', lengthMm: 900 })
  expect(await oneWeld(testDb.db.reads, inspector, one?.id ?? '')).toMatchObject({
    demandMm: 900,
    version: 2,
  })
  await expect(change(1, {})).rejects.toMatchObject({ code: 'version.conflict' })
  const long = { lengthMm: 90_000 }
  await expect(change(2, long)).rejects.toMatchObject({
    facts: { params: { reason: 'unlikely.weld', value: 90_000 } },
  })
  await expect(give(pieceIds, [weld('W3', long)])).rejects.toMatchObject(refused('unlikely.weld'))
  await change(2, { ...long, reason: '环焊缝总长' })
  const { rows } = await testDb.db.tx((write) =>
    sql<{ reason: string }>`select after ->> 'reason' as reason from audit_log where action = 'welds.update'
      order by id desc limit 1`.execute(write),
  )
  expect(rows).toEqual([{ reason: '环焊缝总长' }])
  await expect(change(3, { no: two?.no })).rejects.toMatchObject({ code: 'duplicate' })
})

it('certificates are told before they end', async () => {
  await weldingShop(testDb.db)
  const list = async (now: string) => {
    const { items } = await listRows(
      certificateCrud,
      testDb.db.reads,
      { actor: inspector, now: new Date(now) },
      {},
    )
    return items.map(({ no, state, daysLeft }) => [no, state, daysLeft])
  }
  expect(await list('2026-03-20T04:00:00Z')).toEqual([
    ['C-H02', 'expired', -20],
    ['C-H01', 'valid', 286],
  ])
  expect(await list('2026-11-01T16:00:00Z')).toEqual([
    ['C-H02', 'expired', -247],
    ['C-H01', 'soon', 59],
  ])
})
