import { describe, expect, test } from 'vitest'
import { testActor } from '../../apps/server/test/actor.ts'
import { at, newStandard } from '../../apps/server/test/made-inspections.ts'
import {
  approveEdition,
  createEdition,
  deleteEdition,
  updateEdition,
} from '../../apps/server/src/modules/standards/save-edition.ts'
import { addItem, orderItems, removeItem } from '../../apps/server/src/modules/standards/save-item.ts'
import { listItems } from '../../apps/server/src/modules/standards/standard-items.queries.ts'
import { listEditions, oneEdition } from '../../apps/server/src/modules/standards/standards.queries.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Database, Write } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('standards')
const db = found as Database
const tags = ['quality.view', 'quality.standards']
const keeper = testActor({ userId: '21', cnName: '标准员', tags })
const chief = testActor({ userId: '22', cnName: '质检主任', tags })
let number = 0

/** A draft edition with 15 items, and the input that a command needs for it. */
async function draft() {
  number += 1
  const id = String(await newStandard(db, `T ${number}`))
  const { version, standardId } = await oneEdition(db.reads, keeper, id)
  const { items } = await listItems(db.reads, keeper, id, { shape: 'beam' })
  return { id, version, standardId, items }
}
const tx = (work: (write: Write) => Promise<unknown>) => db.tx(work)
const edition = (id: string) => oneEdition(db.reads, keeper, id)
const newItem = {
  shape: 'beam' as const,
  stages: [],
  names: { zh: '挠度', en: 'Deflection', es: 'Flecha' },
  class: 'general' as const,
  measures: 'deviation' as const,
  nominalOf: null,
  rule: { kind: 'max' as const, v: '2' },
  optional: false,
  unit: 'mm',
  tool: '',
  method: '',
  points: 1,
  sampling: '',
  clause: '',
  certainty: 'memory' as const,
  source: '',
}

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('two approve one draft: it was approved once, by one of them', async () => {
    const { id, version } = await draft()
    const approve = (actor: typeof keeper) =>
      tx((write) => approveEdition(write, actor, { id, version, now: at }))
    const ends = await outcomes([approve(keeper), approve(chief), approve(keeper)])
    expect(ends.toSorted()).toEqual(['done', 'version.conflict', 'version.conflict'])
    const name = ends[1] === 'done' ? chief.cnName : keeper.cnName
    expect(await edition(id)).toMatchObject({ status: 'approved', version: version + 1, approvedBy: name })
  })

  test('an item is changed while its edition is approved: what was approved never changes after', async () => {
    const { id, version, items } = await draft()
    const [, second] = items
    const ends = await outcomes([
      tx((write) => approveEdition(write, chief, { id, version, now: at })),
      tx((write) => removeItem(write, keeper, second?.id ?? '', version)),
      tx((write) => addItem(write, keeper, id, { version, ...newItem })),
    ])
    expect(ends.filter((end) => end === 'done')).toHaveLength(1)
    expect(ends.filter((end) => end === 'version.conflict')).toHaveLength(2)
    const after = await edition(id)
    expect(after.version).toBe(version + 1)
    const count = [15, 14, 16][ends.indexOf('done')]
    expect([after.status, after.items]).toEqual([ends[0] === 'done' ? 'approved' : 'draft', count])
  })

  test('two change one edition: the second is told, and nothing of it is written', async () => {
    const { id, version } = await draft()
    const rename = (actor: typeof keeper, no: string) =>
      tx((write) => updateEdition(write, actor, id, { version, no, validFrom: null, source: '' }))
    const ends = await outcomes([rename(keeper, '2021'), rename(chief, '2022')])
    expect(ends.toSorted()).toEqual(['done', 'version.conflict'])
    expect((await edition(id)).no).toBe(ends[0] === 'done' ? '2021' : '2022')
  })

  test('two put the items of a shape in order: each place is taken once', async () => {
    const { id, version, items } = await draft()
    const ids = items.map((item) => item.id)
    const [first = '', ...rest] = ids
    const order = (itemIds: string[]) =>
      tx((write) => orderItems(write, keeper, id, { version, shape: 'beam', itemIds }))
    const expected = [ids.toReversed(), [...rest, first]]
    const ends = await outcomes(expected.map(order))
    expect(ends.toSorted()).toEqual(['done', 'version.conflict'])
    const after = await listItems(db.reads, keeper, id, { shape: 'beam' })
    expect(after.items.map((item) => item.id)).toEqual(expected[ends.indexOf('done')])
  })

  test('two add an edition of one number: one draft has it', async () => {
    const { id, standardId } = await draft()
    const add = (actor: typeof keeper) =>
      tx((write) =>
        createEdition(write, actor, standardId, { no: '2030', validFrom: null, source: '', copyOf: id }),
      )
    expect((await outcomes([add(keeper), add(chief)])).toSorted()).toEqual(['done', 'duplicate'])
    const { items } = await listEditions(db.reads, keeper, standardId, {})
    expect(items.map(({ no, items: count }) => [no, count])).toEqual([
      ['2030', 15],
      ['2020', 15],
    ])
  })

  test('a draft is deleted while it is approved: either it is gone, or it stays for good', async () => {
    const { id, version, standardId } = await draft()
    const ends = await outcomes([
      tx((write) => deleteEdition(write, keeper, id, version)),
      tx((write) => approveEdition(write, chief, { id, version, now: at })),
    ])
    const left = (await listEditions(db.reads, keeper, standardId, {})).items.map(({ status }) => status)
    if (ends[0] === 'done') expect([ends[1], left]).toEqual(['not_found', []])
    else expect([ends, left]).toEqual([['version.conflict', 'done'], ['approved']])
    expect((await verifyChain(db.reads, 1)).brokenAt).toBeNull()
  })
})
