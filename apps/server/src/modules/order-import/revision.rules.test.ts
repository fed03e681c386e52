import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decisionFor, canAccept, nextRevision, planPieces, isOlderRevision } from './revision.rules.ts'

describe('pieces of a changed mark', () => {
  test.each([
    [
      { started: 0, waiting: 2, target: 2 },
      { remaining: 2, added: 0, superseded: 0 },
    ],
    [
      { started: 0, waiting: 2, target: 5 },
      { remaining: 2, added: 3, superseded: 0 },
    ],
    [
      { started: 1, waiting: 3, target: 2 },
      { remaining: 1, added: 0, superseded: 2 },
    ],
    [
      { started: 2, waiting: 0, target: 2 },
      { remaining: 0, added: 0, superseded: 0 },
    ],
    [{ started: 3, waiting: 1, target: 2 }, null],
  ])('%o → %o', (count, plan) => {
    expect(planPieces(count)).toEqual(plan)
  })

  test('always add up to what the list wants, and no waiting piece is lost', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.nat(100), (started, waiting, target) => {
        const plan = planPieces({ started, waiting, target })
        if (plan === null) {
          expect(target).toBeLessThan(started)
          return
        }
        expect(started + plan.remaining + plan.added).toBe(target)
        expect(plan.remaining + plan.superseded).toBe(waiting)
        expect(Math.min(plan.added, plan.superseded)).toBe(0)
      }),
    )
  })
})

describe('what is decided unless somebody says otherwise', () => {
  test.each([
    ['added', 0, 3, 'accept'],
    ['changed', 0, 3, 'accept'],
    ['changed', 1, 3, 'hold'],
    ['changed', 4, 3, 'hold'],
    ['removed', 0, null, 'accept'],
    ['removed', 2, null, 'hold'],
  ] as const)('%s, %i started, %s wanted: %s', (kind, started, target, decision) => {
    expect(decisionFor({ kind, started, target })).toBe(decision)
  })

  test('a list that wants fewer than were started cannot be accepted', () => {
    expect(canAccept({ kind: 'changed', started: 4, target: 3 })).toBe('import.needs_started')
    expect(canAccept({ kind: 'changed', started: 3, target: 3 })).toBe(true)
    expect(canAccept({ kind: 'removed', started: 3, target: null })).toBe(true)
  })
})

describe('the name of the next revision', () => {
  test.each([
    ['', '', [''], 'R1'],
    ['R1', '', ['', 'R1'], 'R2'],
    ['A', 'B', ['A'], 'B'],
    ['A', '', ['A'], 'B'],
    ['A', 'A', ['A'], 'B'],
    ['0', '1', ['0'], '1'],
    ['09', '', ['09'], '10'],
    ['Z', '', ['Z'], 'Z.1'],
    ['A', '', ['A', 'B', 'C'], 'D'],
  ])('%j, file says %j', (current, requested, used, next) => {
    expect(nextRevision(current, requested, new Set(used))).toBe(next)
  })

  test('was never used', () => {
    const name = fc.constantFrom('', 'A', 'B', 'R1', 'R2', '1', '2', 'Z', 'Z.1')
    fc.assert(
      fc.property(name, name, fc.array(name), (current, requested, others) => {
        const used = new Set<string>([current, ...others])
        expect(used.has(nextRevision(current, requested, used))).toBe(false)
      }),
    )
  })
})

test.each([
  ['A', 'B', true],
  ['B', 'A', false],
  ['2', '10', true],
  ['R1', 'R2', true],
  ['0', '1', true],
  ['', 'A', false],
  ['A', '2', false],
  ['P1', 'R2', false],
])('revision %s is older than %s: %s', (one, other, older) => {
  expect(isOlderRevision(one, other)).toBe(older)
})
