import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { formOf, newInspection } from '../../../test/made-inspections.ts'
import { readRows } from '../../platform/db/handles.ts'
import { checkItems, uncheckItems, changeItem } from './save-item.ts'
import { limitsFor, listItems, oneItem } from './standard-items.queries.ts'
import { approveEdition, createEdition, retireEdition } from './save-edition.ts'
import { oneEdition } from './standards.queries.ts'

const manager = testActor({
  userId: '7',
  cnName: '质检科长',
  tags: ['quality.view', 'quality.inspect', 'quality.standards'],
})
const now = new Date('2026-03-20T04:00:00.000Z')
const text = { document: 'GB 50205-2020', clause: '', page: '61' }

let testDb: TestDatabase
let editionId: string
let inspection: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  inspection = (await newInspection(testDb.db)).id
  const [row] = await readRows(testDb.db.reads, sql<{ id: number }>`select id from standard_editions`)
  editionId = String(row?.id)
})
afterAll(() => testDb.close())

const edition = () => oneEdition(testDb.db.reads, manager, editionId)
const beams = async (verified?: 'true' | 'false') => {
  const query = { shape: 'beam' as const, ...(verified === undefined ? {} : { verified }) }
  return (await listItems(testDb.db.reads, manager, editionId, query)).items
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const check = async (itemIds: string[], over: object = {}) => {
  const { version } = await edition()
  await testDb.db.tx((write) =>
    checkItems(write, manager, editionId, { version, itemIds, ...text, ...over }, now),
  )
}
const undo = async (itemIds: string[]) => {
  const { version } = await edition()
  await testDb.db.tx((write) => uncheckItems(write, manager, editionId, { version, itemIds }))
}
const refused = (reason: string) => ({ facts: { params: expect.objectContaining({ reason }) } })

test('several rows are checked off at once with one source; each says who, when and where, and the edition counts them', async () => {
  expect(await edition()).toMatchObject({ items: 15, verified: 0, can: { verify: true } })
  const rows = await beams()
  const two = idsOf(rows).slice(0, 2)
  await check(two, { clause: '8.5.5' })
  const reported = { ...text, clause: '8.5.5', by: '质检科长', at: now.toISOString() }
  expect((await beams()).map(({ verified }) => verified)).toEqual([reported, reported, null])
  expect(idsOf(await beams('false'))).toEqual(idsOf(rows).slice(2))
  expect(idsOf(await beams('true'))).toEqual(two)
  const counted = await edition()
  expect(counted.verified).toBe(2)
  expect(counted.shapes.find(({ shape }) => shape === 'beam')).toMatchObject({ items: 3, verified: 2 })
  const limits = await limitsFor(testDb.db.reads, manager, { editionId, shape: 'beam' })
  expect(limits.items.map(({ verified }) => verified)).toEqual([true, true, false])
})

test('who was first stays; what was undone is to be verified again; both stand in the log', async () => {
  const ids = idsOf(await beams())
  await check(ids.slice(0, 1))
  await expect(check(ids)).rejects.toMatchObject(refused('item.verified'))
  expect(idsOf(await beams('true'))).toEqual(ids.slice(0, 1))
  await expect(undo(ids)).rejects.toMatchObject(refused('item.not_verified'))
  await undo(ids.slice(0, 1))
  expect(await edition()).toMatchObject({ verified: 0 })
  const log = await readRows(
    testDb.db.reads,
    sql<{
      action: string
      entry: string
    }>`select action, coalesce(before, after)::text as entry from audit_log
      where action in ('standard_items.verify', 'standard_items.unverify') order by id`,
  )
  expect(log.map(({ action }) => action)).toEqual(['standard_items.verify', 'standard_items.unverify'])
  for (const { entry } of log) expect(entry).toContain('GB 50205-2020')
})

test('a row of another edition is refused, and a form older than the figures', async () => {
  const [first] = idsOf(await beams())
  await expect(check([first ?? '', '999999'])).rejects.toMatchObject({ code: 'not_found' })
  await expect(check([first ?? ''], { version: 99 })).rejects.toMatchObject({ code: 'version.conflict' })
  expect(await edition()).toMatchObject({ verified: 0 })
})

test('a figure that changes is to be verified again; a copy of the edition keeps what was checked off', async () => {
  const [first, second] = await beams()
  await check([first?.id ?? '', second?.id ?? ''])
  const changed = await oneItem(testDb.db.reads, manager, first?.id ?? '')
  const { can: _can, id, editionId: _edition, position: _position, verified: _verified, ...facts } = changed
  const input = { ...facts, rule: { kind: 'max', v: '2' } as const }
  await testDb.db.tx((write) => changeItem(write, manager, id, input))
  expect(idsOf(await beams('true'))).toEqual([second?.id])
  const { standardId } = await edition()
  const copy = { no: '2020-2', validFrom: null, source: '', copyOf: editionId }
  const copied = await testDb.db.tx((write) => createEdition(write, manager, standardId, copy))
  expect(await oneEdition(testDb.db.reads, manager, copied)).toMatchObject({ items: 15, verified: 1 })
})

test('an approved edition is checked off too, a retired one is not', async () => {
  const { version } = await edition()
  await testDb.db.tx((write) => approveEdition(write, manager, { id: editionId, version, now }))
  await check(idsOf(await beams()))
  const approved = await edition()
  expect(approved).toMatchObject({ verified: 3, version: version + 1 })
  await testDb.db.tx((write) => retireEdition(write, manager, editionId, approved.version))
  await expect(undo(idsOf(await beams()))).rejects.toMatchObject(refused('edition.retired'))
})

test('a form says how many of its limits are to be verified, as they were when it was made', async () => {
  const open = async () => (await formOf(testDb.db, inspection)).unverified
  expect(await open()).toBe(3)
  const rows = (await listItems(testDb.db.reads, manager, editionId, { shape: 'beam' })).items
  await check(idsOf(rows))
  expect(await open()).toBe(0)
  // The form keeps the figure that it was made with: another one that is found in the text says nothing of it.
  const { can: _can, id, editionId: _e, position: _p, verified: _v, ...facts } = rows[0] ?? rows[1] ?? never()
  const input = { ...facts, rule: { kind: 'max', v: '2' } as const }
  await testDb.db.tx((write) => changeItem(write, manager, id, input))
  await check([id])
  expect(await open()).toBe(1)
})

const never = (): never => {
  throw new Error('a beam has items')
}
