import { boxesOverlap, isOnGrid } from '@cloud-factory/contract/displays/screen-layout.rules'
import { type Canvas, minPanel, type PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { Names } from '@cloud-factory/contract/planning/processes'
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

/** The first free place for a panel of this size, row by row; null when there is none. */
export function firstPlace(
  kind: PanelKind,
  panels: readonly Panel[],
  canvas: Canvas,
  size: Pick<Panel, 'width' | 'height'> = minPanel[kind],
): Panel | null {
  for (let y = 0; y < canvas.rows; y += 1)
    for (let x = 0; x < canvas.columns; x += 1) {
      const panel: Panel = { kind, x, y, ...size, options: {} }
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

/** These names, with a number in all languages if the Chinese one, which is unique, is in use. */
export function freeNames({ zh, en, es }: Names, used: ReadonlySet<string>): Names {
  if (!used.has(zh)) return { zh, en, es }
  for (let no = 2; ; no += 1)
    if (!used.has(`${zh} ${no}`)) return { zh: `${zh} ${no}`, en: `${en} ${no}`, es: `${es} ${no}` }
}

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

/** The server returns the fields of an object in an order of its own. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
/** Whether two layouts, or parts of them, say the same. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sorted) === JSON.stringify(other, sorted)
