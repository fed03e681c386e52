import { masked } from '@cloud-factory/domain/displays/display-enums'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outputProcess } from '@cloud-factory/contract/planning/output-process.rules'
import { siteWeather } from './climate.items.ts'
import type { MachineNow, View } from './wall.types.ts'
import {
  hallClimate,
  forecastOf,
  paceOf,
  planOf,
  bestOf,
  validOn,
  heatInput,
  inWindow,
  windowShare,
} from './wall.rules.ts'

const hour = 3_600_000
const shift = [
  { from: 0, to: 4 * hour },
  { from: 5 * hour, to: 9 * hour },
]

describe('forecast', () => {
  test('goes on at the pace of the last four planned hours, a break left out', () => {
    // 100, 200, 300, 400 kg in the hours 2–3, 3–4, 5–6, 6–7; now is 7.
    const course = [2, 3, 5, 6].map((at, index) => ({ at: at * hour + hour / 2, kg: (index + 1) * 100 }))
    const pace = paceOf(course, shift, 7 * hour)
    expect(pace).toMatchObject({ kgPerHour: 250, hours: 4 })
    // Sample deviation of 100, 200, 300, 400: √(50 000 / 3).
    expect(pace?.spread).toBeCloseTo(129.0994, 3)
    const forecast = forecastOf(1_000, pace, 2)
    expect(forecast?.kg).toBe(1_500)
    expect(forecast?.highKg).toBeCloseTo(1_500 + 1.28 * 129.0994 * Math.SQRT2, 2)
  })

  test('says nothing before two hours of planned work are over', () => {
    expect(paceOf([], shift, 1.9 * hour)).toBeNull()
    expect(paceOf([], shift, 2 * hour)).toMatchObject({ kgPerHour: 0, spread: 0 })
    expect(forecastOf(5, null, 3)).toBeNull()
  })

  test('never lies below what is done, and its band holds its middle', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1e4, noNaN: true }),
        fc.double({ min: 0, max: 1e4, noNaN: true }),
        fc.double({ min: -5, max: 24, noNaN: true }),
        (done, kgPerHour, spread, left) => {
          const forecast = forecastOf(done, { kgPerHour, spread }, left)
          if (forecast === null) throw new Error('there is a pace')
          expect(forecast.lowKg).toBeGreaterThanOrEqual(done)
          expect(forecast.kg).toBeGreaterThanOrEqual(forecast.lowKg)
          expect(forecast.highKg).toBeGreaterThanOrEqual(forecast.kg)
        },
      ),
    )
  })

  test('spreads a month’s target over its planned time', () => {
    expect(planOf(1_000, 8 * hour, 160 * hour)).toBe(50)
    expect(planOf(null, 8 * hour, 160 * hour)).toBeNull()
    expect(planOf(1_000, 0, 0)).toBeNull()
  })
})

describe('masking', () => {
  test.each([
    ['滨海市奥体中心', 'full', '滨海市奥体中心'],
    ['滨海市奥体中心', 'initial', '滨***'],
    ['  Acme', 'initial', 'A***'],
    ['', 'initial', ''],
    ['Acme', 'hidden', ''],
  ] as const)('of %s as %s leaves %s', (name, masking, left) => {
    expect(masked(name, masking)).toBe(left)
  })

  test('tells neither the length of a name nor more than its first letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        fc.pre(name.trim() !== '')
        const left = masked(name, 'initial')
        expect(name.trim().startsWith(left.slice(0, -3))).toBe(true)
        expect([...new Intl.Segmenter().segment(left.slice(0, -3))]).toHaveLength(1)
      }),
    )
  })
})

describe('welding', () => {
  const window = { lowA: 500, highA: 650, lowV: 28, highV: 34 }
  test('heat input is 60·U·I / (1000·v)', () => {
    expect(heatInput(600, 30, 540)).toBe(2)
    expect(heatInput(600, 30, 0)).toBeNull()
    expect(heatInput(null, 30, 540)).toBeNull()
  })
  test.each([
    [600, 30, true],
    [650, 34, true],
    [651, 30, false],
    [600, 27.9, false],
    [5, 30, null],
    [600, null, null],
  ])('%s A at %s V is inside: %s', (currentA, voltageV, inside) => {
    expect(inWindow({ currentA, voltageV }, window)).toBe(inside)
  })
  test('a share counts burning arcs alone', () => {
    const points = [600, 600, 700, 0].map((currentA) => ({ currentA, voltageV: 30 }))
    expect(windowShare(points, window)).toBeCloseTo(2 / 3)
    expect(windowShare(points, null)).toBeNull()
    expect(windowShare([], window)).toBeNull()
  })
})

describe('the lamp of the paint shop', () => {
  test.each([
    // Dew point of 20 °C at 60 %: 12.0 °C.
    [20, 60, 18, 3, 'paint', 12, 6],
    [20, 60, 14.9, 3, 'stop', 12, 2.9],
    [20, 60, 16, 5, 'stop', 12, 4],
    [20, 90, 25, 3, 'stop', 18.3, 6.7],
    [20, 60, null, 3, 'unknown', 12, null],
    [null, 60, 20, 3, 'unknown', null, null],
  ] as const)(
    '%s °C, %s %%, steel %s °C, %s K asked: %s',
    (air, humid, steel, requiredK, verdict, dew, margin) => {
      expect(hallClimate(air, humid, steel, requiredK)).toEqual({
        dewPointC: dew,
        marginK: margin,
        verdict,
      })
    },
  )
})

test('a notice is shown from its first to its last day', () => {
  const notice = { from: '2026-03-02', until: '2026-03-03' as string | null }
  const shown = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(
    (day) => validOn([notice], day).length,
  )
  expect(shown).toEqual([0, 1, 1, 0])
  expect(validOn([{ ...notice, until: null }], '2030-01-01')).toHaveLength(1)
})

describe('the process of output', () => {
  const process = (id: string, position: number, overrides: object = {}) => ({
    id,
    position,
    kind: 'work' as const,
    gives: null,
    active: true,
    ...overrides,
  })
  const all = [
    process('cut', 0),
    process('paint', 2, { gives: 'coated' }),
    process('sign', 3),
    process('pack', 4, { kind: 'pack' }),
  ]
  test.each([
    [['cut'], [], 'cut'],
    [['cut', 'sign'], [], 'sign'],
    [['gone'], [], 'paint'],
    [[], [], 'paint'],
    [['sign'], ['cut'], 'cut'],
  ])('with targets of %j and %j chosen is %s', (targeted, chosen, id) => {
    expect(outputProcess(all, targeted, chosen)).toBe(id)
  })
  test('is the last that people work at where nothing coats, and none where there is none', () => {
    expect(outputProcess([process('cut', 0), process('drill', 1)], [])).toBe('drill')
    expect(outputProcess([], [])).toBeNull()
  })
})

test('the best welders are those with enough tests and not below all; the others are not named', () => {
  const welder = (name: string, tested: number, accepted: number) => ({ name, tested, accepted })
  const few = welder('few', 4, 4)
  const worst = welder('worst', 40, 30)
  const best = [welder('all', 12, 12), welder('fewer', 6, 6), welder('good', 50, 49)]
  expect(bestOf([worst, few, ...best.toReversed()])).toEqual(best)
  expect(bestOf([])).toEqual([])
  expect(bestOf([welder('alone', 5, 0)])).toHaveLength(1)
})

test('a weather station that is silent gives no verdict, and none is not one', async () => {
  const machine = {
    class: 'weather_station',
    code: 'WST-01',
    signals: [{ slot: 1, role: 'wind_gust' }],
  } as unknown as MachineNow['machine']
  const at = (state: MachineNow['state']): MachineNow =>
    ({ machine, state, heardAt: 5, values: new Map([[1, { at: 5, value: 12.34 }]]) }) as unknown as MachineNow
  const weather = (machines: MachineNow[]) =>
    siteWeather({
      facts: { machines: async () => machines },
      scope: { thresholds: { dewMarginK: 3 } },
    } as unknown as View)
  expect(await weather([at('unknown')])).toMatchObject({ at: 5, trust: 'good', data: { gustMs: 12.3 } })
  expect(await weather([at('offline')])).toMatchObject({
    trust: 'none',
    data: { station: 'WST-01', gustMs: null, painting: 'unknown' },
  })
  expect(await weather([])).toMatchObject({ trust: 'none', data: { station: null } })
})
