import { QueryClient } from '@tanstack/react-query'
import { queryClient } from '../../shared/query-client.ts'

interface PageData {
  readonly client: QueryClient
  /** Hashes of what the page has asked for. */
  readonly asked: Set<string>
}

const pages = new Map<string, PageData>()

/** The answers of all pages are in one place; by a client of its own it is known what a page has asked for. */
function newPageData(): PageData {
  const client = new QueryClient({
    queryCache: queryClient.getQueryCache(),
    mutationCache: queryClient.getMutationCache(),
    defaultOptions: queryClient.getDefaultOptions(),
  })
  const asked = new Set<string>()
  const complete = client.defaultQueryOptions.bind(client) as typeof client.defaultQueryOptions
  client.defaultQueryOptions = ((options) => {
    const whole = complete(options)
    asked.add(whole.queryHash)
    return whole
  }) as typeof client.defaultQueryOptions
  return { client, asked }
}

/** What the page of a tab asks its questions with. */
export function clientOfPage(id: string): QueryClient {
  const data = pages.get(id) ?? newPageData()
  pages.set(id, data)
  return data.client
}

/** Forgets the answers that a page was given: it asks for all of them again. */
export function forgetAnswers(id: string): void {
  const asked = pages.get(id)?.asked
  if (asked === undefined) return
  const hashes = new Set(asked)
  asked.clear()
  void queryClient.resetQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
}

export const forgetPage = (id: string): void => void pages.delete(id)
