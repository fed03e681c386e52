import { type CanvasName, canvases, type PanelKind } from '@cloud-factory/domain/displays/display-enums'
import { dataKey } from '@cloud-factory/contract/displays/screen-options'
import type { Item, PanelData, WallItems } from '@cloud-factory/domain/wall/wall-frame'
import type { Panel, ScreenPage } from '@cloud-factory/contract/displays/screens'
import { idleTimeoutMs } from './trust.rules.ts'

/** Heights of the elements around the grid, logical pixels. */
export const headerHeight = 72

export const tickerHeight = 48

export const bandHeight = 40

/** The line that names critical alarms, above the ticker. */
export const bannerHeight = 48

/** Between panels. */
export const gutter = 8

interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly x: number
  readonly y: number
}

/** Place on the grid, in cells. */
type Cells = Box

/**
 * Size of a canvas before scaling. 4K is the same picture as 1080p at twice the resolution, so
 * letters keep their share of the screen.
 */
export function stageOf(name: CanvasName): Size & { readonly columns: number; readonly rows: number } {
  const { width, height, columns, rows } = canvases[name]
  const unit = Math.min(width, height) / 1080
  return { width: width / unit, height: height / unit, columns, rows }
}

interface Fit {
  readonly scale: number
  /** Margin on each side, in window pixels. */
  readonly left: number
  readonly top: number
}

/**
 * Scales equally in both directions and centres. A window without a size shows nothing instead of
 * dividing by zero.
 */
export function fitInto(stage: Size, view: Size): Fit {
  const scale = Math.max(0, Math.min(view.width / stage.width, view.height / stage.height))
  return {
    scale,
    left: (view.width - stage.width * scale) / 2,
    top: (view.height - stage.height * scale) / 2,
  }
}

/**
 * Position of a panel on the stage; `hasBand`: the band for simulated data is above the grid; `hasBanner`: the line of
 * critical alarms is below it.
 */
export function boxOf(name: CanvasName, cells: Cells, hasBand: boolean, hasBanner = false): Box {
  const { width, height, columns, rows } = stageOf(name)
  const above = headerHeight + (hasBand ? bandHeight : 0)
  const cellWidth = (width - gutter) / columns
  const below = tickerHeight + (hasBanner ? bannerHeight : 0)
  const cellHeight = (height - above - below - gutter) / rows
  return {
    x: gutter + cells.x * cellWidth,
    y: above + gutter + cells.y * cellHeight,
    width: cells.width * cellWidth - gutter,
    height: cells.height * cellHeight - gutter,
  }
}

/**
 * Against burn-in: small steps along a ring, one a minute; at most `reach` pixels from the original
 * position.
 */
export function shiftAt(minute: number, reach = 2): { readonly x: number; readonly y: number } {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
  ] as const
  const [x, y] = ring[((minute % ring.length) + ring.length) % ring.length] ?? ring[0]
  return { x: x * reach, y: y * reach }
}

/** `opening`: no data shown yet; `live`; `lost`: the data shown is old. */
type Lamp = 'opening' | 'live' | 'lost'

interface Heard {
  readonly link: Lamp
  readonly silentMs: number
  /** Data has arrived since the start. */
  readonly isReported: boolean
}

/**
 * A stream that is open but has sent no data yet, such as from a server that is still starting,
 * does not count as live.
 */
export function lampOf({ link, silentMs, isReported }: Heard): Lamp {
  if (link === 'opening') return 'opening'
  if (link === 'lost' || silentMs >= idleTimeoutMs) return 'lost'
  return isReported ? 'live' : 'opening'
}

/** The data of a panel: its own where it has choices of its own. Undefined: not sent yet. */
export const itemOf = (
  { kind, options }: Pick<Panel, 'kind' | 'options'>,
  items: WallItems,
): Item<PanelData[PanelKind]> | undefined =>
  (items as Readonly<Record<string, Item<PanelData[PanelKind]> | undefined>>)[dataKey(kind, options)]

/**
 * Whether the stream has sent the header and at least one of these panels; a layout without panels
 * needs only the header.
 */
export const isReported = (panels: readonly Pick<Panel, 'kind' | 'options'>[], items: WallItems): boolean =>
  items.header !== undefined &&
  (panels.length === 0 || panels.some((panel) => itemOf(panel, items) !== undefined))

export type Turn = Pick<ScreenPage, 'dwellS' | 'schedule'>

/** Inputs of a schedule: the factory's local time and the current shift. */
interface Hour {
  readonly minuteOfDay: number
  readonly shiftId: string | null
}

export function within(schedule: Turn['schedule'], { minuteOfDay, shiftId }: Hour): boolean {
  if (schedule === null) return true
  const { shiftIds, fromMinute: from, toMinute: to } = schedule
  if (shiftIds.length > 0 && (shiftId === null || !shiftIds.includes(shiftId))) return false
  if (from === to) return true
  return from < to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to
}

/** Pages scheduled for this hour. If no page is scheduled, all pages: a screen is never blank. */
export function pagesNow(turns: readonly Turn[], hour: Hour): readonly number[] {
  const open = turns.flatMap(({ schedule }, at) => (within(schedule, hour) ? [at] : []))
  return open.length > 0 ? open : turns.map((_, at) => at)
}

/**
 * The page shown `ms` after the start of the first page's turn; before that, the first page. With
 * server time since 1970, all TVs of one screen change pages together; one that is `ahead` by some
 * pages shows these ahead of the others.
 */
export function pageAt(turns: readonly Turn[], hour: Hour, ms: number, ahead = 0): number {
  const open = pagesNow(turns, hour)
  const lengths = open.map((at) => Math.max(1, turns[at]?.dwellS ?? 1) * 1000)
  const round = lengths.reduce((sum, one) => sum + one, 0)
  let left = round === 0 ? 0 : Math.max(0, ms) % round
  for (const [place, length] of lengths.entries()) {
    if (left < length) return open[(place + ahead) % open.length] ?? 0
    left -= length
  }
  return open[0] ?? 0
}

/** The next page in this direction among the pages scheduled now. */
export function pageBeside(turns: readonly Turn[], hour: Hour, current: number, direction: 1 | -1): number {
  const open = pagesNow(turns, hour)
  if (open.length === 0) return 0
  const at = open.indexOf(current)
  return open[(at + direction + open.length) % open.length] ?? 0
}

/** Minutes since midnight of a time of day, `HH:MM`. */
export const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Brightness of a screen: 1, or its night level. */
export function brightnessAt(
  dim: { readonly from: string; readonly to: string; readonly level: number } | null,
  minuteOfDay: number,
): number {
  if (dim === null || dim.from === dim.to) return 1
  const night = { shiftIds: [], fromMinute: minutesOf(dim.from), toMinute: minutesOf(dim.to) }
  return within(night, { minuteOfDay, shiftId: null }) ? dim.level : 1
}

/**
 * How many pages `count` rows need with room for `room` rows, and how many rows each page has: the
 * last is as full as the others.
 */
export function turnsOf(count: number, room: number): { readonly turns: number; readonly each: number } {
  const turns = Math.max(1, Math.ceil(count / Math.max(1, room)))
  return { turns, each: Math.max(1, Math.ceil(count / turns)) }
}

/** The first rows that fit, and how many do not; their number takes a row. */
export function fittingRows<Row>(
  rows: readonly Row[],
  room: number,
): { readonly shown: readonly Row[]; readonly rest: number } {
  const shown = rows.length > room ? rows.slice(0, Math.max(1, room - 1)) : rows
  return { shown, rest: rows.length - shown.length }
}

/**
 * The common prefix of all codes up to a hyphen: `SIM-` of `SIM-CUT-01` and `SIM-SAW-02`. Empty if
 * only a number would remain: the `01` of `CUT-01` is not enough.
 */
export function commonStart(codes: readonly string[]): string {
  const [first = ''] = codes
  if (codes.length < 2) return ''
  const start = first.slice(0, first.indexOf('-') + 1)
  const names = (code: string) => code.startsWith(start) && /\p{L}/u.test(code.slice(start.length))
  return start !== '' && codes.every(names) ? start : ''
}
