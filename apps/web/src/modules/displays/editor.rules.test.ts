import { layoutProblems } from '@cloud-factory/contract/displays/screen-layout.rules'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import { canvases, minPanel, panelKinds } from '@cloud-factory/domain/displays/display-enums'
import type { Panel } from '@cloud-factory/contract/displays/screens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  layoutDifferences,
  clockOf,
  firstPlace,
  minuteOf,
  moved,
  resized,
  movedItem,
  withPage,
} from './editor.rules.ts'
import { begun, redone, stepped, undone } from './use-steps.ts'

const grid = canvases.full_hd
const oee: Panel = { kind: 'oee', x: 0, y: 0, width: 4, height: 2, options: {} }
const usual = layoutOf('usual')

describe('moving and sizing', () => {
  test.each([
    ['one to the right', 1, 0, { x: 1, y: 0 }],
    ['not out at the left', -3, 0, { x: 0, y: 0 }],
    ['not out below', 0, 99, { x: 0, y: 10 }],
  ])('%s', (_name, dx, dy, place) => {
    expect(moved(oee, dx, dy, grid)).toMatchObject(place)
  })
  test.each([
    ['wider', 2, 0, { width: 6, height: 2 }],
    ['not below its least size', -3, -3, { width: 4, height: 2 }],
    ['not out at the right', 99, 0, { width: 24, height: 2 }],
  ])('%s', (_name, dw, dh, size) => {
    expect(resized(oee, dw, dh, grid)).toMatchObject(size)
  })
  test('whatever is done to a panel that stands well, it stands well', () => {
    const step = fc.tuple(fc.boolean(), fc.integer({ min: -30, max: 30 }), fc.integer({ min: -30, max: 30 }))
    fc.assert(
      fc.property(fc.constantFrom(...panelKinds), fc.array(step, { maxLength: 12 }), (kind, steps) => {
        const start: Panel = { kind, x: 0, y: 0, ...minPanel[kind], options: {} }
        const end = steps.reduce(
          (panel, [move, one, other]) =>
            move ? moved(panel, one, other, grid) : resized(panel, one, other, grid),
          start,
        )
        const page = { ...usual.pages[0], panels: [end] } as (typeof usual.pages)[number]
        expect(layoutProblems({ ...usual, pages: [page] })).toEqual([])
      }),
    )
  })
})

test('a new panel takes the first free place; on a full page there is none', () => {
  expect(firstPlace('oee', [], grid)).toMatchObject({ x: 0, y: 0 })
  expect(firstPlace('oee', [oee], grid)).toMatchObject({ x: 4, y: 0 })
  expect(firstPlace('oee', [{ ...oee, width: 24, height: 12 }], grid)).toBeNull()
})

test('a page is moved to another place', () => {
  expect(movedItem([1, 2, 3], 0, 1)).toEqual([2, 1, 3])
  expect(movedItem([1, 2, 3], 0, 2)).toEqual([2, 3, 1])
  expect(movedItem([1, 2, 3], 2, 0)).toEqual([3, 1, 2])
})

test('a time of day and its minutes', () => {
  expect([clockOf(0), clockOf(485), clockOf(1440)]).toEqual(['00:00', '08:05', '24:00'])
  expect([minuteOf('8:05'), minuteOf('24:00'), minuteOf('24:01'), minuteOf('7:60'), minuteOf('x')]).toEqual([
    485,
    1440,
    null,
    null,
    null,
  ])
})

describe('steps', () => {
  test('are undone and done again; a new one forgets what was undone', () => {
    const three = stepped(stepped(begun(1), 2), 3)
    expect(undone(three).now).toBe(2)
    expect(redone(undone(undone(three))).now).toBe(2)
    expect(stepped(undone(three), 9).after).toEqual([])
    expect(undone(begun(1)).now).toBe(1)
    expect(redone(begun(1)).now).toBe(1)
  })
})

describe('differences in words', () => {
  test('nothing, and the same after going through JSON', () => {
    expect(layoutDifferences(usual, JSON.parse(JSON.stringify(usual)) as typeof usual)).toEqual([])
  })
  test('the order of the fields of an option means nothing', () => {
    const pageWith = (options: Panel['options']) => {
      const [first] = usual.pages as [(typeof usual.pages)[number]]
      return withPage(usual, 0, { ...first, panels: [{ ...oee, options }] })
    }
    const before = pageWith({ title: 'A', machineIds: ['1'] })
    expect(layoutDifferences(before, pageWith({ machineIds: ['1'], title: 'A' }))).toEqual([])
    expect(layoutDifferences(before, pageWith({ machineIds: ['2'], title: 'A' }))).toEqual([
      { word: 'panelOptions', page: 1, kind: 'oee' },
    ])
  })
  test('of the screen, of a page, of a panel', () => {
    const [first] = usual.pages as [(typeof usual.pages)[number]]
    const panels = first.panels
      .map((panel) => (panel.kind === 'alarms' ? { ...panel, x: 7 } : panel))
      .slice(1)
    const after = withPage({ ...usual, theme: 'day' as const, pages: usual.pages.slice(0, -1) }, 0, {
      ...first,
      dwellS: 20,
      panels,
    })
    expect(layoutDifferences(usual, after)).toEqual([
      { word: 'theme', page: null, before: 'deep', after: 'day' },
      { word: 'dwell', page: 1, before: '60', after: '20' },
      { word: 'panelRemoved', page: 1, kind: 'tonnes_today' },
      { word: 'panelMoved', page: 1, kind: 'alarms', before: '9,10 16×3', after: '8,10 16×3' },
      { word: 'pageRemoved', page: 7, before: '荣誉与公告' },
    ])
  })
  test('the order in which panels were placed means nothing', () => {
    const [first] = usual.pages as [(typeof usual.pages)[number]]
    expect(
      layoutDifferences(usual, withPage(usual, 0, { ...first, panels: first.panels.toReversed() })),
    ).toEqual([])
  })
})
