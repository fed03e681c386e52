import type { ScheduledOrder } from '@cloud-factory/contract/production-reports/order-schedule'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'

/** Part of the time shown, in per cent from its left edge. */
export interface Piece {
  readonly left: number
  readonly width: number
}

export interface Bar {
  /** Visible part from start to due date; null when it is outside the range. */
  readonly planned: Piece | null
  /** Filled share of the planned piece, per cent: the completed part of the order. */
  readonly filled: number
  /** From the due date to today, of a late order. */
  readonly overdue: Piece | null
  /** Position of the forecast completion; null when unknown or outside the range. */
  readonly forecast: number | null
  /** It begins before, or is due after, the time shown. */
  readonly goesOn: { readonly before: boolean; readonly after: boolean }
}

type Order = Pick<ScheduledOrder, 'startsOn' | 'dueOn' | 'progress' | 'forecast' | 'daysLate'>

/**
 * Position of an order in the days from–to (both included). A day is an interval: a bar ends at the
 * end of its last day.
 */
export function barOf(order: Order, from: string, to: string, today: string): Bar {
  const first = dayNumber(from)
  const last = dayNumber(to) + 1
  const start = dayNumber(order.startsOn)
  const due = dayNumber(order.dueOn) + 1
  const place = (at: number) => ((at - first) / (last - first)) * 100
  const piece = (begin: number, end: number): Piece | null => {
    const [left, right] = [Math.max(begin, first), Math.min(end, last)]
    return right > left ? { left: place(left), width: place(right) - place(left) } : null
  }
  const planned = piece(start, due)
  // The whole bar is the whole order, wherever it is cut.
  const doneUntil = start + (due - start) * order.progress
  const shownDone = piece(start, doneUntil)
  const done = order.forecast === null ? null : dayNumber(order.forecast.doneOn) + 0.5
  return {
    planned,
    filled: planned === null || shownDone === null ? 0 : (shownDone.width / planned.width) * 100,
    overdue: order.daysLate === null ? null : piece(due, dayNumber(today) + 1),
    forecast: done !== null && done >= first && done <= last ? place(done) : null,
    goesOn: { before: start < first, after: due > last },
  }
}

/** Outlook for the due date: late, expected to be late at the current pace, or on time. */
export function outlookOf({
  daysLate,
  forecast,
}: Pick<Order, 'daysLate' | 'forecast'>): 'late' | 'risk' | 'good' {
  if (daysLate !== null) return 'late'
  return forecast !== null && (forecast.daysLate ?? 0) > 0 ? 'risk' : 'good'
}
