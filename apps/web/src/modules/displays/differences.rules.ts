import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Panel, ScreenLayout, ScreenPage } from '@cloud-factory/contract/displays/screens'
import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { same } from './editor.rules.ts'

/** One difference between two layouts: a key of `difference`, and the values for its sentence. */
export interface LayoutDifference {
  readonly word: string
  /** Name of the page, the later one if it has changed; null: the whole screen. */
  readonly page: Names | null
  readonly kind?: PanelKind
  readonly before?: string | Names
  readonly after?: string | Names
}

const text = (value: string | number | boolean | null): string => (value === null ? '' : String(value))
const plain = ['canvas', 'theme', 'language', 'takeover', 'sound', 'pixelShift'] as const
const whole = ['dim', 'filters', 'thresholds'] as const

/** Changes from one layout to another, page by page; empty: none. */
export function layoutDifferences(before: ScreenLayout, after: ScreenLayout): LayoutDifference[] {
  const pairs = pagePairs(before.pages, after.pages)
  const inOrder = longestRise(pairs.flatMap(({ from }) => (from === null ? [] : [from])))
  const staying = new Set(pairs.map(({ from }) => from))
  return [
    ...plain
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ word: field, page: null, before: text(before[field]), after: text(after[field]) })),
    ...whole
      .filter((field) => !same(before[field], after[field]))
      .map((field) => ({ word: field, page: null })),
    ...pairs.flatMap(({ from, to, page }) => {
      const was = from === null ? undefined : before.pages[from]
      if (from === null || was === undefined)
        return [{ word: 'pageAdded', page: page.names, after: String(to + 1) }]
      const isMoved = !inOrder.has(from)
      return [
        ...(isMoved
          ? [{ word: 'pageMoved', page: page.names, before: String(from + 1), after: String(to + 1) }]
          : []),
        ...pageDifferences(was, page),
      ]
    }),
    ...before.pages.flatMap(({ names }, at) =>
      staying.has(at) ? [] : [{ word: 'pageRemoved', page: names, before: String(at + 1) }],
    ),
  ]
}

interface PagePair {
  /** Its place before; null: it is new. */
  readonly from: number | null
  readonly to: number
  readonly page: ScreenPage
}

/** What makes two pages the same one, the surest first: a page has no number of its own. */
const likeness: readonly ((was: ScreenPage, is: ScreenPage) => boolean)[] = [
  (was, is) => same(was, is),
  (was, is) => same(was.names, is.names),
  (was, is) => was.panels.length > 0 && same(was.panels, is.panels),
  (was, is) => sharedKinds(was, is) * 2 > Math.max(was.panels.length, is.panels.length),
]

function sharedKinds(was: ScreenPage, is: ScreenPage): number {
  const kinds = is.panels.map(({ kind }) => kind)
  return was.panels.filter(({ kind }) => {
    const at = kinds.indexOf(kind)
    if (at >= 0) kinds.splice(at, 1)
    return at >= 0
  }).length
}

/** The pages of the later layout, each with the earlier one that it was. */
function pagePairs(before: readonly ScreenPage[], after: readonly ScreenPage[]): PagePair[] {
  const from = new Map<number, number>()
  const used = new Set<number>()
  for (const isLike of likeness)
    for (const [to, page] of after.entries()) {
      if (from.has(to)) continue
      const fits = (at: number) => {
        const was = before[at]
        return was !== undefined && !used.has(at) && isLike(was, page)
      }
      // Of equal pages, the one at the same place.
      const found = fits(to) ? to : [...before.keys()].find(fits)
      if (found === undefined) continue
      from.set(to, found)
      used.add(found)
    }
  return after.map((page, to) => ({ from: from.get(to) ?? null, to, page }))
}

/** The most numbers of a list that follow each other in rising order: pages that were not moved. */
function longestRise(list: readonly number[]): ReadonlySet<number> {
  const best: number[][] = []
  for (const one of list) {
    const before = best.filter((row) => (row.at(-1) ?? -1) < one)
    best.push([...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), one])
  }
  return new Set(best.toSorted((a, b) => b.length - a.length)[0])
}

function pageDifferences(before: ScreenPage, after: ScreenPage): LayoutDifference[] {
  const page = after.names
  return [
    ...(same(before.names, page) ? [] : [{ word: 'pageNames', page, before: before.names, after: page }]),
    ...(before.dwellS === after.dwellS
      ? []
      : [{ word: 'dwell', page, before: text(before.dwellS), after: text(after.dwellS) }]),
    ...(same(before.schedule, after.schedule) ? [] : [{ word: 'schedule', page }]),
    ...panelDifferences(before.panels, after.panels).map((difference) => ({ ...difference, page })),
  ]
}

const placeOf = ({ x, y, width, height }: Panel): string => `${x + 1},${y + 1} ${width}×${height}`

/**
 * Panels of a kind are compared in order: first with first, and so on. Their positions on the page
 * do not matter.
 */
function panelDifferences(
  before: readonly Panel[],
  after: readonly Panel[],
): Omit<LayoutDifference, 'page'>[] {
  const kinds = [...new Set([...before, ...after].map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const [was, is] = [before, after].map((panels) => panels.filter((panel) => panel.kind === kind)) as [
      Panel[],
      Panel[],
    ]
    return Array.from({ length: Math.max(was.length, is.length) }, (_, at) =>
      panelChange(was[at], is[at], kind),
    ).flat()
  })
}

function panelChange(
  was: Panel | undefined,
  is: Panel | undefined,
  kind: PanelKind,
): Omit<LayoutDifference, 'page'>[] {
  if (was === undefined && is === undefined) return []
  if (was === undefined) return [{ word: 'panelAdded', kind }]
  if (is === undefined) return [{ word: 'panelRemoved', kind }]
  return [
    ...(placeOf(was) === placeOf(is)
      ? []
      : [{ word: 'panelMoved', kind, before: placeOf(was), after: placeOf(is) }]),
    ...(same(was.options, is.options) ? [] : [{ word: 'panelOptions', kind }]),
  ]
}
