import { gradeDetail } from '@cloud-factory/contract/material/steel-grades'
import { clashOf, isSoundLimit, judgeSteel } from '@cloud-factory/domain/material/steel.rules'
import { describe, expect, test } from 'vitest'
import { shippedGrades } from './shipped-grades.ts'

test('are the grades of the three families, once each', () => {
  const codes = shippedGrades.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes).toEqual(
    expect.arrayContaining(['Q235B', 'Q355B', 'Q355C', 'Q355D', 'Q390B', 'Q420B', 'Q460C']),
  )
  expect(codes).toEqual(expect.arrayContaining(['S355J2', 'A572 Gr.50']))
})

describe.each(shippedGrades)('$code', ({ limits }) => {
  test('has sound limits with a source, of which no two hold for one thickness', () => {
    expect(gradeDetail.shape.limits.safeParse(limits).error).toBeUndefined()
    expect(limits.filter((limit) => !isSoundLimit(limit))).toEqual([])
    expect(clashOf(limits)).toBeNull()
    expect(limits.every(({ source }) => source !== '')).toBe(true)
  })

  test('yields less the thicker it is', () => {
    const bands = limits.filter(({ property }) => property === 'ReH').map(({ lower }) => Number(lower))
    expect(bands).toEqual(bands.toSorted((a, b) => b - a))
  })
})

// EN 10025-2, table 7, as printed at readle.co.uk/references/steel-grades-eurocodes.php.
test.each([
  ['16', 355],
  ['40', 345],
  ['63', 335],
  ['80', 325],
  ['100', 315],
  ['150', 295],
  ['200', 285],
  ['250', 275],
])('S355 of %s mm yields at %i MPa', (thickness, least) => {
  for (const code of ['S355JR', 'S355J2']) {
    const limits = shippedGrades.find((grade) => grade.code === code)?.limits ?? []
    const outcome = (ReH: string) =>
      judgeSteel(limits, { thickness, values: { ReH }, asksAll: false }).find(
        ({ property }) => property === 'ReH',
      )?.outcome
    expect(outcome(String(least))).toBe('in')
    expect(outcome(String(least - 1))).toBe('out')
  }
})
