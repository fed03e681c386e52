import {
  canvasNames,
  canvases,
  minPanel,
  panelKinds,
  templateNames,
} from '@cloud-factory/domain/displays/screen-enums'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandHeight, boxOf, fitInto, headerHeight, shiftAt, stageOf, tickerHeight } from './canvas.rules.ts'

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
