import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CodeBook, leadMs, proposalOf } from './stop.rules.ts'

const minute = 60_000
const stop = { from: 60 * minute, to: 90 * minute, class: 'robot' as const }
const [torch, wire, crane, servo] = [1, 2, 3, 4]
const book: CodeBook = {
  codes: [
    { reasonId: torch, code: 'E1', class: 'robot' },
    { reasonId: servo, code: 'E1', class: null },
    { reasonId: wire, code: 'W1', class: null },
    { reasonId: wire, code: 'CRANE-01', class: 'crane' },
  ],
  reasons: new Map([['MAT-02', crane]]),
}
const reported = (minutes: number, code: string, isReason = false) => ({
  at: minutes * minute,
  code,
  isReason,
})

test.each<[string, ReturnType<typeof reported>[], number | null]>([
  ['nothing was told', [], null],
  ['a code that stands for nothing', [reported(61, 'X')], null],
  ['a code of its own class goes before that of all', [reported(61, 'E1')], torch],
  ['a code of another class is none', [reported(61, 'CRANE-01')], null],
  ['shortly before', [reported(58.5, 'W1')], wire],
  ['long before', [reported(57, 'W1')], null],
  ['after its end', [reported(90, 'W1')], null],
  ['just before its end', [reported(89.9, 'W1')], wire],
  ['the one closest to the beginning', [reported(70, 'E1'), reported(60.5, 'W1')], wire],
  ['of two as close the earlier', [reported(61, 'E1'), reported(59, 'W1')], wire],
  ['what the operator says goes before codes', [reported(60, 'E1'), reported(80, 'MAT-02', true)], crane],
  ['the last word of the operator', [reported(62, 'W1', true), reported(80, 'MAT-02', true)], crane],
  ['a code of the machine is no reason’s own code', [reported(61, 'MAT-02')], null],
])('%s', (_case, input, reasonId) => {
  expect(proposalOf(stop, input, book)?.reasonId ?? null).toBe(reasonId)
})

test('a class without a code of its own takes that of all', () => {
  expect(proposalOf({ ...stop, class: 'laser' }, [reported(61, 'E1')], book)?.reasonId).toBe(servo)
})

test('whatever is told, only what lies in the stop or shortly before it is proposed, in any order of telling', () => {
  const one = fc.record({
    at: fc.integer({ min: 0, max: 120 * minute }),
    code: fc.constantFrom('E1', 'W1', 'MAT-02', 'X'),
    isReason: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (all) => {
      const found = proposalOf(stop, all, book)
      const meant = all.filter(({ at }) => at >= stop.from - leadMs && at < stop.to)
      if (found !== null) expect(meant).toContain(found.reported)
      const expected = meant.some(
        ({ code, isReason }) => code === 'E1' || code === 'W1' || (isReason && code !== 'X'),
      )
      expect(found !== null).toBe(expected)
      expect(proposalOf(stop, all.toReversed(), book)?.reported.at).toBe(found?.reported.at)
    }),
  )
})
