import type { Change } from '@cloud-factory/domain/live/change-areas'
import type { Query, QueryClient } from '@tanstack/react-query'
import { tabsNow, useTabs } from '../tabs/tabs-store.ts'
import { anyChange, isEditedInPlace, isSum, shows } from './change-keys.rules.ts'
import { listenToChanges } from './live-stream.ts'

/** Changes that come so close together are one, ms. */
const settleMs = 300
/** What is shown is fetched again at most so often, ms, however much changes. */
const pauseMs = 1_000
/** Sums are fetched again at most so often, ms: each change makes them old. */
const sumsPauseMs = 5_000
/** A page fetches by itself what it has changed: what is so new, ms, shows it. */
const justFetchedMs = 2_000
/** A browser tab that nobody has looked at for so long, ms, leaves its stream to another. */
const hiddenMs = 30_000

/**
 * Keeps what is shown up to date with what others change: queries that show it are fetched again, those of hidden tabs
 * when they are shown. The answer ends it.
 */
export function followChanges(client: QueryClient): () => void {
  let waiting: readonly Change[] = []
  // Fetched again when nothing is unsaved any more, and when their pause is over.
  const held = laterOf(client)
  const sums = laterOf(client)
  let sumsTimer: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let refetchedAt = Number.NEGATIVE_INFINITY

  const wait = (changes: readonly Change[]): void => {
    waiting = [...waiting, ...changes]
    if (waiting.length === 0 || timer !== undefined) return
    timer = setTimeout(refetch, Math.max(settleMs, refetchedAt + pauseMs - performance.now()))
  }

  function refetch(): void {
    timer = undefined
    refetchedAt = performance.now()
    const changes = waiting
    waiting = []
    const holds = hasUnsavedWork()
    void client.invalidateQueries({
      predicate: (query) => {
        if (!changes.some((change) => isNews(query, change))) return false
        const sumsRest = isSum(query.queryKey) ? sumsPauseMs - (Date.now() - query.state.dataUpdatedAt) : 0
        if (holds && isEditedInPlace(query.queryKey)) return held.add(query)
        if (sumsRest <= 0) return true
        sumsTimer ??= setTimeout(refetchSums, Math.min(sumsRest, sumsPauseMs))
        return sums.add(query)
      },
    })
  }

  function refetchSums(): void {
    sumsTimer = undefined
    sums.refetch()
  }

  const stopListening = whileSeen(() => listenToChanges((changes) => wait(changes ?? anyChange)))
  const stopWatching = useTabs.subscribe(() => {
    if (!hasUnsavedWork()) held.refetch()
  })
  return () => {
    clearTimeout(timer)
    clearTimeout(sumsTimer)
    stopListening()
    stopWatching()
  }
}

/** Queries that are fetched again later. */
function laterOf(client: QueryClient) {
  const hashes = new Set<string>()
  return {
    /** Never fetched now: false. */
    add: ({ queryHash }: Query): false => {
      hashes.add(queryHash)
      return false
    },
    refetch: (): void => {
      if (hashes.size === 0) return
      const wanted = new Set(hashes)
      hashes.clear()
      void client.invalidateQueries({ predicate: ({ queryHash }) => wanted.has(queryHash) })
    },
  }
}

const hasUnsavedWork = (): boolean => Object.values(tabsNow().unsaved).some((forms) => forms.length > 0)

function isNews({ queryKey, state }: Query, change: Change): boolean {
  if (!shows(queryKey, change)) return false
  const isNew = state.fetchStatus === 'fetching' || Date.now() - state.dataUpdatedAt < justFetchedMs
  return change.own !== true || !isNew
}

/** Listens while the browser tab is seen, and a little longer. */
function whileSeen(listen: () => () => void): () => void {
  let stop: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = (): void => {
    stop?.()
    stop = null
  }
  const look = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(leave, hiddenMs)
    else stop ??= listen()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    leave()
  }
}
