import type { ScreenPage } from '@cloud-factory/contract/displays/screens'

export type Turn = Pick<ScreenPage, 'dwellS' | 'schedule'>

/** Inputs of a schedule: the factory's local time and the current shift. */
export interface Hour {
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
 * server time since 1970, all TVs of one screen change pages together.
 */
export function pageAt(turns: readonly Turn[], hour: Hour, ms: number): number {
  const open = pagesNow(turns, hour)
  const lengths = open.map((at) => Math.max(1, turns[at]?.dwellS ?? 1) * 1000)
  const round = lengths.reduce((sum, one) => sum + one, 0)
  let left = round === 0 ? 0 : Math.max(0, ms) % round
  for (const [place, length] of lengths.entries()) {
    if (left < length) return open[place] ?? 0
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
