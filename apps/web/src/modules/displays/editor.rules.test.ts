import { layoutProblems } from '@cloud-factory/contract/displays/screen-layout.rules'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import { canvases, minPanel, panelKinds } from '@cloud-factory/domain/displays/display-enums'
import type { Panel } from '@cloud-factory/contract/displays/screens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockOf, firstPlace, freeNames, minuteOf, moved, resized, movedItem } from './editor.rules.ts'
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

test('an imported screen gets the next free name', () => {
  const names = { zh: '大屏', en: 'Wall', es: 'Muro' }
  expect(freeNames(names, new Set(['别的']))).toEqual(names)
  expect(freeNames(names, new Set(['大屏', '大屏 2']))).toEqual({ zh: '大屏 3', en: 'Wall 3', es: 'Muro 3' })
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
