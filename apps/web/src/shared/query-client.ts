import { QueryClient } from '@tanstack/react-query'
import { useConnection } from './connection.ts'
import { isLost } from './lost.ts'
import { isRequestFailure } from './request.ts'

/** Answers are fresh for ten seconds: showing a kept tab again soon asks nothing. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A factory's network may be cut off from the internet: what the browser thinks of it says nothing.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && !(isRequestFailure(error) && error.state < 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// What was lost is asked for again as soon as the server answers.
useConnection.subscribe(({ returns }, before) => {
  if (returns === before.returns) return
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isLost(state.error) })
})
