import { create } from 'zustand'
import { api } from './api.ts'
import { onLost } from './lost.ts'
import { isRequestFailure } from './request.ts'

interface Connection {
  /** The server does not respond. */
  readonly isAway: boolean
  /** Counts how often the server responded again after a loss; missing data are then requested again. */
  readonly returns: number
  /** Build id that the server serves now; null while unknown. */
  readonly build: string | null
}

/** State of the connection to the server. */
export const useConnection = create<Connection>(() => ({ isAway: false, returns: 0, build: null }))

const second = 1000
/** Interval of health checks while the server responds, and while it does not. */
const usual = 300 * second
const away = 5 * second
/** The longest delay before something that is lost repeatedly is requested again. */
const longestWait = 30 * second

let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false
/** Number of consecutive losses although the server responds, and the time of the last one. */
let losses = 0
let lostAt = Number.NEGATIVE_INFINITY
let isMissing = false

const askIn = (ms: number): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void askServer(), ms)
}

/** Checks now whether the server responds, and repeats it: rarely while it does, often while it does not. */
export async function askServer(): Promise<void> {
  if (isAsking) return
  isAsking = true
  clearTimeout(timer)
  const missed = isMissing
  isMissing = false
  const build = await ask()
  isAsking = false
  if (build === undefined) {
    isMissing = true
    useConnection.setState({ isAway: true })
    return askIn(away)
  }
  useConnection.setState(({ returns }) => ({ isAway: false, build, returns: missed ? returns + 1 : returns }))
  // Lost during the check, so the result says nothing about it.
  if (isMissing) askIn(pause())
  else askIn(usual)
}

/** Build id of the server; undefined when it does not respond. A proxy may respond in its place. */
async function ask(): Promise<string | null | undefined> {
  try {
    return (await api('GET /api/health', { quiet: true })).build
  } catch (error) {
    return isRequestFailure(error) && ![502, 503, 504].includes(error.state) ? null : undefined
  }
}

/** No delay after a first loss; growing delays when the server responds and losses continue. */
const pause = (): number => (losses <= 1 ? 0 : Math.min(longestWait, second * 2 ** (losses - 2)))

/** Watches for losses, and for the browser's network events. */
export function watchConnection(): void {
  onLost(() => {
    if (isMissing || useConnection.getState().isAway) return
    isMissing = true
    losses = performance.now() - lostAt > 2 * longestWait ? 1 : losses + 1
    lostAt = performance.now()
    if (!isAsking) askIn(pause())
  })
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void askServer())
}
