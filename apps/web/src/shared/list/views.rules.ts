import { firstState, type ListState } from './list-state.rules.ts'

/** Parameters of a list's URL in a view: everything except the page. */
export type ViewQuery = Readonly<Record<string, string>>

const own = ['q', 'sort', 'pageSize']

export function viewQueryOf({ q, sort, pageSize, filters }: ListState): Record<string, string> {
  return {
    ...filters,
    ...(q === '' ? {} : { q }),
    ...(sort === '' ? {} : { sort }),
    ...(pageSize === firstState.pageSize ? {} : { pageSize: String(pageSize) }),
  }
}

/** The list state of a view; filters that the list no longer has are dropped by the URL. */
export function stateOfView(query: ViewQuery, id: string): ListState {
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !own.includes(name)))
  const pageSize = Number(query['pageSize'] ?? firstState.pageSize)
  return { ...firstState, q: query['q'] ?? '', sort: query['sort'] ?? '', pageSize, filters, view: id }
}

/** Whether a list's state equals a view. The order of values within a filter is irrelevant. */
export function showsView(state: ListState, query: ViewQuery): boolean {
  return canonical(viewQueryOf(state)) === canonical(query)
}

const canonical = (query: ViewQuery): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name === 'q' ? value : value.split(',').toSorted().join(',')])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )
