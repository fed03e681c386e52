import { sql } from '../../apps/server/test/sql.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testActor } from '../../apps/server/test/actor.ts'
import {
  chief,
  actionOf,
  formOf,
  inspector,
  newStandard,
  readAll,
} from '../../apps/server/test/made-inspections.ts'
import { madePieces } from '../../apps/server/test/made-pieces.ts'
import { blockedPieces } from '../../apps/server/src/modules/conformity/conformity.queries.ts'
import { createInspections } from '../../apps/server/src/modules/inspection/create-inspections.ts'
import { correctInspection } from '../../apps/server/src/modules/inspection/change-inspection.ts'
import {
  lockInspection,
  judgeInspection,
  submitInspection,
} from '../../apps/server/src/modules/inspection/move-inspection.ts'
import { saveReadings } from '../../apps/server/src/modules/inspection/save-readings.ts'
import { asReads, type Database } from '../../apps/server/src/platform/db/handles.ts'
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts'
import { ordersForQuality } from '../../apps/server/src/app/ports.ts'
import { now } from '../../apps/server/src/modules/orders/orders.fixtures.ts'
import { openYard } from '../../apps/server/src/modules/shipping/shipping.fixtures.ts'
import {
  releaseTrial,
  saveTrialReadings,
} from '../../apps/server/src/modules/trial-assembly/release-trial.ts'
import { createTrial } from '../../apps/server/src/modules/trial-assembly/save-trial.ts'
import { oneTrial } from '../../apps/server/src/modules/trial-assembly/trials.queries.ts'
import { raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('inspections')
const db = found as Database

let number = 0
beforeAll(async () => {
  if (found === null) return
  await newStandard(db)
})

const third = testActor({ ...chief, userId: '23', cnName: '王工' })

/** Result of each command: `done`, or the reason or code of its rejection. */
const race = (works: readonly (() => Promise<unknown>)[]) =>
  Promise.all(
    works.map((work) =>
      work().then(
        () => 'done',
        (error: unknown) => {
          if (!(error instanceof DomainError)) throw error
          return String(error.facts.params?.['reason'] ?? error.code)
        },
      ),
    ),
  )

const made = () => {
  number += 1
  return madePieces(db, { quantity: 3, no: `W-${number}`, project: `P-${number}` })
}
const inspect = (pieceIds: readonly number[], processId: number, actor = inspector) =>
  db.tx((write) =>
    createInspections(actionOf(write), actor, { pieces: pieceIds.map(String), processId: String(processId) }),
  )

async function begun() {
  const { pieceIds, processes } = await made()
  const processId = processes['DimInspected'] ?? 0
  const { ids } = await inspect(pieceIds, processId)
  return { pieceIds, processId, id: String(ids[0]) }
}
const version = async (id: string) => (await formOf(db, id)).version
const blocked = async (pieceIds: readonly number[], processId: number) =>
  (
    await blockedPieces(
      db.reads,
      1,
      pieceIds.map((pieceId) => ({ pieceId, processId })),
    )
  ).size

async function judged() {
  const lot = await begun()
  await readAll(db, lot.id)
  const first = await version(lot.id)
  await db.tx((write) => submitInspection(actionOf(write), inspector, lot.id, { version: first }))
  const judgement = { version: first + 1, verdict: 'pass' as const, note: '' }
  await db.tx((write) => judgeInspection(actionOf(write), chief, lot.id, judgement))
  return { ...lot, version: first + 2 }
}

describe.skipIf(found === null).each(rounds)('at once, round %i', () => {
  test('two who make a lot of the same pieces make one', async () => {
    const { pieceIds, processes } = await made()
    const processId = processes['DimInspected'] ?? 0
    const lots = await Promise.all([1, 2, 3, 4].map(() => inspect(pieceIds.toReversed(), processId)))
    expect(lots.flatMap(({ ids }) => ids)).toHaveLength(1)
  })

  test('two inspectors at one point: one reading stands, the other person is told', async () => {
    const { id } = await begun()
    const form = await formOf(db, id)
    const at = { itemId: form.items[0]?.id ?? '', pieceId: form.lot[0]?.id ?? '', point: 1, was: null }
    const outcomes = await Promise.all(
      ['401', '402', '403'].map((value, index) =>
        db.tx((write) =>
          saveReadings(actionOf(write), index === 0 ? inspector : third, id, [{ ...at, value }]),
        ),
      ),
    )
    expect(outcomes.map(([one]) => String(one?.outcome)).toSorted()).toEqual(['changed', 'changed', 'saved'])
    expect((await formOf(db, id)).readings).toHaveLength(1)
  })

  test('submitting while somebody reads: what is judged is what was submitted', async () => {
    const { id } = await begun()
    await readAll(db, id)
    const form = await formOf(db, id)
    const [first] = form.readings
    if (first === undefined) throw new Error('nothing was read')
    const { itemId, pieceId, point, value } = first
    const over = { itemId, pieceId, point, was: value, value: '999' }
    const [submitted, saved] = await race([
      () => db.tx((write) => submitInspection(actionOf(write), inspector, id, { version: form.version })),
      () => db.tx((write) => saveReadings(actionOf(write), third, id, [over])),
    ])
    expect(submitted).toBe('done')
    expect(['done', 'inspection.not_draft']).toContain(saved)
    const after = await formOf(db, id)
    const stands = after.readings.find(
      (one) => one.itemId === itemId && one.pieceId === pieceId && one.point === point,
    )
    expect(stands?.value).toBe(saved === 'done' ? '999' : value)
  })

  test('two who judge: one verdict', async () => {
    const { id } = await begun()
    await readAll(db, id)
    const first = await version(id)
    await db.tx((write) => submitInspection(actionOf(write), inspector, id, { version: first }))
    const judge = (actor: typeof chief, verdict: 'pass' | 'fail') => () =>
      db.tx((write) =>
        judgeInspection(actionOf(write), actor, id, { version: first + 1, verdict, note: '有锈' }),
      )
    const ends = await race([judge(chief, 'pass'), judge(third, 'fail'), judge(third, 'pass')])
    expect(ends.toSorted()).toEqual(['done', 'version.conflict', 'version.conflict'])
  })

  test('two who lock: the gate opens once', async () => {
    const { id, version: now, pieceIds, processId } = await judged()
    const lock = () => db.tx((write) => lockInspection(actionOf(write), chief, id, { version: now }))
    expect((await race([lock, lock, lock])).toSorted()).toEqual([
      'done',
      'version.conflict',
      'version.conflict',
    ])
    expect(await blocked(pieceIds, processId)).toBe(0)
    const { rows } = await db.tx((write) =>
      sql`select from gate_passes where source = 'inspection' and source_id = ${id}`.execute(write),
    )
    expect(rows).toHaveLength(3)
  })

  test('two who correct: one new version', async () => {
    const { id, version: now } = await judged()
    await db.tx((write) => lockInspection(actionOf(write), chief, id, { version: now }))
    const correct = () =>
      db.tx((write) =>
        correctInspection(actionOf(write), inspector, id, { version: now + 1, reason: '量错' }),
      )
    expect((await race([correct, correct])).toSorted()).toEqual(['done', 'inspection.corrected_already'])
  })

  test('a gate asked while a correction shuts it: the answer is from before or from after, never between', async () => {
    const { id, version: now, pieceIds, processId } = await judged()
    await db.tx((write) => lockInspection(actionOf(write), chief, id, { version: now }))
    const next = String(
      await db.tx((write) =>
        correctInspection(actionOf(write), inspector, id, { version: now + 1, reason: '量错' }),
      ),
    )
    const first = await version(next)
    await db.tx((write) => submitInspection(actionOf(write), inspector, next, { version: first }))
    const judgement = { version: first + 1, verdict: 'fail' as const, note: '有锈' }
    await db.tx((write) => judgeInspection(actionOf(write), chief, next, judgement))
    const { orders } = actionOf(null as never)
    const ask = () =>
      db.tx(async (write) => {
        await orders.lock(write, 1, pieceIds)
        return (
          await blockedPieces(
            asReads(write),
            1,
            pieceIds.map((pieceId) => ({ pieceId, processId })),
          )
        ).size
      })
    const [, ...answers] = await Promise.all([
      db.tx((write) => lockInspection(actionOf(write), chief, next, { version: first + 2 })),
      ask(),
      ask(),
      ask(),
    ])
    for (const answer of answers) expect([0, 3]).toContain(answer)
    expect(await blocked(pieceIds, processId)).toBe(3)
  })

  test('a trial assembly is released as it was measured, or not', async () => {
    const yard = await openYard(db, { pieces: 1 })
    const planner = testActor({ ...chief, userId: '24', tags: ['order.edit', 'quality.view'] })
    const line = { id: null, name: '跨度', clause: '', unit: 'mm', nominal: 100, lowerTol: -1, upperTol: 1 }
    const id = await db.tx((write) =>
      createTrial(
        write,
        planner,
        {
          orderId: yard.orderId,
          name: 'T1',
          heldOn: '2026-03-20',
          place: '',
          participants: '',
          note: '',
          pieces: [{ piece: yard.pieceIds[0] ?? '', position: '' }],
          measurements: [line],
        },
        ordersForQuality,
        now,
      ),
    )
    const measure = async (value: number) => {
      const { version, values } = await oneTrial(db.reads, inspector, id)
      const items = [{ id: values[0]?.id ?? '', measured: value }]
      return () => db.tx((write) => saveTrialReadings(write, inspector, id, { version, items }, now))
    }
    await (await measure(100))()
    const { version } = await oneTrial(db.reads, third, id)
    const ends = await race([
      () => db.tx((write) => releaseTrial(write, third, id, { version, result: '合格' }, now)),
      await measure(110),
    ])
    expect(['done,version.conflict', 'version.conflict,done']).toContain(ends.join())
    const { status, values } = await oneTrial(db.reads, third, id)
    expect([status, values[0]?.verdict].join()).toBe(ends[0] === 'done' ? 'released,pass' : 'open,fail')
  })
})
