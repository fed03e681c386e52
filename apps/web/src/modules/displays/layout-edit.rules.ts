import { boxesOverlap, isOnGrid } from '@cloud-factory/contract/displays/screen-layout.rules'
import { type Canvas, minPanel, type PanelKind } from '@cloud-factory/domain/displays/screen-enums'
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

/** A list with one thing moved by one place. */
export function shifted<T>(list: readonly T[], place: number, by: -1 | 1): T[] {
  const to = place + by
  const [one, other] = [list[place], list[to]]
  if (one === undefined || other === undefined) return [...list]
  return list.map((each, at) => (at === place ? other : at === to ? one : each))
}

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
