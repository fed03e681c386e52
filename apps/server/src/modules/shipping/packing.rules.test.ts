import type { PackageLimits } from '@cloud-factory/contract/shipping/packages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyLoad, excessOf, type PackingPiece, planPackages, withPiece } from './packing.rules.ts'

const limits: PackageLimits = { maxKg: 1000, maxLengthMm: 12_000, maxWidthMm: 2400, maxHeightMm: 1200 }
const piece = (overrides: Partial<PackingPiece> = {}): PackingPiece => ({
  id: 1,
  kg: 100,
  lengthMm: 6000,
  widthMm: 200,
  heightMm: 400,
  ...overrides,
})
const loadOf = (pieces: readonly PackingPiece[]) => pieces.reduce(withPiece, emptyLoad)

describe('whether a piece fits', () => {
  const cases: [string, Partial<PackingPiece>, PackingPiece[], string | null][] = [
    ['into an empty package', {}, [], null],
    ['to the last gram', { kg: 900 }, [piece()], null],
    ['a gram more', { kg: 900.001 }, [piece()], 'package.over_weight'],
    ['0.1 and 0.2 are 0.3', { kg: 999.7 }, [piece({ kg: 0.1 }), piece({ kg: 0.2 })], null],
    ['as long as the package', { lengthMm: 12_000 }, [], null],
    ['longer', { lengthMm: 12_000.5 }, [], 'package.over_length'],
    ['turned on its side', { widthMm: 1200, heightMm: 2400 }, [], null],
    ['too wide either way', { widthMm: 1300, heightMm: 1300 }, [], 'package.over_section'],
    [
      'no room left',
      { widthMm: 1200, heightMm: 2000, lengthMm: 12_000 },
      [piece({ widthMm: 1200, heightMm: 2000 })],
      'package.over_volume',
    ],
    ['nothing is known of it', { kg: null, lengthMm: null, widthMm: null, heightMm: null }, [], null],
  ]
  test.each(cases)('%s', (_name, overrides, inside, excess) => {
    expect(excessOf(limits, loadOf(inside), piece(overrides))).toBe(excess)
  })

  test('without limits everything fits', () => {
    const open = { maxKg: null, maxLengthMm: null, maxWidthMm: null, maxHeightMm: null }
    expect(excessOf(open, loadOf([piece({ kg: 1e6 })]), piece({ kg: 1e6, lengthMm: 1e5 }))).toBeNull()
  })
  test('one open side leaves the other to the smaller edge', () => {
    const flat = { ...limits, maxWidthMm: null }
    expect(excessOf(flat, emptyLoad, piece({ widthMm: 1200, heightMm: 9000 }))).toBeNull()
    expect(excessOf(flat, emptyLoad, piece({ widthMm: 1201, heightMm: 9000 }))).toBe('package.over_section')
  })
})

const somePieces = fc
  .array(
    fc.record({
      kg: fc.option(fc.integer({ min: 0, max: 1_200_000 }).map((grams) => grams / 1000)),
      lengthMm: fc.option(fc.integer({ min: 1, max: 13_000 })),
      widthMm: fc.option(fc.integer({ min: 1, max: 2600 })),
      heightMm: fc.option(fc.integer({ min: 1, max: 2600 })),
    }),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.map((one, at) => ({ id: at + 1, ...one })))

describe('a plan of any pieces', () => {
  const planned = (
    check: (pieces: PackingPiece[], plan: ReturnType<typeof planPackages<PackingPiece>>) => void,
  ) => fc.assert(fc.property(somePieces, (pieces) => check(pieces, planPackages(limits, pieces, 20))))

  test('has each of them once', () =>
    planned((pieces, { packages, misfits }) => {
      const packed = [...packages.flat(), ...misfits.map((one) => one.piece)].map(({ id }) => id)
      expect(packed.toSorted((a, b) => a - b)).toEqual(pieces.map(({ id }) => id))
    }))

  test('keeps every package within its limits', () =>
    planned((_pieces, { packages }) => {
      for (const inside of packages) {
        expect(inside.length).toBeGreaterThan(0)
        expect(inside.length).toBeLessThanOrEqual(20)
        for (const [at, one] of inside.entries())
          expect(excessOf(limits, loadOf(inside.slice(0, at)), one)).toBeNull()
      }
    }))

  test('leaves out only what fits nowhere', () =>
    planned((_pieces, { misfits }) => {
      for (const { piece: one, reason } of misfits) expect(excessOf(limits, emptyLoad, one)).toBe(reason)
    }))

  test('opens a package only when no earlier one has room', () =>
    planned((_pieces, { packages }) => {
      for (const [at, later] of packages.entries())
        for (const earlier of packages.slice(0, at))
          for (const one of later)
            if (earlier.length < 20) expect(excessOf(limits, loadOf(earlier), one)).not.toBeNull()
    }))

  test('does not depend on the order in which they come', () =>
    planned((pieces, plan) => {
      expect(planPackages(limits, pieces.toReversed(), 20)).toEqual(plan)
    }))
})
