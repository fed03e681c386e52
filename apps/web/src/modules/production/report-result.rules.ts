import type { QueuedReport } from './queue.rules.ts'

/** Outcome of all reports of one action: the worst one, shown in large type. */
export type ResultTone = 'sending' | 'waits' | 'good' | 'already' | 'bad'

/** @param all every report of the device: what waits behind one that was sent in vain waits as well */
export function toneOf(reports: readonly QueuedReport[], all: readonly QueuedReport[]): ResultTone {
  if (reports.some(({ state }) => state === 'refused')) return 'bad'
  if (reports.some(({ state }) => state === 'waiting'))
    return all.some(({ state, attempts }) => state === 'waiting' && attempts > 0) ? 'waits' : 'sending'
  const outcomes = reports.flatMap((report) => report.outcomes)
  return outcomes.length > 0 && outcomes.every(({ outcome }) => outcome === 'already') ? 'already' : 'good'
}

export interface ResultCounts {
  readonly reported: number
  readonly already: number
  readonly refused: number
  /** Not answered yet. */
  readonly waiting: number
  readonly kg: number
}

/** Pieces by what became of them. */
export function resultCounts(reports: readonly QueuedReport[]): ResultCounts {
  const outcomes = reports.flatMap((report) => report.outcomes)
  const of = (word: 'reported' | 'already' | 'refused') =>
    outcomes.filter(({ outcome }) => outcome === word).length
  const whole = (state: QueuedReport['state']) =>
    reports
      .filter((report) => report.state === state && report.outcomes.length === 0)
      .reduce((sum, { body }) => sum + body.pieces.length, 0)
  return {
    reported: of('reported'),
    already: of('already'),
    refused: of('refused') + whole('refused'),
    waiting: whole('waiting'),
    kg: outcomes.reduce((sum, { kg }) => sum + kg, 0),
  }
}
