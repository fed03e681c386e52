import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carbonEquivalent, clashOf, isSoundLimit, judgeSteel, type SteelLimit } from './steel.rules.ts'

const limit = (property: SteelLimit['property'], overrides: Partial<SteelLimit> = {}): SteelLimit => ({
  property,
  over: null,
  upTo: null,
  lower: null,
  upper: null,
  required: true,
  ...overrides,
})
const q355: readonly SteelLimit[] = [
  limit('C', { upper: '0.24' }),
  limit('Nb', { upper: '0.05', required: false }),
  limit('CEV', { upTo: '30', upper: '0.45', required: false }),
  limit('ReH', { upTo: '16', lower: '355' }),
  limit('ReH', { over: '16', upTo: '40', lower: '345' }),
  limit('Rm', { upTo: '100', lower: '470', upper: '630' }),
]
const judge = (values: object, thickness: string | null = '16', asksAll = true) =>
  Object.fromEntries(
    judgeSteel(q355, { thickness, values, asksAll }).map(({ property, outcome }) => [property, outcome]),
  )

describe('a value against its grade', () => {
  test.each([
    [
      'at the limit of its band',
      { C: '0.24', ReH: '355', Rm: '630' },
      '16',
      { C: 'in', ReH: 'in', Rm: 'in' },
    ],
    [
      'a hair beyond',
      { C: '0.240001', ReH: '354.9', Rm: '630.1' },
      '16',
      { C: 'out', ReH: 'out', Rm: 'out' },
    ],
    [
      'the next band begins behind 16 mm',
      { C: '0.2', ReH: '345', Rm: '500' },
      '16.1',
      { C: 'in', ReH: 'in', Rm: 'in' },
    ],
    ['not given though asked for', { C: '0.2' }, '16', { C: 'in', ReH: 'missing', Rm: 'missing' }],
    [
      'no band for this thickness',
      { C: '0.2', ReH: '400', Rm: '500' },
      '60',
      { C: 'in', ReH: 'no_band', Rm: 'in' },
    ],
    [
      'bands ask for a thickness',
      { C: '0.2', ReH: '400', Rm: '500' },
      null,
      { C: 'in', ReH: 'no_band', Rm: 'no_band' },
    ],
    [
      'a value without a limit',
      { C: '0.2', ReH: '400', Rm: '500', Mo: '9' },
      '16',
      { C: 'in', ReH: 'in', Rm: 'in', Mo: 'free' },
    ],
    [
      'one not asked for is judged when given',
      { C: '0.2', ReH: '400', Rm: '500', Nb: '0.06' },
      '16',
      { C: 'in', ReH: 'in', Rm: 'in', Nb: 'out' },
    ],
  ] as const)('%s', (_name, values, thickness, outcomes) => {
    expect(judge(values, thickness)).toEqual(outcomes)
  })

  test('a re-test is asked for nothing, and judged all the same', () => {
    expect(judge({ ReH: '340' }, '16', false)).toEqual({ ReH: 'out' })
    expect(judge({}, '16', false)).toEqual({})
  })

  test('for any yield strength: inside if and only if it is not below its band', () => {
    const tenths = fc.integer({ min: 0, max: 9999 })
    fc.assert(
      fc.property(tenths, fc.integer({ min: 1, max: 400 }), (reh, t) => {
        const least = t <= 160 ? 3550 : 3450
        expect(
          judge({ ReH: `${Math.floor(reh / 10)}.${reh % 10}` }, `${Math.floor(t / 10)}.${t % 10}`)['ReH'],
        ).toBe(reh >= least ? 'in' : 'out')
      }),
    )
  })
})

describe('carbon equivalent', () => {
  const all = { C: '0.16', Mn: '1.2', Cr: '0.05', Mo: '0.01', V: '0.04', Ni: '0.06', Cu: '0.09' }

  // 0.16 + 1.2/6 + (0.05 + 0.01 + 0.04)/5 + (0.06 + 0.09)/15
  test('is the sum of the IIW formula', () => {
    expect(carbonEquivalent(all)).toBe('0.39')
  })

  test('is not made of what was not given', () => {
    const { V: _v, ...rest } = all
    expect(carbonEquivalent(rest)).toBeNull()
  })

  test('is judged where the certificate does not print it, and printed wins', () => {
    const values = { ...all, ReH: '400', Rm: '500' }
    const found = (overrides: object) =>
      judgeSteel(q355, { thickness: '16', values: { ...values, ...overrides }, asksAll: true }).find(
        ({ property }) => property === 'CEV',
      )
    expect(found({})).toMatchObject({ value: '0.39', computed: true, outcome: 'in' })
    expect(found({ CEV: '0.46' })).toMatchObject({ value: '0.46', computed: false, outcome: 'out' })
  })
})

describe('limits of a grade', () => {
  test('two that hold for one thickness are found', () => {
    expect(clashOf(q355)).toBeNull()
    const wider = limit('ReH', { over: '15', upTo: '20', lower: '350' })
    expect(clashOf([...q355, wider])).toBe(wider)
    expect(clashOf([...q355, limit('C', { upper: '0.2' })])).toMatchObject({ property: 'C', upper: '0.2' })
  })

  test.each([
    [{ upper: '1' }, true],
    [{}, false],
    [{ lower: '2', upper: '1' }, false],
    [{ lower: '1', upper: '1' }, true],
    [{ upper: '1', over: '40', upTo: '40' }, false],
    [{ upper: '1', over: '16', upTo: '40' }, true],
  ])('%o: %s', (overrides, sound) => {
    expect(isSoundLimit(limit('C', overrides))).toBe(sound)
  })
})
