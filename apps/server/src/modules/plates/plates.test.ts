import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlateResultRecord } from '@cloud-factory/contract/plates/plates'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { quarantineLot } from '../material/change-lot.ts'
import { keeper, materialPerson } from '../material/material.fixtures.ts'
import { filesIn, importPartFile } from '../order-import/bundle.fixtures.ts'
import { nc1Of } from '../order-import/parsing/import.fixtures.ts'
import { newProject, now, planner } from '../orders/orders.fixtures.ts'
import { partDisagreements, partOf, reportPart, setParts } from '../parts/parts.fixtures.ts'
import { foreman, releasedOrder } from '../production/work.fixtures.ts'
import { applyResult } from './apply-plate-result.ts'
import { undoResult } from './undo-plate-result.ts'
import { plateBundle } from './plate-bundle.ts'
import { listPlateDemand } from './plate-demand.queries.ts'
import { listPlateJobs, listPlateRemnants, onePlateJob } from './plate-jobs.queries.ts'
import { previewResult } from './plate-result.ts'
import { createPlateJob, endPlateJob } from './save-plate-job.ts'

let testDb: TestDatabase
let folder = ''
let steel: ReturnType<typeof materialPerson>
let [project, order] = ['', '']
beforeAll(async () => {
  testDb = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'plates-'))
})
beforeEach(async () => {
  await testDb.wipe()
  steel = materialPerson(testDb.db, ordersForQuality)
  project = await newProject(testDb.db)
  order = await releasedOrder(testDb.db, project)
  // Of each of the two girders: two plates and one with holes, 400 × 300 × 20, 18.84 kg each.
  await setParts(testDb.db, order, [
    { part: 'p', perMark: 2 },
    { part: 'd', holes: 4 },
  ])
})
afterAll(async () => {
  await testDb.close()
  await rm(folder, { recursive: true })
})

const everything = {
  groups: [{ thicknessMm: 20, grade: 'Q355B' }],
  orderIds: [],
  dueUntil: null,
  onlyWithFile: false,
}
const create = async (change: object = {}) => {
  const id = await testDb.db.tx((write) =>
    createPlateJob(write, planner, { ...everything, note: '', ...change }, now),
  )
  return onePlateJob(testDb.db.reads, planner, id)
}
const one = (id: string) => onePlateJob(testDb.db.reads, foreman, id)
const end = (id: string, step: 'close' | 'cancel', version: number) =>
  testDb.db.tx((write) => endPlateJob(write, planner, id, { step, version }))
const row = (change: Partial<PlateResultRecord>): PlateResultRecord => ({
  job: '',
  part: 'p',
  order: '',
  mark: '',
  quantity: 1,
  plate: '',
  heat: 'H1',
  remnantLength: null,
  remnantWidth: null,
  location: '',
  ...change,
})
const apply = (id: string, rows: Partial<PlateResultRecord>[], repeated = false) =>
  testDb.db.tx((write) =>
    applyResult(write, foreman, id, { file: 'cut.csv', records: rows.map(row), repeated }, now),
  )
const undo = (id: string) => testDb.db.tx((write) => undoResult(write, foreman, id, '板号错', now))
const preview = async (id: string, text: string) => {
  const path = join(folder, randomUUID())
  await writeFile(path, text)
  const files = [{ name: 'cut.csv', path, bytes: text.length }]
  return previewResult(testDb.db.reads, foreman, id, { files, signal: AbortSignal.timeout(20_000) })
}
const demand = async () => {
  const { items } = await listPlateDemand(testDb.db.reads, planner, {})
  return items[0]
}
const remnants = async () => (await listPlateRemnants(testDb.db.reads, planner, {})).items
const refused = (reason: string) => ({ facts: { params: { reason } } })
const part = (name: string) => partOf(testDb.db, foreman, order, name)
const lotKg = async (id: string) => (await steel.lot(id)).leftKg

test('demand becomes a job, its parts are nested, and nobody nests them twice', async () => {
  expect(await demand()).toMatchObject({
    thicknessMm: 20,
    grade: 'Q355B',
    orders: 1,
    missing: 6,
    missingM2: 0.72,
    missingKg: 113,
    withFile: 0,
    withoutFile: 6,
  })
  const job = await create({ note: '等离子' })
  expect(job).toMatchObject({ status: 'open', pieces: 6, cut: 0, kg: 113.04, can: { cancel: true } })
  expect(job.parts.map(({ part: name, quantity, widthMm }) => [name, quantity, widthMm])).toEqual([
    ['d', 2, 300],
    ['p', 4, 300],
  ])
  expect(await demand()).toMatchObject({ nested: 6, missing: 0 })
  await expect(create()).rejects.toMatchObject(refused('nest.nothing_missing'))
  await expect(end(job.id, 'close', job.version)).rejects.toMatchObject(refused('plate.nothing_cut'))
  await end(job.id, 'cancel', job.version)
  expect(await demand()).toMatchObject({ nested: 0, missing: 6 })
  expect(await listPlateJobs(testDb.db.reads, planner, { q: '等离', status: ['cancelled'] })).toMatchObject({
    total: 1,
  })
})

test('two jobs of the same parts at once: one of them gets them', async () => {
  const jobs = await Promise.allSettled([create(), create()])
  expect(jobs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await demand()).toMatchObject({ nested: 6, missing: 0 })
})

test('the bundle has the part files, the list of parts and a result to fill in', async () => {
  const { db } = testDb
  const hole = ['BO', '  v  100.00o  100.00  22.00  0.00', 'EN']
  const file = nc1Of(
    { mark: 'F-1', quantity: '2', length: '400.00', profile: 'PL20*300', grade: 'Q355B' },
    hole,
  )
  const drawn = await releasedOrder(db, project, { no: 'W-2' })
  await setParts(db, drawn, [{ part: 'F-1' }])
  const store = await importPartFile(db, drawn, 'F-1.nc1', file)
  const job = await create({ orderIds: [drawn] })
  const bundle = await plateBundle(db.reads, store, planner, job.id)
  const found = await filesIn(bundle)
  expect(bundle.name).toBe(`${job.no}.zip`)
  expect([...found.keys()]).toEqual(['parts.csv', 'result.csv', 'W-2_F-1.nc1'])
  expect(found.get('W-2_F-1.nc1')).toBe(file)
  expect(found.get('parts.csv')).toContain(`${job.no},F-1,GL-1,W-2,2,Q355B,20,400,400,18.84,,W-2_F-1.nc1`)
  expect(await preview(job.id, found.get('result.csv') ?? '')).toMatchObject({
    missing: [],
    rows: [{ state: 'new' }],
  })
})

test('a result is checked by row before anything is written', async () => {
  await steel.released({ profile: 'PL20', thicknessMm: '20', kg: 1200, pieces: 2 })
  await steel.released({ profile: 'PL16', thicknessMm: '16', heatNo: 'H16' })
  const job = await create()
  const { rows, applied } = await preview(
    job.id,
    [
      '作业;零件编号;数量;钢板炉批号;余料长 (mm);余料宽 (mm)',
      ';p;2;h1;1500;2000',
      ';p;3;H1;;',
      ';x;1;H1;;',
      ';d;1;H9;;',
      ';d;1;H16;;',
      'PJ-1999-1;d;1;H1;;',
      ';d;0;H1;;',
      ';d;1;H1;1500;',
    ].join('\n'),
  )
  expect(applied).toBeNull()
  expect(rows.map(({ errors }) => errors.map(({ field, reason }) => `${field} ${reason}`).join())).toEqual([
    '',
    'quantity plate.too_many',
    'part plate.unknown_part',
    'heat plate.unknown_heat',
    'heat lot.other_thickness',
    'job plate.other_job',
    'quantity too_small.number',
    'remnantWidth missing',
  ])
  expect(await demand()).toMatchObject({ nested: 6, cut: 0 })
  await expect(apply(job.id, [{ part: 'p', quantity: 2 }, { part: 'x' }])).rejects.toMatchObject(
    refused('plate.unknown_part'),
  )
  expect(await one(job.id)).toMatchObject({ cut: 0, results: [] })
})

test('cut parts have their heat, the lot loses the plate, its remnant is in stock and is cut later', async () => {
  const lot = await steel.released({ profile: 'PL20', thicknessMm: '20', kg: 1200, pieces: 2 })
  const job = await create()
  await apply(job.id, [
    { part: 'p', quantity: 3, remnantLength: 1500, remnantWidth: 2000, location: 'R-1' },
    { part: 'd', quantity: 1, remnantLength: 1500, remnantWidth: 2000 },
  ])
  expect(await part('p')).toMatchObject({ cut: 3, processed: 3, nested: 1 })
  expect(await part('d')).toMatchObject({ cut: 1, processed: 0, nested: 1 })
  // 600 kg for a plate, of which 471 kg came back.
  expect(await lotKg(lot.id)).toBe(1071)
  const [remnant] = await remnants()
  expect(remnant).toMatchObject({
    lengthMm: 1500,
    widthMm: 2000,
    kg: 471,
    heat: 'H1',
    location: 'R-1',
    status: 'available',
  })
  await apply(job.id, [
    { part: 'p', plate: `P${remnant?.id}`, heat: '' },
    { part: 'd', plate: `p${remnant?.id}`, heat: '' },
  ])
  expect(await one(job.id)).toMatchObject({
    status: 'cut',
    cut: 6,
    can: { report: 'plate.job_cut' },
  })
  expect(await remnants()).toMatchObject([{ status: 'cut' }])
  expect(await lotKg(lot.id)).toBe(600)
  expect(await partDisagreements(testDb.db)).toEqual([])
})

test('the same rows twice are recognised; another plate cut in the same way is confirmed', async () => {
  await steel.released({ profile: 'PL20', thicknessMm: '20', kg: 1200, pieces: 2 })
  const job = await create()
  await apply(job.id, [{ quantity: 1 }])
  await expect(apply(job.id, [{ quantity: 1 }])).rejects.toMatchObject(refused('plate.applied_before'))
  expect(await preview(job.id, 'part,quantity,heat\np,1,H1')).toMatchObject({
    applied: { job: job.no, by: '王班长' },
  })
  const twice = await Promise.allSettled([apply(job.id, [{ quantity: 2 }]), apply(job.id, [{ quantity: 2 }])])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // Both plates are cut.
  await expect(apply(job.id, [{ quantity: 1 }], true)).rejects.toMatchObject({
    facts: { params: { reason: 'plate.none_left' } },
  })
})

test('a result is undone while its parts and remnants are there', async () => {
  const lot = await steel.released({ profile: 'PL20', thicknessMm: '20', kg: 1200, pieces: 2 })
  const job = await create()
  await apply(job.id, [
    { quantity: 4, remnantLength: 1000, remnantWidth: 1000 },
    { part: 'd', quantity: 2 },
  ])
  const { results } = await one(job.id)
  const id = results[0]?.id ?? ''
  await reportPart(testDb.db, foreman, order, 'kit', ['p', 1])
  await expect(undo(id)).rejects.toMatchObject(refused('part.used_further'))
  await testDb.db.tx((write) => sql`update part_counts set kitted = 0`.execute(write))
  await undo(id)
  expect(await one(job.id)).toMatchObject({ status: 'open', cut: 0, results: [{ undone: { by: '王班长' } }] })
  expect(await part('p')).toMatchObject({ cut: 0, processed: 0, nested: 4 })
  expect([await remnants(), await lotKg(lot.id)]).toEqual([[], 1200])
  await expect(undo(id)).rejects.toMatchObject(refused('work.undone'))
  // The same file may be applied again, and the job closed without the parts that are not cut.
  await apply(job.id, [{ quantity: 3, plate: '1' }])
  const open = await one(job.id)
  await end(job.id, 'close', open.version)
  expect(await demand()).toMatchObject({ nested: 0, cut: 3, missing: 3 })
  await expect(undo(open.results[0]?.id ?? '')).rejects.toMatchObject(refused('plate.job_closed'))
})

test('steel without a heat, of a blocked lot, or more than a plate weighs reaches no part', async () => {
  const lot = await steel.released({ profile: 'PL20', thicknessMm: '20', kg: 120, pieces: 2 })
  const job = await create()
  await expect(apply(job.id, [{ quantity: 4 }])).rejects.toMatchObject({
    facts: { params: { reason: 'plate.too_heavy', kg: 60 } },
  })
  await testDb.db.tx((write) =>
    sql`insert into material_projects (plant_id, project_id, heat, retest) values (1, ${project}, true, false)`.execute(
      write,
    ),
  )
  await expect(apply(job.id, [{ heat: '' }])).rejects.toMatchObject({
    facts: { params: { reason: 'part.heat_missing' } },
  })
  const { version } = await steel.lot(lot.id)
  await testDb.db.tx((write) => quarantineLot(write, keeper, lot.id, { version, note: '复检' }, now))
  await expect(apply(job.id, [{}])).rejects.toMatchObject({
    facts: { params: { reason: 'nest.lot_blocked' } },
  })
  expect(await one(job.id)).toMatchObject({ cut: 0 })
})
