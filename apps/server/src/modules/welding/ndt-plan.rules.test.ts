import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { jointTypes, ndtMethods } from '@cloud-factory/domain/welding/weld-enums'
import {
  counts,
  demandAfter,
  planMm,
  shareOf,
  standardPlan,
  weldStatus,
  type TestFacts,
  waitingTime,
  yieldOf,
} from './weld.rules.ts'

describe('length to test (GB 50205-2020, 5.2.4)', () => {
  it.each([
    ['class 1 in full', '1', 3500, 3500],
    ['class 2 a fifth', '2', 3500, 700],
    ['class 2 at least 200 mm', '2', 600, 200],
    ['class 2, all of a weld shorter than 200 mm', '2', 150, 150],
    ['class 2, exactly 1000 mm', '2', 1000, 200],
    ['class 2, rounded up', '2', 1001, 201],
    ['class 3 not at all', '3', 3500, 0],
  ] as const)('%s', (_, weldClass, lengthMm, mm) => {
    expect(planMm(standardPlan, { class: weldClass, lengthMm })).toBe(mm)
  })

  it('follows a plan of one’s own', () => {
    const plan = { percent: { 1: 100, 2: 50, 3: 5 }, atLeastMm: 0 } as const
    expect(planMm(plan, { class: '3', lengthMm: 1000 })).toBe(50)
    expect(planMm(plan, { class: '2', lengthMm: 999 })).toBe(500)
  })
})

describe('extension after a failure: doubled, then in full', () => {
  it.each([
    [700, 3500, 0, 700],
    [700, 3500, 1, 1400],
    [200, 600, 1, 400],
    [100, 3500, 1, 300],
    [700, 3500, 2, 3500],
    [700, 3500, 5, 3500],
    [3500, 3500, 1, 3500],
    [0, 3500, 1, 200],
  ])('planned %i of %i mm after %i failures: %i', (plan, length, failures, mm) => {
    expect(demandAfter({ planMm: plan, lengthMm: length }, failures)).toBe(mm)
  })
})

describe('where a weld stands', () => {
  const weld = { joint: 'butt', lengthMm: 3500, planMm: 700, isWelded: true, repairs: 0 } as const
  const ut = (verdict: 'pass' | 'fail', testedMm: number): TestFacts => ({ method: 'ut', verdict, testedMm })
  const of = (tests: TestFacts[], repairs = 0) => weldStatus({ ...weld, repairs, tests })

  it('is walked through: due, partly, passed', () => {
    expect(weldStatus({ ...weld, isWelded: false, tests: [] }).state).toBe('open')
    expect(of([])).toEqual({ state: 'due', demandMm: 700, testedMm: 0 })
    expect(of([ut('pass', 500)])).toEqual({ state: 'partly', demandMm: 700, testedMm: 500 })
    expect(of([ut('pass', 500), ut('pass', 200)]).state).toBe('passed')
    expect(weldStatus({ ...weld, planMm: 0, tests: [] }).state).toBe('free')
  })
  it('fails, is repaired, is tested twice as long, fails again, is tested in full', () => {
    const first = [ut('fail', 700)]
    expect(of(first)).toEqual({ state: 'failed', demandMm: 1400, testedMm: 0 })
    expect(of(first, 1)).toEqual({ state: 'repaired', demandMm: 1400, testedMm: 0 })
    const again = [...first, ut('fail', 1400)]
    expect(of(again, 1).state).toBe('failed')
    expect(of([...again, ut('pass', 1400)], 2)).toEqual({ state: 'partly', demandMm: 3500, testedMm: 1400 })
    expect(of([...again, ut('pass', 3500)], 2).state).toBe('passed')
  })
  it('counts nothing that was tested before the failure', () => {
    expect(of([ut('pass', 600), ut('fail', 100)], 1)).toEqual({
      state: 'repaired',
      demandMm: 1400,
      testedMm: 0,
    })
  })
  it('does not count a test by eye, nor one of the surface of a butt weld', () => {
    expect(of([{ method: 'vt', verdict: 'pass', testedMm: 3500 }]).state).toBe('due')
    expect(of([{ method: 'mt', verdict: 'pass', testedMm: 3500 }]).state).toBe('due')
    expect(
      weldStatus({ ...weld, joint: 'fillet', tests: [{ method: 'mt', verdict: 'pass', testedMm: 700 }] })
        .state,
    ).toBe('passed')
  })
  it('fails by any method', () => {
    expect(of([{ method: 'vt', verdict: 'fail', testedMm: 10 }]).state).toBe('failed')
  })

  const anyTest = fc.record({
    method: fc.constantFrom(...ndtMethods),
    verdict: fc.constantFrom('pass' as const, 'fail' as const),
    testedMm: fc.integer({ min: 1, max: 4000 }),
  })
  test('a demand never shrinks by a failure and never exceeds the weld; passed means tested and not failed', () => {
    fc.assert(
      fc.property(
        fc.array(anyTest, { maxLength: 6 }),
        fc.integer({ min: 0, max: 3500 }),
        fc.constantFrom(...jointTypes),
        (tests, plan, joint) => {
          const failures = tests.filter(({ verdict }) => verdict === 'fail').length
          const at = (repairs: number) => weldStatus({ ...weld, joint, planMm: plan, repairs, tests })
          const { state, demandMm, testedMm } = at(failures)
          expect(demandMm).toBeGreaterThanOrEqual(plan)
          expect(demandMm).toBeLessThanOrEqual(3500)
          if (state === 'passed') expect(testedMm).toBeGreaterThanOrEqual(demandMm)
          if (failures > 0) expect(at(failures - 1).state).toBe('failed')
        },
      ),
    )
  })
})

test('which methods count', () => {
  expect(ndtMethods.filter((method) => counts(method, 'butt'))).toEqual(['ut', 'rt'])
  expect(ndtMethods.filter((method) => counts(method, 'fillet'))).toEqual(['ut', 'rt', 'mt', 'pt'])
})

test.each([
  ['Q355B', 355],
  ['Q235', 235],
  ['S460ML', 460],
  ['Q690D', 690],
  ['Q 355', 355],
  ['20#', null],
  ['', null],
  [null, null],
])('the yield strength of %s is %s', (grade, mpa) => expect(yieldOf(grade)).toBe(mpa))

describe('waiting time (24 h; 48 h from 690 MPa; none by eye)', () => {
  const hour = 3_600_000
  it.each([
    ['Q355B', 'ut', 24],
    ['Q690D', 'ut', 48],
    ['Q460C', 'mt', 24],
    [null, 'rt', 24],
    ['Q690D', 'vt', 0],
  ] as const)('%s by %s: %i h', (grade, method, hours) => {
    expect(waitingTime(standardPlan, grade, method)).toBe(hours * hour)
  })
})

describe('repair rate, its basis named (3 of 100 joints 3 %, 50 of 1000 in 5 %: costcalculator.city)', () => {
  it.each([
    [3, 100, 3],
    [50, 1000, 5],
    [1, 3, 33.33],
    [0, 7, 0],
    [0, 0, null],
  ])('%i of %i: %s %%', (part, whole, percent) => expect(shareOf(part, whole)).toBe(percent))
})
