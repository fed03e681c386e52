import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testActor } from '../../apps/server/test/actor.ts'
import { newStandard } from '../../apps/server/test/made-inspections.ts'
import { madePieces } from '../../apps/server/test/made-pieces.ts'
import { ordersForQuality } from '../../apps/server/src/app/ports.ts'
import { disagreements } from '../../apps/server/src/modules/production/disagreements.fixtures.ts'
import {
  foreman,
  orderView,
  report,
  reportInput,
} from '../../apps/server/src/modules/production/work.fixtures.ts'
import { approveNcr, cancelNcr, disposeNcr } from '../../apps/server/src/modules/ncr/decide-ncr.ts'
import { defectId, ncrNow, ncrPerson, raiseInput } from '../../apps/server/src/modules/ncr/ncr.fixtures.ts'
import { verifyChain } from '../../apps/server/src/platform/audit/chain.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { itemOutcomes, outcomes, raceDatabase, rounds } from './race-database.ts'

const found = await raceDatabase('non-conformances')
const db = found as Database

const tags = ['quality.view', 'quality.inspect', 'quality.judge', 'quality.concession', 'order.report']
const judge = testActor({ userId: '21', cnName: '质检主任', tags })
const other = testActor({ userId: '22', cnName: '质检员', tags })
const raiser = testActor({ userId: '23', cnName: '王班长', tags })

let defect: string
let number = 0
beforeAll(async () => {
  if (found === null) return
  defect = await defectId(db)
})

const made = () => madePieces(db, { no: `R-${(number += 1)}`, project: `R-${number}`, quantity: 6 })
const person = (actor = judge) => ncrPerson(db, ordersForQuality, actor)

const race = (work: readonly Promise<unknown>[]) => outcomes(work, itemOutcomes)

const dispose = {
  disposition: 'rework' as const,
  note: '打磨',
  processId: null,
  crewId: null,
  dueOn: null,
  cause: null,
  causeNote: '',
  cost: null,
}

describe.skipIf(found === null).each(rounds)('round %i', () => {
  test('two people approve at once: one of them did, the other is told', async () => {
    const { pieceIds } = await made()
    const id = await person(raiser).raise(raiseInput(defect, pieceIds))
    const { version } = await person().does(disposeNcr, id, dispose)
    const approve = (actor: typeof judge) =>
      db.tx((write) =>
        approveNcr({ write, actor, orders: ordersForQuality, now: ncrNow }, id, {
          version,
          note: '',
          agreedBy: null,
        }),
      )
    expect((await race([approve(judge), approve(other)])).toSorted()).toEqual(['done', 'version.conflict'])
    expect((await person().detail(id)).status).toBe('approved')
  })

  test('work is reported while a report is raised: before it counts, after it is refused', async () => {
    const { pieceIds, processes, orderId } = await made()
    const work = report(db, foreman, reportInput(String(processes['CutComp']), pieceIds.map(String)))
    const ends = await race([work, person().raise(raiseInput(defect, pieceIds.toReversed()))])
    expect(ends[1]).toBe('done')
    expect(['reported', 'refused'].map((word) => Array(6).fill(word).join(' '))).toContain(ends[0])
    const { items } = await db.tx(async (write) => ({
      items: await ordersForQuality.lock(write, 1, pieceIds),
    }))
    expect(items.map(({ status }) => status)).toEqual(Array(6).fill('ncr_open'))
    expect((await orderView(db, String(orderId))).openNcrs).toBe(1)
    expect(await disagreements(db)).toEqual([])
  })

  test('one is taken back while another is raised on the same pieces: they stay stopped', async () => {
    const { pieceIds, orderId } = await made()
    const first = await person().raise(raiseInput(defect, pieceIds))
    const ends = await race([
      person().does(cancelNcr, first, { note: '误报' }),
      person(other).raise(raiseInput(defect, pieceIds.toReversed())),
    ])
    expect(ends).toEqual(['done', 'done'])
    const pieces = await db.tx((write) => ordersForQuality.lock(write, 1, pieceIds))
    expect(pieces.map(({ status }) => status)).toEqual(Array(6).fill('ncr_open'))
    expect((await orderView(db, String(orderId))).openNcrs).toBe(1)
  })

  test('two raise the report of one failed lot at once: there is one, the other is told', async () => {
    const { pieceIds } = await made()
    const edition = await newStandard(db, `RACE ${number}`)
    const { rows } = await db.tx((write) =>
      sql<{ id: number }>`
        with i as (insert into inspections (plant_id, no, stage, status, verdict, edition_id, standard_code, shape, pieces,
            submitted_at, judged_at, search, updated_by_name)
          values (1, ${`RQ-${number}`}, 'final', 'judged', 'fail', ${edition}, 'RACE', 'beam', 1, now(), now(), '', 'x')
          returning id),
        p as (insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, measured)
          select i.id, ${pieceIds[0]}, 1, 'x', false from i)
        select id from i`.execute(write),
    )
    const inspectionId = String(rows[0]?.id)
    const input = raiseInput(defect, pieceIds.slice(0, 1), { source: 'lot', inspectionId })
    const ends = await race([person().raise(input), person(other).raise(input)])
    expect(ends.toSorted()).toEqual(['done', 'ncr.raised_already'])
  })

  test('many are raised at once: each has a number of its own, the log is whole', async () => {
    const { pieceIds } = await made()
    const ids = await Promise.all(pieceIds.map((piece) => person().raise(raiseInput(defect, [piece]))))
    const nos = await Promise.all(ids.map(async (id) => (await person().detail(id)).no))
    expect(new Set(nos).size).toBe(6)
    expect((await verifyChain(db.reads, 1)).brokenAt).toBeNull()
  })
})
