import type { Api } from '@cloud-factory/contract/api'
import type { BodySent } from '@cloud-factory/contract/endpoint'
import type { WorkOutcome } from '@cloud-factory/contract/production/work'

/** Body of the request that reports work. */
export type ReportBody = BodySent<Api['POST /api/work-reports']>
/** Body of the request that reports pieces on site. */
export type SiteReportBody = BodySent<Api['POST /api/site-reports']>
export type QueuedBody = ReportBody | SiteReportBody

export const isSiteReport = (body: QueuedBody): body is SiteReportBody => 'kind' in body

/** A report as this device keeps it until the server has answered, and for a while after. */
export interface QueuedReport {
  /** Order of creation and sending; assigned by the store. */
  readonly seq: number
  /** Id of the person who reported. */
  readonly person: string
  /** Time of creation, ms, device clock. */
  readonly madeAt: number
  readonly body: QueuedBody
  /** Serial numbers of the pieces, as far as this device knew them. */
  readonly serials: readonly string[]
  /** `settled`: answered, every piece counts. `refused`: answered, and somebody must check it. */
  readonly state: 'waiting' | 'settled' | 'refused'
  /** Times it was sent in vain. */
  readonly attempts: number
  /** The server's word on each piece; empty before it answered, or when the whole report was refused. */
  readonly outcomes: readonly WorkOutcome[]
  /** Why the whole report was refused: code of the problem, and the reason in it. */
  readonly problem: Trouble | null
}

interface Trouble {
  readonly code: string
  readonly reason: string | null
}

/** A failed request; null: no response. */
export interface Failure {
  readonly status: number
  readonly code: string
  readonly reason: string | null
}

/** After this many server errors it is not the network: somebody must check it. */
const maxFaults = 8
const settledRetentionMs = 12 * 3600_000
const maxSettled = 200
/** A report sent within this time gets its time from the server's clock, ms. */
const ttlMs = 60_000

/** The report after the server's word on each piece. */
export function answered(report: QueuedReport, outcomes: readonly WorkOutcome[]): QueuedReport {
  const refused = outcomes.some(({ outcome }) => outcome === 'refused')
  return { ...report, state: refused ? 'refused' : 'settled', outcomes, problem: null }
}

/** The report after a sending that failed, and whether the following ones may go on. */
export function failed(
  report: QueuedReport,
  failure: Failure | null,
): { readonly report: QueuedReport; readonly goOn: boolean } {
  const attempts = report.attempts + 1
  if (failure === null || canPass(failure, attempts)) return { report: { ...report, attempts }, goOn: false }
  const problem: Trouble = { code: failure.code, reason: failure.reason }
  return { report: { ...report, attempts, state: 'refused', problem }, goOn: true }
}

/**
 * Whether an automatic retry makes sense: server unavailable, timeout, session expired, too many
 * requests; other server errors up to `maxFaults` attempts.
 */
function canPass({ status }: Failure, attempts: number): boolean {
  if (status === 401 || status === 408 || status === 429 || status === 503) return true
  return status >= 500 && attempts < maxFaults
}

/** ms until the next try: 2 s, doubled each time up to a minute, up to a quarter more by chance. */
export const pauseAfter = (attempts: number, chance: number): number =>
  Math.min(60_000, 2000 * 2 ** Math.min(10, Math.max(0, attempts - 1))) * (1 + chance / 4)

/** Request body of a report; a delayed report includes the time of the work. */
export const requestOf = (
  { body, madeAt }: QueuedReport,
  now: number,
  iso: (ms: number) => string,
): QueuedBody => (now - madeAt < ttlMs ? body : { ...body, doneAt: iso(madeAt) })

/**
 * The report for another attempt: counted pieces count once, rejected pieces are validated again.
 */
export const again = (report: QueuedReport): QueuedReport => ({
  ...report,
  state: 'waiting',
  attempts: 0,
  problem: null,
})

export interface QueueCounts {
  readonly waiting: number
  readonly refused: number
}

export function countsOf(reports: readonly QueuedReport[]): QueueCounts {
  const of = (state: QueuedReport['state']) => reports.filter((report) => report.state === state).length
  return { waiting: of('waiting'), refused: of('refused') }
}

/** Settled reports to delete, because there are too many or they are too old; sequence numbers. */
export function outdated(reports: readonly QueuedReport[], now: number): readonly number[] {
  const settled = reports.filter(({ state }) => state === 'settled')
  const surplus = settled.length - maxSettled
  return settled
    .filter(({ madeAt }, at) => at < surplus || now - madeAt > settledRetentionMs)
    .map(({ seq }) => seq)
}
