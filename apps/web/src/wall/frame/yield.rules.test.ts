import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import { templateNames } from '@cloud-factory/domain/displays/display-enums'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyItems, wallItems } from '../../../../../tests/support/wall-items.ts'
import { boxOf, gutter } from './frame.rules.ts'
import { isQuiet, lineHeight, yieldedBoxes } from './yield.rules.ts'

const box = (x: number, y: number, height: number) => ({ x, y, width: 600, height })

test('a panel with nothing to say becomes a line, and the others of its stack take its room', () => {
  const stack = [
    { box: box(8, 80, 392), quiet: false },
    { box: box(8, 480, 192), quiet: true },
    { box: box(8, 680, 196), quiet: false },
    { box: box(616, 80, 796), quiet: false },
  ]
  expect(yieldedBoxes(stack)).toEqual([
    box(8, 80, 488),
    box(8, 576, lineHeight),
    box(8, 632, 244),
    box(616, 80, 796),
  ])
})

test('a stack in which nobody has anything to say stays as it is', () => {
  const alone = [{ box: box(8, 80, 392), quiet: true }]
  expect(yieldedBoxes(alone)).toEqual([box(8, 80, 392)])
})

test('whoever is quiet, the panels of a built-in page keep their column and never overlap', () => {
  const pages = templateNames.flatMap((template) => {
    const { canvas, pages: all } = layoutOf(template)
    return all.map(({ panels }) => panels.map((panel) => boxOf(canvas, panel, true)))
  })
  fc.assert(
    fc.property(
      fc.constantFrom(...pages),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      (boxes, quiet) => {
        const after = yieldedBoxes(boxes.map((one, at) => ({ box: one, quiet: quiet[at] === true })))
        const lowest = Math.max(...boxes.map(({ y, height }) => y + height))
        for (const [at, one] of after.entries()) {
          expect(one.y + one.height).toBeLessThan(lowest + 0.01)
          for (const other of after.slice(at + 1))
            expect(
              one.x + one.width < other.x ||
                other.x + other.width < one.x ||
                one.y + one.height + gutter < other.y + 0.01 ||
                other.y + other.height + gutter < one.y + 0.01,
            ).toBe(true)
        }
      },
    ),
  )
})

test('no alarm is nothing to say; data that has not arrived, and a figure of zero, are not', () => {
  const alarms = { at: null, trust: 'good', data: emptyItems.alarms } as const
  expect(isQuiet({ kind: 'alarms', options: {} }, { alarms })).toBe(true)
  expect(isQuiet({ kind: 'alarms', options: {} }, wallItems)).toBe(false)
  expect(isQuiet({ kind: 'alarms', options: {} }, {})).toBe(false)
  const today = { at: null, trust: 'good', data: emptyItems.tonnes_today } as const
  expect(isQuiet({ kind: 'tonnes_today', options: {} }, { tonnes_today: today })).toBe(false)
})
