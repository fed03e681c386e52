const longestPauseMs = 30_000
/** Who is turned away is not let in by trying again and again: a minute later, perhaps. */
const refusedPauseMs = 60_000
/** After so many failures one after the other no stream gets through, for now. */
const failuresBeforeAsking = 3

/** How a stream ended. */
export interface StreamEnd {
  /** What the server refused with; null: it broke off, or nothing answered. */
  readonly status: number | null
  /** It was opened, and then not a word came: something on the way gathers what should flow. */
  readonly wasSilent: boolean
}

/** The session has as many streams as it may have, or calls too often: what the stream would tell may be asked for. */
export const isTooMany = ({ status }: Pick<StreamEnd, 'status'>): boolean => status === 429

/** The person may not listen. */
export const isRefused = (end: StreamEnd): boolean =>
  end.status !== null && end.status >= 400 && end.status < 500 && !isTooMany(end)

/**
 * Failures one after the other, this one among them. A stream that never said a word, or one too many, proves at once that none
 * gets through.
 */
export const failuresAfter = (before: number, end: StreamEnd): number =>
  end.wasSilent || isTooMany(end) ? Math.max(before + 1, failuresBeforeAsking) : before + 1

/** How long to wait before a stream is opened again, ms; to be spread, so that not everybody comes at once. */
export const pauseAfter = (failures: number, end: StreamEnd): number =>
  isRefused(end) || isTooMany(end)
    ? refusedPauseMs
    : Math.min(longestPauseMs, 1_000 * 2 ** Math.min(failures - 1, 5))

/** Whether to ask for what the stream would tell until one gets through. */
export const canAsk = (failures: number, end: StreamEnd): boolean =>
  failures >= failuresBeforeAsking && !isRefused(end)
