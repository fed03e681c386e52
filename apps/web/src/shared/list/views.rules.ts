import { firstState, type ListState } from './list-state.rules.ts'

/** Words of a list's address as a view keeps them: everything but the page. */
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

/** The state that a view stands for; filters that the list has no more are left out by the address. */
export function stateOfView(query: ViewQuery, id: string): ListState {
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !own.includes(name)))
  const pageSize = Number(query['pageSize'] ?? firstState.pageSize)
  return { ...firstState, q: query['q'] ?? '', sort: query['sort'] ?? '', pageSize, filters, view: id }
}

/** Whether a list shows what a view says. Words of one filter may stand in any order. */
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
