const longestPauseMs = 30_000
/** Delay after a rejection: trying again at once would not help. */
const refusedPauseMs = 60_000
/** Number of consecutive failures after which polling starts. */
const failuresBeforeAsking = 3

/** How a stream ended. */
export interface StreamEnd {
  /** HTTP status of a rejection; null: the connection broke, or nothing responded. */
  readonly status: number | null
  /** The stream opened and sent nothing: a proxy buffers it. */
  readonly wasSilent: boolean
}

/** The session has the maximum number of streams, or calls too often; polling is allowed. */
export const isTooMany = ({ status }: Pick<StreamEnd, 'status'>): boolean => status === 429

/** The person has no access. */
export const isRefused = (end: StreamEnd): boolean =>
  end.status !== null && end.status >= 400 && end.status < 500 && !isTooMany(end)

/**
 * Number of consecutive failures including this one. A silent stream, or one too many, counts at once as "no stream
 * gets through".
 */
export const failuresAfter = (before: number, end: StreamEnd): number =>
  end.wasSilent || isTooMany(end) ? Math.max(before + 1, failuresBeforeAsking) : before + 1

/** Delay before a stream is opened again, ms; to be randomized, so that clients do not all reconnect at once. */
export const pauseAfter = (failures: number, end: StreamEnd): number =>
  isRefused(end) || isTooMany(end)
    ? refusedPauseMs
    : Math.min(longestPauseMs, 1_000 * 2 ** Math.min(failures - 1, 5))

/** Whether to poll until a stream gets through. */
export const canAsk = (failures: number, end: StreamEnd): boolean =>
  failures >= failuresBeforeAsking && !isRefused(end)
