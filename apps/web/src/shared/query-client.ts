import { QueryClient } from '@tanstack/react-query'
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
