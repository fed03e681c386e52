import { QueryClient } from '@tanstack/react-query'
import { queryClient } from '../../shared/query-client.ts'

interface PageData {
  readonly client: QueryClient
  /** Hashes of the queries that a page has made. */
  readonly requested: Set<string>
}

const pages = new Map<string, PageData>()

/** All pages share one cache; a client per page records which queries the page made. */
function newPageData(): PageData {
  const client = new QueryClient({
    queryCache: queryClient.getQueryCache(),
    mutationCache: queryClient.getMutationCache(),
    defaultOptions: queryClient.getDefaultOptions(),
  })
  const requested = new Set<string>()
  const complete = client.defaultQueryOptions.bind(client) as typeof client.defaultQueryOptions
  client.defaultQueryOptions = ((options) => {
    const whole = complete(options)
    requested.add(whole.queryHash)
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
  const hashes = new Set(requested)
  requested.clear()
  void queryClient.resetQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
}

export const forgetPage = (id: string): void => void pages.delete(id)
