import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { planOf } from '../../../test/plan-of.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { limitOf } from '../../platform/db/list-page.ts'
import { openDemandsOf } from '../quality-records/public.ts'
import { now } from '../orders/orders.fixtures.ts'
import { packPieces } from '../shipping/pack-pieces.ts'
import { newPackages, openYard, shipper, type Yard } from '../shipping/shipping.fixtures.ts'
import {
  addTrialPhotos,
  moveTrial,
  releaseTrial,
  saveTrialReadings,
  setRequirement,
} from './release-trial.ts'
import { changeTrial, createTrial } from './save-trial.ts'
import { listTrials, oneTrial, requirementsOf, trialsOf, trialsWhere } from './trials.queries.ts'

const planner = testActor({
  userId: '41',
  cnName: '计划',
  tags: ['quality.view', 'order.view', 'order.edit'],
})
const inspector = testActor({
  userId: '42',
  cnName: '检验',
  tags: ['quality.view', 'quality.inspect', 'quality.judge'],
})
const chief = testActor({ ...inspector, userId: '43', cnName: '质检长' })

let testDb: TestDatabase
let yard: Yard
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  yard = await openYard(testDb.db, { pieces: 3 })
})
afterAll(() => testDb.close())

type Input = Parameters<typeof createTrial>[2]
const measurement = (name: string, more: Partial<Input['measurements'][number]> = {}) => ({
  id: null,
  name,
  clause: '设计文件 3.2',
  unit: 'mm',
  nominal: 12_000,
  lowerTol: -3,
  upperTol: 5,
  ...more,
})
const input = (more: Partial<Input> = {}): Input => ({
  orderId: yard.orderId,
  name: '桁架 T1',
  heldOn: '2026-03-20',
  place: '北场地',
  participants: '监理 李工',
  note: '',
  pieces: [{ piece: 'gl-1-001', position: 'A/1' }],
  measurements: [measurement('跨度'), measurement('错边', { nominal: 0, lowerTol: null, upperTol: 2 })],
  ...more,
})
const create = (more: Partial<Input> = {}) =>
  testDb.db.tx((write) => createTrial(write, planner, input(more), ordersForQuality, now))
const one = (id: string, actor = planner) => oneTrial(testDb.db.reads, actor, id)
/** Measures all values in their order; those left out stay as they are. */
const measure = async (id: string, ...values: (number | null)[]) => {
  const { values: lines, version } = await one(id)
  const items = values.map((measured, at) => ({ id: lines[at]?.id ?? '0', measured }))
  await testDb.db.tx((write) => saveTrialReadings(write, inspector, id, { version, items }, now))
}
const release = async (id: string, actor = chief, version?: number) => {
  const at = version ?? (await one(id)).version
  await testDb.db.tx((write) => releaseTrial(write, actor, id, { version: at, result: '合格' }, now))
}
const move = async (id: string, step: 'reopen' | 'cancel', actor = chief) => {
  const { version } = await one(id)
  await testDb.db.tx((write) => moveTrial(write, actor, id, { step, version, reason: '重测' }))
}
const refused = (reason: string) => ({ facts: { params: { reason } } })

test('what is laid out is measured, judged by its limits and released by somebody else', async () => {
  const id = await create()
  expect(await one(id, chief)).toMatchObject({
    no: 'TA-2026-00001',
    status: 'open',
    laidOut: [{ serial: 'GL-1-001', position: 'A/1' }],
    can: { release: 'trial.not_measured', edit: true, cancel: 'permission.denied' },
  })
  await measure(id, 12_005, 2.001)
  expect((await one(id)).values.map(({ verdict }) => verdict)).toEqual(['pass', 'fail'])
  await expect(release(id)).rejects.toMatchObject(refused('trial.failed'))
  await measure(id, 12_005, 2)
  await expect(release(id, inspector)).rejects.toMatchObject(refused('four_eyes.trial_release'))
  const { version } = await one(id)
  await expect(release(id, chief, version - 1)).rejects.toMatchObject({ code: 'version.conflict' })
  await release(id)
  expect(await one(id, inspector)).toMatchObject({
    status: 'released',
    result: '合格',
    releasedBy: '质检长',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    can: { measure: 'trial.not_open', edit: 'trial.not_open', reopen: true },
  })
  await expect(measure(id, 12_000)).rejects.toMatchObject(refused('trial.not_open'))
  await move(id, 'reopen')
  expect(await one(id)).toMatchObject({ status: 'open', releasedAt: null, hash: null, reason: '重测' })
})

test('a record changes with its limits judged again, refuses pieces of other orders, and can be cancelled', async () => {
  const id = await create()
  await measure(id, 12_004)
  const { version, values } = await one(id)
  const { orderId: _order, ...facts } = input({
    measurements: [measurement('跨度', { id: values[0]?.id ?? null, upperTol: 3 })],
  })
  const change = (more: Partial<Input> = {}, at = version) =>
    testDb.db.tx((write) =>
      changeTrial(write, inspector, id, { version: at, ...facts, ...more }, ordersForQuality),
    )
  const elsewhere = await openYard(testDb.db, { pieces: 1 })
  await expect(change({ pieces: [{ piece: 'GL-9', position: '' }] })).rejects.toMatchObject(
    refused('trial.unknown_piece'),
  )
  await expect(
    change({ pieces: [{ piece: elsewhere.pieceIds[0] ?? '', position: '' }] }),
  ).rejects.toMatchObject(refused('trial.unknown_piece'))
  await change()
  expect(await one(id)).toMatchObject({ values: [{ measured: 12_004, verdict: 'fail' }] })
  await testDb.db.tx((write) =>
    addTrialPhotos(
      write,
      inspector,
      id,
      [{ fileName: 'a.png', type: 'image/png', bytes: 10, sha256: 'a'.repeat(64) }],
      now,
    ),
  )
  expect((await one(id)).photos).toMatchObject([{ name: 'a.png', addedBy: '检验' }])
  await move(id, 'cancel', planner)
  expect(await listTrials(testDb.db.reads, planner, { q: 't1', status: ['cancelled'] })).toMatchObject({
    total: 1,
    items: [{ id, measurements: { total: 1, measured: 1, failed: 1 } }],
  })
  expect((await listTrials(testDb.db.reads, { ...planner, plantId: 2 }, {})).total).toBe(0)
})

test('pieces wait for a released trial assembly: one of the mark, or each', async () => {
  const [box] = await newPackages(testDb.db, yard.orderId)
  const demands: Parameters<typeof packPieces>[4] = (reads, plantId, pieces) =>
    openDemandsOf(reads, plantId, pieces, new Set(['trial_open']))
  const pack = async (remove = false) =>
    (
      await testDb.db.tx((write) =>
        packPieces(write, shipper, box?.id ?? '', { pieces: [...yard.pieceIds], remove }, demands),
      )
    ).map(({ outcome, reason }) => reason ?? outcome)
  const setScope = (scope: 'none' | 'mark' | 'piece' | null, mark = '', version: number | null = null) =>
    testDb.db.tx((write) => setRequirement(write, planner, yard.orderId, { mark, scope, version }))
  const waiting = 'pack.trial_open'

  await setScope('mark')
  expect(await pack()).toEqual([waiting, waiting, waiting])
  await setScope('none', 'GL-1')
  expect(await pack()).toEqual(['added', 'added', 'added'])
  await pack(true)
  await expect(setScope('piece', 'GL-1')).rejects.toMatchObject({ code: 'version.conflict' })
  await setScope(null, 'GL-1', 1)
  await expect(setScope('mark', 'ZZ')).rejects.toMatchObject({ code: 'not_found' })

  const id = await create()
  await measure(id, 12_000, 0)
  expect(await pack()).toEqual([waiting, waiting, waiting])
  await release(id)
  expect(await pack()).toEqual(['added', 'added', 'added'])
  await pack(true)
  await setScope('piece', '', 1)
  expect(await pack()).toEqual(['added', waiting, waiting])
  await pack(true)
  await move(id, 'reopen')
  expect(await pack()).toEqual([waiting, waiting, waiting])
  expect(await requirementsOf(testDb.db.reads, planner, yard.orderId)).toMatchObject({
    items: [{ mark: '', scope: 'piece', version: 2 }],
    can: { edit: true },
  })
})

test('an open non-conformance of a laid out piece keeps the release back', async () => {
  const id = await create()
  await measure(id, 12_000, 0)
  await testDb.db.tx(async (write) => {
    await sql`insert into defects (plant_id, code, names, updated_by_name) values (1, 'X', '{"zh":"x","en":"x","es":"x"}', 'x')`.execute(
      write,
    )
    await sql`
      insert into ncrs (plant_id, no, source, severity, defect_id, description, pieces, kg, search, raised_at, created_by_name, updated_by_name)
      select 1, 'NC-1', 'piece', 'minor', id, 'x', 1, 100, '', now(), 'x', 'x' from defects limit 1`.execute(
      write,
    )
    await sql`insert into ncr_pieces (ncr_id, piece_id, plant_id, order_id, serial) select id, ${yard.pieceIds[0]}, 1, ${yard.orderId}, 'GL-1-001'
      from ncrs`.execute(write)
  })
  await expect(release(id)).rejects.toMatchObject(refused('trial.ncr_open'))
})

test('the list reads by its indexes', async () => {
  await testDb.db.tx(async (write) => {
    await sql`
      insert into trial_assemblies (plant_id, no, order_id, name, held_on, updated_by_name)
      select 1, 'TB-' || n, ${yard.orderId}, 'x', date '2020-01-01' + n % 700, 'x' from generate_series(1, 5000) n`.execute(
      write,
    )
    await sql`analyze trial_assemblies`.execute(write)
  })
  const latest = sql`t.held_on desc, t.id desc`
  const all = trialsOf(trialsWhere(1, {}), latest, limitOf({}))
  expect(await planOf(testDb.db, all)).toMatch(/trial_assemblies_by_day/)
})
