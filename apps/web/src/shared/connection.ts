import { create } from 'zustand'
import { api } from './api.ts'
import { onLost } from './lost.ts'
import { isRequestFailure } from './request.ts'

interface Connection {
  /** The server does not answer. */
  readonly isAway: boolean
  /** Counts how often the server answered after something was lost: what is missing is then asked for again. */
  readonly returns: number
  /** Build of the page that the server has now; null while it is not known. */
  readonly build: string | null
}

/** What is known of the way to the server. */
export const useConnection = create<Connection>(() => ({ isAway: false, returns: 0, build: null }))

const second = 1000
/** How often the server is asked while all is well, and while it is away. */
const usual = 300 * second
const away = 5 * second
/** The longest wait before what is lost again and again is asked for once more. */
const longestWait = 30 * second

let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false
/** How often in a row something was lost although the server answers, and when it was lost last. */
let losses = 0
let lostAt = Number.NEGATIVE_INFINITY
let isMissing = false

const askIn = (ms: number): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void askServer(), ms)
}

/** Asks whether the server is there, now and from then on: rarely while all is well, often while it is away. */
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
  // Lost while the server was being asked: its answer says nothing about that.
  if (isMissing) askIn(pause())
  else askIn(usual)
}

/** Build that the server has; undefined when it is away. What stands in front of it may answer in its place. */
async function ask(): Promise<string | null | undefined> {
  try {
    return (await api('GET /api/health', { quiet: true })).build
  } catch (error) {
    return isRequestFailure(error) && ![502, 503, 504].includes(error.state) ? null : undefined
  }
}

/** At once after a first loss, later and later where the server answers and yet something is lost again. */
const pause = (): number => (losses <= 1 ? 0 : Math.min(longestWait, second * 2 ** (losses - 2)))

/** Watches for losses, and for what the browser notices of the network. */
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
