import { boxesOverlap, isOnGrid } from '@cloud-factory/contract/displays/screen-layout.rules'
import type { Panel } from '@cloud-factory/contract/displays/screens'
import { canvases } from '@cloud-factory/domain/displays/display-enums'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guidesOf, madeRoom, positionedAmong, stepOf } from './arrange.rules.ts'
import { firstPlace } from './editor.rules.ts'

const grid = canvases.full_hd
const oee = (x: number, y: number, width = 4, height = 2): Panel => ({
  kind: 'oee',
  x,
  y,
  width,
  height,
  options: {},
})
const places = (panels: Iterable<Panel>) =>
  Array.from(panels, ({ x, y, width, height }) => [x, y, width, height])
const right = (dx: number) => ({ dx, dy: 0, isSize: false })

describe('a step', () => {
  test('moves several panels together, as far as the first of them can go', () => {
    const panels = [oee(0, 0), oee(18, 4), oee(4, 8)]
    expect(places(stepOf(panels, [0, 1], right(5), grid).values())).toEqual([
      [2, 0, 4, 2],
      [20, 4, 4, 2],
    ])
  })
  test('resizes each of them', () => {
    const targets = stepOf([oee(0, 0), oee(18, 4)], [0, 1], { dx: 9, dy: -1, isSize: true }, grid)
    expect(places(targets.values())).toEqual([
      [0, 0, 13, 2],
      [18, 4, 6, 2],
    ])
  })
})

describe('making room', () => {
  test('a panel in the way goes to the nearest free place', () => {
    const panels = [oee(0, 0), oee(4, 0)]
    expect(places(madeRoom(panels, new Map([[0, oee(2, 0)]]), grid) ?? [])).toEqual([
      [2, 0, 4, 2],
      [6, 0, 4, 2],
    ])
  })
  test('on a full page two of one size change places', () => {
    const panels = [oee(0, 0, 12, 12), oee(12, 0, 12, 12)]
    expect(places(madeRoom(panels, new Map([[0, oee(12, 0, 12, 12)]]), grid) ?? [])).toEqual([
      [12, 0, 12, 12],
      [0, 0, 12, 12],
    ])
  })
  test('without room there is no such page', () => {
    const panels = [oee(0, 0, 12, 12), oee(12, 0, 12, 12)]
    expect(madeRoom(panels, new Map([[0, oee(3, 0, 12, 12)]]), grid)).toBeNull()
  })
  test('whatever is moved, nothing overlaps and nothing leaves the grid', () => {
    const step = fc.record({ dx: fc.integer(), dy: fc.integer(), isSize: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 18 }), fc.integer({ min: 1, max: 4 }), step, (all, own, move) => {
        const panels: Panel[] = []
        while (panels.length < all) panels.push(firstPlace('oee', panels, grid) ?? oee(0, 0))
        const targets = stepOf(panels, [...panels.keys()].slice(0, own), move, grid)
        const movers = [...targets.values()]
        // Panels that are resized into each other are a problem of the page, not of the room beside them.
        fc.pre(!movers.some((one, at) => movers.slice(at + 1).some((other) => boxesOverlap(one, other))))
        const after = madeRoom(panels, targets, grid) ?? []
        for (const [at, panel] of after.entries()) {
          expect(isOnGrid(panel, grid)).toBe(true)
          expect(after.slice(at + 1).filter((other) => boxesOverlap(panel, other))).toEqual([])
        }
      }),
    )
  })
})

test('panels are added beside those that are there, and only as far as there is room', () => {
  expect(places(positionedAmong([oee(0, 0)], [oee(0, 0), oee(8, 0)], grid))).toEqual([
    [0, 2, 4, 2],
    [8, 0, 4, 2],
  ])
  expect(positionedAmong([oee(0, 0, 24, 11)], [oee(0, 0)], grid)).toEqual([])
})

test('guides are the edges that what is dragged shares with others', () => {
  const panels = [oee(0, 0), oee(0, 4), oee(10, 2)]
  expect(guidesOf(panels, [0])).toEqual({ columns: [0, 4], rows: [2] })
  expect(guidesOf(panels, [0, 1, 2])).toEqual({ columns: [], rows: [] })
})
