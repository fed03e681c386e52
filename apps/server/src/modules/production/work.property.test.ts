import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { readRows } from '../../platform/db/handles.ts'
import { DomainError } from '../../platform/http/domain-error.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import { completeSteps, undoSteps } from './complete-steps.ts'
import { holdMark, resumeMark, holdPiece, resumePiece } from './hold-orders.ts'
import { scrapPiece } from './set-piece-status.ts'
import { undoReport } from './report-work.ts'
import {
  chief,
  disagreements,
  foreman,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from './work.fixtures.ts'

let testDb: TestDatabase
let project: string
let number = 0
beforeAll(async () => {
  testDb = await testDatabase()
  project = await newProject(testDb.db)
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
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Does it, or is refused; any other error fails the test. */
async function doing(order: string, next: Step): Promise<void> {
  const pieces = await pieceIds(testDb.db, order)
  const processes = await processIds(testDb.db)
  const at = (index: number) => pieces[index % pieces.length] ?? ''
  try {
    if (next.context === 'report') {
      const { part, withEarlier } = next
      const input = reportInput(processes[next.code] ?? '', next.pieces.map(at), { part, withEarlier })
      await report(testDb.db, foreman, input)
    } else if (next.context === 'undo') await undoLast(at(next.piece))
    else if ('piece' in next) await ofPiece(at(next.piece), next.context)
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
  await testDb.db.tx((write) => undoReport(write, chief, String(rows[0]?.id ?? 0), '报错了', now))
}

async function ofMark(order: string, context: 'holdMark' | 'resumeMark'): Promise<void> {
  const rows = await readRows(
    testDb.db.reads,
    sql<{ id: number }>`select id from marks where order_id = ${order}`,
  )
  const act = context === 'holdMark' ? holdMark : resumeMark
  await testDb.db.tx((write) => act(write, chief, String(rows[0]?.id), '图纸'))
}

type PieceCommandContext = 'hold' | 'resume' | 'scrap' | 'replace' | 'pack' | 'ship' | 'unpack'
async function ofPiece(id: string, context: PieceCommandContext): Promise<void> {
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

test('whatever is done to its pieces, an order’s numbers stay the sums of its reports', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      number += 1
      const order = await releasedOrder(testDb.db, project, { no: `W-${number}`, quantity: 3 })
      for (const next of steps) await doing(order, next)
      expect(await disagreements(testDb.db)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
