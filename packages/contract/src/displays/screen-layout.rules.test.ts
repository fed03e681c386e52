import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxesOverlap, isOnGrid, layoutProblems } from './screen-layout.rules.ts'
import { dataKey, fitsOption, isLimited, optionsOf, panelOptions, thresholdsOf } from './screen-options.ts'
import { fittedTo, layoutOf, libraryPages } from './screen-templates.ts'
import {
  canvases,
  canvasNames,
  minPanel,
  panelKinds,
  templateNames,
} from '@cloud-factory/domain/displays/display-enums'
import { type Panel, type ScreenLayout, screenLayout } from './screens.ts'

const usual = layoutOf('usual')
const firstPage = usual.pages[0] as ScreenLayout['pages'][number]
const withPanels = (panels: Panel[]): ScreenLayout => ({ ...usual, pages: [{ ...firstPage, panels }] })
const map: Panel = { kind: 'workshop_map', x: 0, y: 0, width: 8, height: 5, options: {} }
const oee: Panel = { kind: 'oee', x: 8, y: 0, width: 4, height: 2, options: {} }
const withPage = (change: Partial<ScreenLayout['pages'][number]>): ScreenLayout => ({
  ...usual,
  pages: [firstPage, { ...firstPage, ...change }],
})

describe('layouts to begin with', () => {
  test.each(templateNames)('%s is a valid layout without problems', (name) => {
    expect(screenLayout.parse(layoutOf(name))).toEqual(layoutOf(name))
    expect(layoutProblems(layoutOf(name))).toEqual([])
  })
  test('together they use every kind of panel, and the usual one alone does', () => {
    const used = new Set(usual.pages.flatMap(({ panels }) => panels.map(({ kind }) => kind)))
    expect([...used].toSorted()).toEqual([...panelKinds].toSorted())
  })
  test('built-in pages fit the shape of the TV; arranged ones stay', () => {
    const canvasOn = (width: number, height: number, layout = usual) =>
      fittedTo(layout, { width, height }).canvas
    // The database returns the fields of an object in an order of its own.
    const turned = {
      ...usual,
      pages: usual.pages.map((page) => Object.fromEntries(Object.entries(page).toReversed())),
    } as ScreenLayout
    expect([canvasOn(1920, 1080), canvasOn(1366, 768), canvasOn(1080, 1920, turned)]).toEqual([
      'full_hd',
      'full_hd',
      'portrait',
    ])
    expect([canvasOn(2560, 1080), canvasOn(3840, 1080)]).toEqual(['wide', 'ultra_wide'])
    const arranged = { ...usual, pages: usual.pages.slice(1) }
    expect(fittedTo(arranged, { width: 1080, height: 1920 })).toBe(arranged)
    expect(fittedTo({ ...usual, theme: 'day' }, { width: 9, height: 16 })).toMatchObject({ theme: 'day' })
  })
  test('one is a copy: what is done to it does not reach the next', () => {
    layoutOf('usual').pages[0]?.panels.splice(0)
    expect(layoutOf('usual')).toEqual(usual)
  })
})

describe('problems of a layout', () => {
  const cases: [string, ScreenLayout, { path: string; reason: string }[]][] = [
    ['side by side', withPanels([map, oee]), []],
    [
      'one cell shared: the later one is named',
      withPanels([map, { ...oee, x: 7, y: 4 }]),
      [{ path: 'pages.0.panels.1', reason: 'screen.overlaps' }],
    ],
    [
      'a column outside',
      withPanels([{ ...oee, x: 21 }]),
      [{ path: 'pages.0.panels.0', reason: 'screen.outside' }],
    ],
    ['up to the last cell', withPanels([{ ...oee, x: 20, y: 10 }]), []],
    [
      'too small to be read',
      withPanels([{ ...map, height: 4 }]),
      [{ path: 'pages.0.panels.0', reason: 'screen.too_small' }],
    ],
    ['no panels', withPanels([]), [{ path: 'pages.0.panels', reason: 'screen.no_panels' }]],
    ['no pages', { ...usual, pages: [] }, [{ path: 'pages', reason: 'screen.no_pages' }]],
    ['4 s', withPage({ dwellS: 4 }), [{ path: 'pages.1.dwellS', reason: 'screen.dwell' }]],
    ['5 s and an hour', { ...withPage({ dwellS: 5 }), pages: [{ ...firstPage, dwellS: 3600 }] }, []],
    ['over an hour', withPage({ dwellS: 3601 }), [{ path: 'pages.1.dwellS', reason: 'screen.dwell' }]],
    [
      'a schedule of no time',
      withPage({ schedule: { shiftIds: [], fromMinute: 60, toMinute: 60 } }),
      [{ path: 'pages.1.schedule', reason: 'screen.no_time' }],
    ],
    [
      'over midnight is a time',
      withPage({ schedule: { shiftIds: ['1'], fromMinute: 1320, toMinute: 360 } }),
      [],
    ],
    [
      'hours in which nothing would be shown',
      { ...usual, pages: [{ ...firstPage, schedule: { shiftIds: [], fromMinute: 0, toMinute: 60 } }] },
      [{ path: 'pages', reason: 'screen.no_page_always' }],
    ],
    [
      'dimmed from eight to eight',
      { ...usual, dim: { from: '20:00', to: '20:00', level: 0.5 } },
      [{ path: 'dim', reason: 'screen.no_time' }],
    ],
    [
      'options nobody knows, and values that cannot be',
      withPanels([{ ...map, options: { tour: 1, blink: true } }]),
      [
        { path: 'pages.0.panels.0.options.tour', reason: 'screen.bad_option' },
        { path: 'pages.0.panels.0.options.blink', reason: 'screen.unknown_option' },
      ],
    ],
    [
      'written by a later version',
      { ...usual, schemaVersion: 2 },
      [{ path: 'schemaVersion', reason: 'screen.newer' }],
    ],
  ]
  test.each(cases)('%s', (_name, layout, problems) => {
    expect(layoutProblems(layout)).toEqual(problems)
  })
  test('a lying page on an upright canvas hangs out of it', () => {
    expect(
      layoutProblems({ ...usual, canvas: 'portrait' }).some(({ reason }) => reason === 'screen.outside'),
    ).toBe(true)
  })
})

test.each(canvasNames)('every page of the library fits a %s screen', (canvas) => {
  const pages = libraryPages(canvas)
  expect(pages.length).toBeGreaterThan(6)
  expect(new Set(pages.map(({ names }) => names.zh)).size).toBe(pages.length)
  expect(layoutProblems({ ...usual, canvas, pages })).toEqual([])
  for (const { panels } of pages) expect(panels.length).toBeLessThan(7)
})

describe('options', () => {
  test('the usual value of each is one of it, and a stranger is not', () => {
    for (const kind of panelKinds)
      for (const [name, option] of Object.entries(panelOptions(kind))) {
        expect(fitsOption(option, option.usual), name).toBe(true)
        expect(fitsOption(option, option.kind === 'text' ? 'x'.repeat(61) : 'stranger'), name).toBe(false)
        expect(fitsOption(option, 99.5), name).toBe(false)
        expect(fitsOption(option, ['0']), name).toBe(false)
      }
  })
  test('what was chosen stands, the rest is as usual', () => {
    expect(optionsOf('workshop_map', { tour: false })).toMatchObject({ tour: false, names: true })
    expect(optionsOf('oee', { rows: 3 })).not.toHaveProperty('rows')
  })
  test('data of its own has a name of its own; what is only drawn differently has not', () => {
    expect(dataKey('oee', { title: 'Hall 2', oeeTarget: null, machineIds: [] })).toBe('oee')
    expect(dataKey('oee', { machineIds: ['7'], workshopIds: ['2'] })).toBe(
      'oee {"workshopIds":["2"],"machineIds":["7"]}',
    )
    expect(dataKey('oee', { workshopIds: ['2'], machineIds: ['7'] })).toBe(
      dataKey('oee', { machineIds: ['7'], workshopIds: ['2'] }),
    )
    expect(dataKey('first_pass', { firstPassTarget: 0.9, machineIds: ['7'] })).toBe(
      'first_pass {"firstPassTarget":0.9}',
    )
  })
  test('thresholds of a panel go before those of its screen', () => {
    expect(thresholdsOf({ oeeTarget: 0.5, lateDays: null }, usual.thresholds)).toEqual({
      ...usual.thresholds,
      oeeTarget: 0.5,
    })
  })
})

const anyPanel = fc.record({
  kind: fc.constantFrom(...panelKinds),
  x: fc.nat(26),
  y: fc.nat(26),
  width: fc.nat(26),
  height: fc.nat(26),
  options: fc.constant({}),
})

test('no accepted layout has two panels in one cell, one outside the grid or one too small', () => {
  const grown = fc.tuple(fc.constantFrom(...canvasNames), fc.array(anyPanel, { minLength: 1, maxLength: 6 }))
  let accepted = 0
  fc.assert(
    fc.property(grown, fc.boolean(), ([canvas, some], fit) => {
      // Half of them are made to fit one by one, so that the property speaks of full grids too.
      const panels = fit ? some.map((panel) => ({ ...panel, ...minPanel[panel.kind] })) : some
      const layout = { ...withPanels(panels), canvas }
      if (layoutProblems(layout).length > 0) return
      accepted += 1
      const occupied = new Set<string>()
      for (const { kind, x, y, width, height } of panels) {
        expect(width).toBeGreaterThanOrEqual(minPanel[kind].width)
        expect(height).toBeGreaterThanOrEqual(minPanel[kind].height)
        for (let column = x; column < x + width; column += 1)
          for (let row = y; row < y + height; row += 1) {
            expect(column).toBeLessThan(canvases[canvas].columns)
            expect(row).toBeLessThan(canvases[canvas].rows)
            expect(occupied.has(`${column} ${row}`)).toBe(false)
            occupied.add(`${column} ${row}`)
          }
      }
    }),
    { numRuns: 2000 },
  )
  expect(accepted).toBeGreaterThan(20)
})

test('overlapping is the same seen from either side, and nothing overlaps itself moved by its width', () => {
  fc.assert(
    fc.property(anyPanel, anyPanel, (a, b) => {
      expect(boxesOverlap(a, b)).toBe(boxesOverlap(b, a))
      expect(boxesOverlap(a, { ...a, x: a.x + a.width })).toBe(false)
      expect(isOnGrid(a, canvases.full_hd)).toBe(a.x + a.width <= 24 && a.y + a.height <= 12)
    }),
  )
})

test('a panel of some workshops is limited; one with a title and a threshold of its own is not', () => {
  expect(isLimited({ workshopIds: ['2'] })).toBe(true)
  expect(isLimited({ workshopIds: [], title: '产量', oeeTarget: 0.5 })).toBe(false)
})
