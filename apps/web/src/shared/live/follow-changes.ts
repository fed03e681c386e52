import type { Change } from '@cloud-factory/domain/live/change-areas'
import type { Query, QueryClient } from '@tanstack/react-query'
import { tabsNow, useTabs } from '../tabs/tabs-store.ts'
import { anyChange, isEditedInPlace, isSum, shows } from './change-keys.rules.ts'
import { listenToChanges } from './live-stream.ts'

/** Changes within this time, ms, cause one refetch. */
const settleMs = 300
/** Minimum time between two refetches, ms. */
const pauseMs = 1_000
/** The same for sums, which every change makes stale. */
const sumsPauseMs = 5_000
/** A page refetches its own changes by itself: data of this age, ms, contain them. */
const justFetchedMs = 2_000
/** A browser tab that has been hidden for so long, ms, closes its subscription. */
const hiddenMs = 30_000

/**
 * Keeps pages up to date with the changes of others: refetches visible queries that show them, and marks the others as
 * stale, so that they are refetched when they are shown. The returned function stops it.
 */
export function followChanges(client: QueryClient): () => void {
  const refetch = refetcherOf(client)
  let waiting: readonly Change[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let refetchedAt = Number.NEGATIVE_INFINITY

  const flush = (): void => {
    const changes = waiting
    timer = undefined
    waiting = []
    refetchedAt = performance.now()
    refetch.now(changes)
  }
  const stopListening = whileVisible(() =>
    listenToChanges((changes) => {
      waiting = [...waiting, ...(changes ?? anyChange)]
      if (waiting.length === 0) return
      timer ??= setTimeout(flush, Math.max(settleMs, refetchedAt + pauseMs - performance.now()))
    }),
  )
  return () => {
    clearTimeout(timer)
    refetch.stop()
    stopListening()
  }
}

/** Refetches queries at once or, where they must wait, later. */
function refetcherOf(client: QueryClient) {
  const unsaved = laterOf(client)
  const sums = laterOf(client)
  let sumsTimer: ReturnType<typeof setTimeout> | undefined
  const refetchSums = (): void => {
    sumsTimer = undefined
    sums.refetch()
  }
  const stopWatching = useTabs.subscribe(() => {
    if (!hasUnsavedWork()) unsaved.refetch()
  })

  return {
    now(changes: readonly Change[]): void {
      const holds = hasUnsavedWork()
      void client.invalidateQueries({
        predicate: (query) => {
          if (!changes.some((change) => isNews(query, change))) return false
          if (holds && isEditedInPlace(query.queryKey)) return unsaved.add(query)
          const rest = isSum(query.queryKey) ? sumsPauseMs - (Date.now() - query.state.dataUpdatedAt) : 0
          if (rest <= 0) return true
          sumsTimer ??= setTimeout(refetchSums, Math.min(rest, sumsPauseMs))
          return sums.add(query)
        },
      })
    },
    stop(): void {
      clearTimeout(sumsTimer)
      stopWatching()
    },
  }
}

/** Queries to refetch later. */
function laterOf(client: QueryClient) {
  const hashes = new Set<string>()
  return {
    /** Returns false: not now. */
    add: ({ queryHash }: Query): false => {
      hashes.add(queryHash)
      return false
    },
    refetch: (): void => {
      if (hashes.size === 0) return
      const requested = new Set(hashes)
      hashes.clear()
      void client.invalidateQueries({ predicate: ({ queryHash }) => requested.has(queryHash) })
    },
  }
}

const hasUnsavedWork = (): boolean => Object.values(tabsNow().unsaved).some((forms) => forms.length > 0)

function isNews({ queryKey, state }: Query, change: Change): boolean {
  if (!shows(queryKey, change)) return false
  const isNew = state.fetchStatus === 'fetching' || Date.now() - state.dataUpdatedAt < justFetchedMs
  return change.own !== true || !isNew
}

/** Listens while the browser tab is visible, and for a short time after. */
function whileVisible(listen: () => () => void): () => void {
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
