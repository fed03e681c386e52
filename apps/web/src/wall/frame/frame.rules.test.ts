import {
  canvasNames,
  canvases,
  minPanel,
  panelKinds,
  templateNames,
} from '@cloud-factory/domain/displays/display-enums'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bandHeight,
  bannerHeight,
  boxOf,
  fitInto,
  headerHeight,
  shiftAt,
  stageOf,
  tickerHeight,
  isReported,
  lampOf,
  turnsOf,
  brightnessAt,
  pageAt,
  pageBeside,
  pagesNow,
  type Turn,
  within,
  commonStart,
} from './frame.rules.ts'
import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { wallItems } from '../../../../../tests/support/wall-items.ts'
import { idleTimeoutMs } from './trust.rules.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
})

test('a stage is scaled once, fits whatever window, and stands in its middle', () => {
  fc.assert(
    fc.property(fc.constantFrom(...canvasNames), size, (name, view) => {
      const stage = stageOf(name)
      const { scale, left, top } = fitInto(stage, view)
      expect(left).toBeGreaterThanOrEqual(-1e-6)
      expect(top).toBeGreaterThanOrEqual(-1e-6)
      expect(stage.width * scale + 2 * left).toBeCloseTo(view.width, 5)
      expect(stage.height * scale + 2 * top).toBeCloseTo(view.height, 5)
      expect(Math.min(left, top)).toBeLessThan(1e-6)
    }),
  )
})

test('4K is the picture of 1080p, twice as fine; the huge one that of ultra wide', () => {
  expect(stageOf('uhd')).toEqual(stageOf('full_hd'))
  expect(stageOf('huge')).toEqual(stageOf('ultra_wide'))
  expect(fitInto(stageOf('huge'), { width: 7680, height: 2160 })).toEqual({ scale: 2, left: 0, top: 0 })
  expect(fitInto(stageOf('full_hd'), { width: 0, height: 0 }).scale).toBe(0)
})

test('panels of every template stand apart from each other, below the header and above the ticker', () => {
  for (const template of templateNames)
    for (const hasBand of [false, true]) {
      const { canvas, pages } = layoutOf(template)
      const stage = stageOf(canvas)
      for (const { panels } of pages) {
        const boxes = panels.map((panel) => boxOf(canvas, panel, hasBand))
        for (const [at, box] of boxes.entries()) {
          expect(box.x).toBeGreaterThanOrEqual(7.99)
          expect(box.y).toBeGreaterThan(headerHeight + (hasBand ? bandHeight : 0))
          expect(box.x + box.width).toBeLessThanOrEqual(stage.width - 7.99)
          expect(box.y + box.height).toBeLessThanOrEqual(stage.height - tickerHeight - 7.99)
          for (const other of boxes.slice(at + 1)) {
            const beside = box.x + box.width <= other.x - 7.9 || other.x + other.width <= box.x - 7.9
            const below = box.y + box.height <= other.y - 7.9 || other.y + other.height <= box.y - 7.9
            expect(beside || below).toBe(true)
          }
        }
      }
    }
})

test('panels leave a line above the ticker to the banner of critical alarms', () => {
  const whole = { x: 0, y: 0, width: canvases.full_hd.columns, height: canvases.full_hd.rows }
  const [usual, alarmed] = [boxOf('full_hd', whole, false), boxOf('full_hd', whole, false, true)]
  expect(alarmed).toEqual({ ...usual, height: expect.closeTo(usual.height - bannerHeight, 6) })
})

test('the smallest panel of each kind has a size on every canvas', () => {
  for (const name of canvasNames)
    for (const kind of panelKinds) {
      const box = boxOf(name, { x: 0, y: 0, ...minPanel[kind] }, true)
      expect(box.width, `${name} ${kind}`).toBeGreaterThan(200)
      expect(box.height, `${name} ${kind}`).toBeGreaterThan(50)
      expect(canvases[name].columns).toBeGreaterThanOrEqual(minPanel[kind].width)
    }
})

test('what is moved against burning in stays within two pixels and comes back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000_000 }), (minute) => {
      const { x, y } = shiftAt(minute)
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(2)
      expect(shiftAt(minute + 9)).toEqual({ x, y })
    }),
  )
})

const reported = (...keys: readonly (keyof WallItems)[]): WallItems =>
  Object.fromEntries(keys.map((key) => [key, wallItems[key]]))

test('an open stream that has told nothing of the factory is still connecting', () => {
  const heard = { link: 'live', silentMs: 0 } as const
  expect(lampOf({ ...heard, isReported: false })).toBe('opening')
  expect(lampOf({ ...heard, isReported: true })).toBe('live')
})

test('silence and a lost link are said whatever was told before', () => {
  for (const before of [true, false]) {
    expect(lampOf({ link: 'live', silentMs: idleTimeoutMs, isReported: before })).toBe('lost')
    expect(lampOf({ link: 'lost', silentMs: 0, isReported: before })).toBe('lost')
    expect(lampOf({ link: 'opening', silentMs: Number.POSITIVE_INFINITY, isReported: before })).toBe(
      'opening',
    )
  }
})

test.each([
  ['nothing', [], false],
  ['its version alone', ['screen'], false],
  ['the header alone', ['screen', 'header'], false],
  ['a panel of another layout', ['screen', 'header', 'energy'], false],
  ['the header and a panel', ['screen', 'header', 'oee'], true],
] as const)('told %s', (_, keys, expected) => {
  expect(
    isReported(
      [
        { kind: 'oee', options: {} },
        { kind: 'alarms', options: {} },
      ],
      reported(...keys),
    ),
  ).toBe(expected)
})

test('a layout without panels has been told all with its header', () => {
  expect(isReported([], reported('screen'))).toBe(false)
  expect(isReported([], reported('screen', 'header'))).toBe(true)
})

test.each([
  [0, 5, 1, 1],
  [5, 5, 1, 5],
  [8, 7, 2, 4],
  [60, 25, 3, 20],
  [3, 0, 3, 1],
] as const)('%s rows in a room for %s', (count, room, turns, each) => {
  expect(turnsOf(count, room)).toEqual({ turns, each })
})

test('every row has its turn, none is larger than the room', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (count, room) => {
      const { turns, each } = turnsOf(count, room)
      expect(turns * each).toBeGreaterThanOrEqual(count)
      expect((turns - 1) * each).toBeLessThan(count + each)
      expect(each).toBeLessThanOrEqual(room)
    }),
  )
})

test.each([
  [['SIM-CUT-01', 'SIM-SAW-02'], 'SIM-'],
  [['SIM-CUT-01', 'SIM-CUT-02'], 'SIM-'],
  [['CUT-01', 'CUT-02'], ''],
  [['CUT-01', 'SAW-02'], ''],
  [['SIM-CUT-01', 'SIM-7'], ''],
  [['SIM-CUT-01'], ''],
  [['W1', 'W2'], ''],
  [[], ''],
])('what all of %j begin with and need not say is %j', (codes, start) => {
  expect(commonStart(codes)).toBe(start)
})

const noon = { minuteOfDay: 720, shiftId: '1' }
const always = (dwellS: number): Turn => ({ dwellS, schedule: null })
const from = (fromMinute: number, toMinute: number, shiftIds: string[] = []) => ({
  shiftIds,
  fromMinute,
  toMinute,
})

test('a schedule over midnight holds on both sides of it', () => {
  const night = from(22 * 60, 6 * 60)
  expect(
    [0, 359, 360, 720, 1319, 1320].map((minuteOfDay) => within(night, { minuteOfDay, shiftId: null })),
  ).toEqual([true, true, false, false, false, true])
})

test('a page of a shift is shown in that shift only', () => {
  expect(within(from(0, 0, ['2']), noon)).toBe(false)
  expect(within(from(0, 0, ['1', '2']), noon)).toBe(true)
  expect(within(from(0, 0, ['1']), { minuteOfDay: 720, shiftId: null })).toBe(false)
})

test('when it is no page’s hour, all are shown: a screen is never blank', () => {
  const turns = [
    { dwellS: 10, schedule: from(0, 60) },
    { dwellS: 10, schedule: from(60, 120) },
  ]
  expect(pagesNow(turns, noon)).toEqual([0, 1])
})

test('pages turn by their own dwell, by the clock of the server', () => {
  const turns = [always(60), always(30)]
  const at = (second: number) => pageAt(turns, noon, second * 1000)
  expect([0, 59, 60, 89, 90, 149, 150].map(at)).toEqual([0, 0, 1, 1, 0, 0, 1])
  // TVs beside each other turn at the same moment, each to another page.
  const beside = (ahead: number) => pageAt([...turns, always(10)], noon, 61_000, ahead)
  expect([0, 1, 2, 3].map(beside)).toEqual([1, 2, 0, 1])
})

test('a screen begins with its first page, even a moment before its beginning', () => {
  // The clock on the screen counts whole seconds, so it may be behind the instant at which the screen was opened.
  expect([-999, -1, 0].map((ms) => pageAt([always(60), always(30)], noon, ms))).toEqual([0, 0, 0])
})

test('whatever the schedule, a page that is there is shown', () => {
  const schedule = fc.option(
    fc.record({
      shiftIds: fc.subarray(['1', '2', '3']),
      fromMinute: fc.integer({ min: 0, max: 1440 }),
      toMinute: fc.integer({ min: 0, max: 1440 }),
    }),
  )
  const turns = fc.array(fc.record({ dwellS: fc.integer({ min: 0, max: 3600 }), schedule }), { minLength: 1 })
  fc.assert(
    fc.property(turns, fc.integer(), fc.nat(1439), (pages, now, minuteOfDay) => {
      const hour = { minuteOfDay, shiftId: '1' }
      const open = pagesNow(pages, hour)
      expect(open).toContain(pageAt(pages, hour, now))
      for (const direction of [1, -1] as const) expect(open).toContain(pageBeside(pages, hour, 0, direction))
    }),
  )
  expect(pageAt([], noon, 0)).toBe(0)
})

test('a screen dims between two times of day', () => {
  const dim = { from: '20:00', to: '06:30', level: 0.4 }
  expect([300, 389, 390, 720, 1200].map((minute) => brightnessAt(dim, minute))).toEqual([0.4, 0.4, 1, 1, 0.4])
  expect(brightnessAt(null, 0)).toBe(1)
})
