import { notifyManager, QueryClient } from '@tanstack/react-query'
import { useConnection } from './connection.ts'
import { isLost } from './lost.ts'
import { isRequestFailure } from './request.ts'

// A change made in a click is drawn in the same turn, so that a box never goes back for a moment to what it was.
notifyManager.setScheduler(queueMicrotask)

/** Replies are fresh for ten seconds: showing an open tab again within that time sends no request. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A hidden tab needs its replies again when it is shown: without them it would lose what was typed in it.
      gcTime: 24 * 60 * 60_000,
      // A factory's network may have no internet access, so the browser's online state is ignored.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && !(isRequestFailure(error) && error.state < 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// Lost requests are repeated as soon as the server responds.
useConnection.subscribe(({ returns }, before) => {
  if (returns === before.returns) return
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isLost(state.error) })
})
