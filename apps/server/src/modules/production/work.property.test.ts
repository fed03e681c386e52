import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { DomainError } from '../../platform/http/domain-error.ts'
import { ordersForQuality, portsOfAssemblies } from '../../app/ports.ts'
import { buildPieces, takePieceOut } from '../assemblies/build-pieces.ts'
import { addSubAssembly } from '../assemblies/save-sub-assemblies.ts'
import { materialPerson } from '../material/material.fixtures.ts'
import { partDisagreements, reportPart } from '../parts/parts.fixtures.ts'
import { undoPartReport } from '../parts/report-parts.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import { completeSteps, undoSteps } from './complete-steps.ts'
import { holdMark, resumeMark, holdPiece, resumePiece } from './hold-orders.ts'
import { scrapPiece, setPieceStatus } from './set-piece-status.ts'
import { reportOutside, undoOutside } from './outside-work.ts'
import { setWeights, weightsOf } from './recalculate-orders.ts'
import { undoReport } from './report-work.ts'
import { disagreements } from './disagreements.fixtures.ts'
import {
  chief,
  foreman,
  passing,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
  workOfBeam,
} from './work.fixtures.ts'

let testDb: TestDatabase
let project: string
let lotId: string
let number = 0
beforeAll(async () => {
  testDb = await testDatabase()
  project = await newProject(testDb.db)
  lotId = (await materialPerson(testDb.db, ordersForQuality).released({ kg: 1200 })).id
})
afterAll(() => testDb.close())

const codes = [
  'CutComp',
  'Drilled',
  'FitUpComp',
  'WeldComp',
  'Ground',
  'DimInspected',
  'WeldNDTComp',
  'PaintComp',
  'SignedOff',
] as const
const piece = fc.nat(5)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      context: fc.constant('report' as const),
      code: fc.constantFrom(...codes),
      pieces: fc.uniqueArray(piece, { minLength: 1 }),
      part: fc.option(
        fc.integer({ min: 1, max: 1000 }).map((share) => share / 1000),
        { nil: undefined },
      ),
      withEarlier: fc.boolean(),
      daysLater: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ context: fc.constant('undo' as const), piece }) },
  {
    weight: 3,
    arbitrary: fc.record({
      context: fc.constantFrom(
        'hold' as const,
        'resume' as const,
        'scrap' as const,
        'replace' as const,
        'pack' as const,
        'ship' as const,
        'unpack' as const,
      ),
      piece,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ context: fc.constantFrom('holdMark' as const, 'resumeMark' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      context: fc.constant('judge' as const),
      to: fc.constantFrom('ncr_open' as const, 'rework' as const, 'free' as const),
      piece,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      context: fc.constant('parts' as const),
      kind: fc.constantFrom('cut' as const, 'kit' as const, 'scrap' as const),
      quantity: fc.integer({ min: 1, max: 9 }),
      hasHeat: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ context: fc.constant('undoParts' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      context: fc.constantFrom('accept' as const, 'takeBack' as const),
      code: fc.constantFrom(...codes),
      piece,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      context: fc.constantFrom('build' as const, 'takeOut' as const),
      outer: fc.nat(2),
      inner: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      context: fc.constant('weights' as const),
      first: fc.integer({ min: 1, max: 99 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Does it, or is refused; any other error fails the test. */
async function doing(order: string, next: Step): Promise<void> {
  const pieces = await pieceIds(testDb.db, order)
  const processes = await processIds(testDb.db)
  const at = (index: number) => pieces[index % pieces.length] ?? ''
  try {
    if (next.context === 'report') {
      const { part, withEarlier, daysLater } = next
      const input = reportInput(processes[next.code] ?? '', next.pieces.map(at), { part, withEarlier })
      await report(testDb.db, foreman, input, new Date(now.getTime() + daysLater * 86_400_000))
    } else if (next.context === 'parts' || next.context === 'undoParts') await ofParts(order, next)
    else if (next.context === 'weights') await weigh(next.first)
    else if ('outer' in next) await ofAssembly(pieces, next)
    else if ('piece' in next) await ofPiece(order, at(next.piece), next)
    else await ofMark(order, next.context)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

async function undoLast(pieceId: string): Promise<void> {
  const rows = await readRows(
    testDb.db.reads,
    sql<{ id: number | null }>`
    select max(id) as id from work_reports where piece_id = ${pieceId} and undone_at is null`,
  )
  await testDb.db.tx((write) =>
    undoReport(write, chief, String(rows[0]?.id ?? 0), '报错了', now, passing.outside),
  )
}

/** Reports parts, or undoes the last report on them. */
async function ofParts(
  order: string,
  next: Extract<Step, { context: 'parts' | 'undoParts' }>,
): Promise<void> {
  if (next.context === 'parts') {
    const { kind, quantity, hasHeat } = next
    const lot = hasHeat && kind !== 'kit' ? { lotId } : {}
    await reportPart(testDb.db, foreman, order, kind, ['GL-1-a', quantity], { reason: '缺口', ...lot })
    return
  }
  const rows = await readRows(
    testDb.db.reads,
    sql<{
      id: number | null
    }>`select max(id) as id from part_reports where order_id = ${order} and undone_at is null`,
  )
  await testDb.db.tx((write) => undoPartReport(write, chief, String(rows[0]?.id ?? 0), '报错了', now))
}

/** Two processes weigh anything: most steps of a route nothing. */
async function weigh(first: number): Promise<void> {
  const { CutComp = '', PaintComp = '' } = await processIds(testDb.db)
  const { version } = await weightsOf(testDb.db.reads, chief, project)
  const items = [
    { processId: CutComp, weight: first },
    { processId: PaintComp, weight: 100 - first },
  ]
  await testDb.db.tx((write) => setWeights(write, chief, project, { version, items }))
}

/** What quality decides about a piece: it stops, is reworked, or continues. */
const judge = (order: string, id: number, to: 'ncr_open' | 'rework' | 'free') =>
  testDb.db.tx((write) =>
    setPieceStatus(write, chief, {
      pieces: [{ id, to }],
      openNcrs: [{ orderId: Number(order), count: to === 'free' ? 0 : 1 }],
    }),
  )

/** Builds one of the finished pieces of the second mark into one of the first, or takes it out. */
async function ofAssembly(pieces: string[], next: Extract<Step, { outer: number }>): Promise<void> {
  const inner = pieces[3 + next.inner] ?? ''
  const ports = { ...portsOfAssemblies, conformity: passing.conformity }
  await testDb.db.tx(async (write) => {
    if (next.context === 'takeOut') await takePieceOut(write, foreman, inner, '装错', ports)
    else await buildPieces(write, foreman, pieces[next.outer] ?? '', { pieces: [inner] }, ports, now)
  })
}

/** Each piece of `GL-1` contains one of `GL-2`, whose work is done. */
async function nestedOrder(): Promise<string> {
  number += 1
  const marks = ['GL-1', 'GL-2']
  const order = await releasedOrder(testDb.db, project, { no: `W-${number}`, quantity: 3, marks })
  const [mark] = await readRows(
    testDb.db.reads,
    sql<{ id: string }>`select id::text from marks where order_id = ${order} and mark = 'GL-1'`,
  )
  const line = { mark: 'GL-2', quantity: 1, isWeightIncluded: false }
  await testDb.db.tx((write) => addSubAssembly(write, chief, mark?.id ?? '', line))
  const [processes, pieces] = [await processIds(testDb.db), await pieceIds(testDb.db, order)]
  for (const code of workOfBeam) {
    const input = reportInput(processes[code] ?? '', pieces.slice(3), { withEarlier: true })
    await report(testDb.db, foreman, input)
  }
  return order
}

async function ofMark(order: string, context: 'holdMark' | 'resumeMark'): Promise<void> {
  const rows = await readRows(
    testDb.db.reads,
    sql<{ id: number }>`select id from marks where order_id = ${order}`,
  )
  const act = context === 'holdMark' ? holdMark : resumeMark
  await testDb.db.tx((write) => act(write, chief, String(rows[0]?.id), '图纸'))
}

/** A supplier's work up to a process is accepted, or no longer counts. */
async function ofSupplier(
  id: number,
  { context, code }: Extract<PieceStep, { code: string }>,
): Promise<void> {
  const processes = await processIds(testDb.db)
  const [from, to] = [Number(processes['CutComp']), Number(processes[code])]
  await testDb.db.tx((write) => {
    if (context === 'accept') return reportOutside(write, chief, [{ id, to }], now, passing)
    return undoOutside(write, chief, [{ id, from, to }], { reason: '退回', now })
  })
}

type PieceStep = Extract<Step, { piece: number }>
async function ofPiece(order: string, id: string, next: PieceStep): Promise<void> {
  if ('code' in next) await ofSupplier(Number(id), next)
  else if (next.context === 'judge') await judge(order, Number(id), next.to)
  else if (next.context === 'undo') await undoLast(id)
  else await command(id, next.context)
}

type PieceCommandContext = Exclude<PieceStep['context'], 'undo' | 'judge' | 'accept' | 'takeBack'>
async function command(id: string, context: PieceCommandContext): Promise<void> {
  const ids = [Number(id)]
  await testDb.db.tx((write) => {
    switch (context) {
      case 'hold':
        return holdPiece(write, chief, id, '划伤')
      case 'resume':
        return resumePiece(write, chief, id, '已修')
      case 'scrap':
      case 'replace':
        return scrapPiece(write, chief, id, { reason: '切错', replace: context === 'replace' })
      case 'pack':
      case 'ship':
        return completeSteps(write, chief, { pieceIds: ids, kind: context, at: now, source: 'package' })
      case 'unpack':
        return undoSteps(write, chief, { pieceIds: ids, kind: 'pack', reason: '换包', now })
    }
  })
}

test('whatever is done to its pieces and parts, numbers of orders, parts and lots stay the sums of their reports', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const order = await nestedOrder()
      for (const next of steps) await doing(order, next)
      expect(await disagreements(testDb.db)).toEqual([])
      expect(await partDisagreements(testDb.db)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
