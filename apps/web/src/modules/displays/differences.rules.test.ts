import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import type { Panel, ScreenPage } from '@cloud-factory/contract/displays/screens'
import { expect, test } from 'vitest'
import { layoutDifferences } from './differences.rules.ts'
import { withPage } from './editor.rules.ts'

const usual = layoutOf('usual')
const [first, second, third] = usual.pages as [ScreenPage, ScreenPage, ScreenPage]
const withPages = (...pages: ScreenPage[]) => ({ ...usual, pages })
const named = (name: string) => ({ zh: name, en: name, es: name })
const words = (before: typeof usual, after: typeof usual) =>
  layoutDifferences(before, after).map(({ word, page, before: was, after: is }) => [word, page?.zh, was, is])

test('nothing, and the same after going through JSON', () => {
  expect(layoutDifferences(usual, JSON.parse(JSON.stringify(usual)) as typeof usual)).toEqual([])
})

test('of the screen, of a page, of a panel', () => {
  const panels = first.panels.map((panel) => (panel.kind === 'alarms' ? { ...panel, x: 7 } : panel)).slice(1)
  const after = withPage({ ...usual, theme: 'day' as const, pages: usual.pages.slice(0, -1) }, 0, {
    ...first,
    dwellS: 20,
    panels,
  })
  const page = first.names
  expect(layoutDifferences(usual, after)).toEqual([
    { word: 'theme', page: null, before: 'deep', after: 'day' },
    { word: 'dwell', page, before: '60', after: '20' },
    { word: 'panelRemoved', page, kind: 'tonnes_today' },
    { word: 'panelMoved', page, kind: 'alarms', before: '9,10 16×3', after: '8,10 16×3' },
    { word: 'pageRemoved', page: usual.pages.at(-1)?.names, before: '7' },
  ])
})

test('the order in which panels were placed, and that of the fields of an option, mean nothing', () => {
  const oee: Panel = { kind: 'oee', x: 0, y: 0, width: 4, height: 2, options: {} }
  const pageWith = (options: Panel['options']) =>
    withPage(usual, 0, { ...first, panels: [{ ...oee, options }] })
  expect(
    layoutDifferences(usual, withPage(usual, 0, { ...first, panels: first.panels.toReversed() })),
  ).toEqual([])
  const before = pageWith({ title: 'A', machineIds: ['1'] })
  expect(layoutDifferences(before, pageWith({ machineIds: ['1'], title: 'A' }))).toEqual([])
  expect(words(before, pageWith({ machineIds: ['2'], title: 'A' }))).toEqual([
    ['panelOptions', '总览', undefined, undefined],
  ])
})

test('a page inserted at the front is one page added, not every page changed', () => {
  const added = { ...first, names: named('参观'), panels: [] }
  expect(words(withPages(first, second, third), withPages(added, first, second, third))).toEqual([
    ['pageAdded', '参观', undefined, '1'],
  ])
})

test('a page that is moved is said once, whatever it passed', () => {
  expect(words(withPages(first, second, third), withPages(third, first, second))).toEqual([
    ['pageMoved', third.names.zh, '3', '1'],
  ])
})

test('a page is the same one with another name, and with other panels', () => {
  const renamed = { ...second, names: named('一车间') }
  expect(words(withPages(first, second), withPages(renamed, first))).toEqual([
    ['pageNames', '一车间', second.names, renamed.names],
    ['pageMoved', '总览', '1', '2'],
  ])
  const emptied = { ...second, panels: [] }
  expect(words(withPages(first, second), withPages(first, emptied)).map(([word]) => word)).toEqual(
    second.panels.map(() => 'panelRemoved'),
  )
})

test('of two equal pages, the duplicate is the added one', () => {
  expect(words(withPages(first, second), withPages(first, first, second))).toEqual([
    ['pageAdded', '总览', undefined, '2'],
  ])
})
