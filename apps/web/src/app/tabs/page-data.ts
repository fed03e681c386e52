import { type FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { queryClient } from '../../shared/query-client.ts'

interface PageData {
  readonly client: QueryClient
  /** By the hash of a query that the page has made: fetches its reply, unless it waits for something else. */
  readonly requested: Map<string, () => Promise<void>>
}

const pages = new Map<string, PageData>()

/** All pages share one cache; a client per page records which queries the page made. */
function newPageData(): PageData {
  const client = new QueryClient({
    queryCache: queryClient.getQueryCache(),
    mutationCache: queryClient.getMutationCache(),
    defaultOptions: queryClient.getDefaultOptions(),
  })
  const requested = new Map<string, () => Promise<void>>()
  const complete = client.defaultQueryOptions.bind(client) as typeof client.defaultQueryOptions
  client.defaultQueryOptions = ((options) => {
    const whole = complete(options)
    const fetched: object = whole
    requested.set(whole.queryHash, async () => {
      if (whole.enabled !== false) await queryClient.prefetchQuery(fetched as FetchQueryOptions)
    })
    return whole
  }) as typeof client.defaultQueryOptions
  return { client, requested }
}

/** The query client of a tab's page. */
export function clientOfPage(id: string): QueryClient {
  const data = pages.get(id) ?? newPageData()
  pages.set(id, data)
  return data.client
}

/** Discards the responses of a page, so that it requests all of them again. */
export function forgetAnswers(id: string): void {
  const requested = pages.get(id)?.requested
  if (requested === undefined) return
  const hashes = new Set(requested.keys())
  requested.clear()
  void queryClient.resetQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
}

/** Fetches what a page needs while it is hidden and cannot do so itself. */
export async function fetchAnswers(id: string): Promise<void> {
  await Promise.allSettled([...(pages.get(id)?.requested.values() ?? [])].map((fetch) => fetch()))
}

export const forgetPage = (id: string): void => void pages.delete(id)
