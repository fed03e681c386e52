import type { LabourRow } from '@cloud-factory/contract/labour/labour'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DomainError } from '../../platform/http/domain-error.ts'
import { now } from '../orders/orders.fixtures.ts'
import { scrapPiece } from '../production/set-piece-status.ts'
import { chief } from '../production/work.fixtures.ts'
import { productionReport } from '../production-reports/public.ts'
import { manager, workedFactory } from './labour.fixtures.ts'
import { payrollOf } from './payroll.ts'

const factory = workedFactory()
const { standard, rate, pieces, reported, undoLast, labour } = factory

type Action =
  | {
      readonly act: 'report'
      pieces: number[]
      process: string
      part: number
      days: number
      crew: number
      hours: number | null
    }
  | { readonly act: 'undo' }
  | { readonly act: 'scrap'; piece: number }

const place = fc.integer({ min: 0, max: 1000 })
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('report' as const),
      pieces: fc.array(place, { minLength: 1, maxLength: 4 }),
      process: fc.constantFrom('CutComp', 'Drilled', 'FitUpComp'),
      part: fc.constantFrom(0.333, 0.5, 1),
      days: fc.integer({ min: 0, max: 40 }),
      crew: fc.integer({ min: 0, max: 2 }),
      hours: fc.constantFrom(null, 1.5, 0.37),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ act: 'undo' as const }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('scrap' as const), piece: place }) },
)

async function run(one: Action): Promise<void> {
  const all = await pieces()
  const piece = (index: number) => all[index % all.length] ?? ''
  if (one.act === 'undo') return undoLast(now)
  if (one.act === 'scrap')
    return factory.db.tx((write) =>
      scrapPiece(write, chief, piece(one.piece), { reason: '变形', replace: true }),
    )
  const input = {
    part: one.part,
    withEarlier: true,
    hours: one.hours,
    crewId: factory.crews[one.crew] ?? null,
  }
  const at = new Date(now.getTime() - one.days * 86_400_000)
  await reported(one.process, [...new Set(one.pieces.map(piece))], input, at)
}

const figures = [
  'kg',
  'pieces',
  'hours',
  'earned',
  'comparedHours',
  'comparedEarned',
  'withoutStandardKg',
  'withoutHoursKg',
] as const

/** Sums by process, in millionths. */
function sums(rows: readonly LabourRow[]) {
  const byProcess = new Map<string, number[]>()
  for (const row of rows) {
    const before = byProcess.get(row.processId) ?? figures.map(() => 0)
    byProcess.set(
      row.processId,
      figures.map((key, at) => (before[at] ?? 0) + Math.round(row[key] * 1e6)),
    )
  }
  return byProcess
}

test('sums are equal however they are grouped, and equal those of the production report', async () => {
  await standard('CutComp', { hours: 3.21, toKg: 500 })
  await standard('Drilled', { basis: 'piece', hours: 0.75 })
  await rate('CutComp', { price: 33.33 })
  await rate('CutComp', { price: 3.1, basis: 'piece', crewId: factory.crews[0], fromKg: 500 })
  let counted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 12 }), async (actions) => {
      for (const one of actions)
        await run(one).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
        })
      const byProcess = sums((await labour('none')).rows)
      for (const group of ['order', 'crew', 'month'] as const) {
        // Each row is rounded to a millionth.
        for (const [process, values] of sums((await labour(group)).rows))
          for (const [at, value] of values.entries())
            expect(
              Math.abs(value - (byProcess.get(process)?.[at] ?? 0)),
              `${group} ${figures[at]}`,
            ).toBeLessThan(20)
      }
      const scope = { from: '2026-01-01', to: '2026-06-30', per: 'month', group: 'none' } as const
      const { totals } = await productionReport(factory.db.reads, 1, scope, now)
      expect(
        new Map(
          totals.map(({ processId, kg, pieces: n, hours }) => [
            processId,
            [kg, n, hours].map((v) => Math.round(v * 1e6)),
          ]),
        ),
      ).toEqual(new Map([...byProcess].map(([process, values]) => [process, values.slice(0, 3)])))
      const paid = (
        await Promise.all(
          ['2026-01', '2026-02', '2026-03'].map((month) => payrollOf(factory.db.reads, manager, month, now)),
        )
      ).flatMap(({ rows }) => rows)
      const grams = (rows: readonly { readonly kg: number }[]) =>
        rows.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0)
      expect(grams(paid)).toBe(
        grams(totals) + totals.reduce((sum, { voidKg }) => sum + Math.round(voidKg * 1000), 0),
      )
      counted += paid.length
    }),
    { numRuns: 12 },
  )
  expect(counted).toBeGreaterThan(20)
}, 120_000)
