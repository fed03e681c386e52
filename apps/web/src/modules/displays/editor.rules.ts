import { boxesOverlap, isOnGrid } from '@cloud-factory/contract/displays/screen-layout.rules'
import { type Canvas, minPanel, type PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { Panel, ScreenLayout, ScreenPage } from '@cloud-factory/contract/displays/screens'

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

/** The panel moved by this many cells, limited by the grid. */
export function moved(panel: Panel, dx: number, dy: number, { columns, rows }: Canvas): Panel {
  const x = between(panel.x + dx, 0, Math.max(0, columns - panel.width))
  const y = between(panel.y + dy, 0, Math.max(0, rows - panel.height))
  return { ...panel, x, y }
}

/** The panel enlarged by this many cells, within its minimum size and the grid. */
export function resized(panel: Panel, dw: number, dh: number, { columns, rows }: Canvas): Panel {
  const least = minPanel[panel.kind]
  const width = between(panel.width + dw, least.width, Math.max(least.width, columns - panel.x))
  const height = between(panel.height + dh, least.height, Math.max(least.height, rows - panel.y))
  return { ...panel, width, height }
}

/** The first free place for a panel of its minimum size, row by row; null when there is none. */
export function firstPlace(kind: PanelKind, panels: readonly Panel[], canvas: Canvas): Panel | null {
  for (let y = 0; y < canvas.rows; y += 1)
    for (let x = 0; x < canvas.columns; x += 1) {
      const panel: Panel = { kind, x, y, ...minPanel[kind], options: {} }
      if (isOnGrid(panel, canvas) && !panels.some((other) => boxesOverlap(other, panel))) return panel
    }
  return null
}

/** A list with one element replaced, or removed if `value` is null. */
export const replaced = <T>(list: readonly T[], place: number, value: T | null): T[] =>
  list.flatMap((one, at) => (at === place ? (value === null ? [] : [value]) : [one]))

/** A list with one item moved to another place. */
export const movedItem = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))

/** The layout with one page replaced, or removed if it is null. */
export const withPage = (layout: ScreenLayout, place: number, page: ScreenPage | null): ScreenLayout => ({
  ...layout,
  pages: replaced(layout.pages, place, page),
})

/** Minutes of the day as `HH:MM`; 1440 is 24:00. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Minutes of `HH:MM`; null when it is none. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^([0-9]{1,2}):([0-9]{2})$/.exec(text.trim()) ?? []
  if (hours === undefined || minutes === undefined) return null
  const minute = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && minute <= 1440 ? minute : null
}

/** One difference between two layouts: a key of `difference`, and the values for its sentence. */
export interface LayoutDifference {
  readonly word: string
  /** Page number from 1 in the later layout; null: the whole screen. */
  readonly page: number | null
  readonly kind?: PanelKind
  readonly before?: string
  readonly after?: string
}

const text = (value: string | number | boolean | null): string => (value === null ? '' : String(value))
/** The server returns the fields of an object in an order of its own. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
/** Whether two layouts, or parts of them, say the same. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sorted) === JSON.stringify(other, sorted)

const plain = ['canvas', 'theme', 'language', 'takeover', 'sound', 'pixelShift'] as const
const whole = ['dim', 'filters', 'thresholds'] as const

/** Changes from one layout to another, page by page; empty: none. */
export function layoutDifferences(before: ScreenLayout, after: ScreenLayout): LayoutDifference[] {
  const pages = Math.max(before.pages.length, after.pages.length)
  return [
    ...plain
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ word: field, page: null, before: text(before[field]), after: text(after[field]) })),
    ...whole
      .filter((field) => !same(before[field], after[field]))
      .map((field) => ({ word: field, page: null })),
    ...Array.from({ length: pages }, (_, place) =>
      pageDifferences(before.pages[place], after.pages[place], place + 1),
    ).flat(),
  ]
}

function pageDifferences(
  before: ScreenPage | undefined,
  after: ScreenPage | undefined,
  page: number,
): LayoutDifference[] {
  if (before === undefined && after === undefined) return []
  if (before === undefined) return [{ word: 'pageAdded', page, after: after?.names.zh ?? '' }]
  if (after === undefined) return [{ word: 'pageRemoved', page, before: before.names.zh }]
  return [
    ...(same(before.names, after.names)
      ? []
      : [{ word: 'pageNames', page, before: before.names.zh, after: after.names.zh }]),
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
