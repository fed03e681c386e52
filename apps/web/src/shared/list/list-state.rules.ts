/** Active filters, by name. */
export type Chosen<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The filters after setting one; null removes it. */
export function withChoice<Name extends string>(
  chosen: Chosen<Name>,
  name: Name,
  value: string | null,
): Chosen<Name> {
  const others = Object.fromEntries(Object.entries(chosen).filter(([one]) => one !== name)) as Chosen<Name>
  return value === null ? others : { ...others, [name]: value }
}

/** State of a list, stored in the URL so that it can be shared, reloaded and revisited. */
export interface ListState {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  /** A field, `-` in front for descending; empty: the list's default order. */
  readonly sort: string
  readonly q: string
  /** Active filters as text by name; several values are separated by commas. */
  readonly filters: Readonly<Record<string, string>>
  /**
   * Id of the saved view from which the state started; empty: none. It only provides the name; the other fields
   * define the content.
   */
  readonly view: string
}

export const pageSizes = [20, 50, 100, 200] as const
const own = ['page', 'pageSize', 'sort', 'q', 'view']

export const firstState: ListState = { page: 1, pageSize: 20, sort: '', q: '', filters: {}, view: '' }

/** Parses the state from a query; invalid parts are ignored. */
export function listStateOf(search: string, filterNames: readonly string[]): ListState {
  const query = new URLSearchParams(search)
  const pageSize = pageSizes.find((size) => String(size) === query.get('pageSize')) ?? firstState.pageSize
  const page = /^[1-9]\d{0,4}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const view = /^[1-9]\d{0,17}$/.test(query.get('view') ?? '') ? (query.get('view') ?? '') : ''
  return { page, pageSize, sort: query.get('sort') ?? '', q: query.get('q') ?? '', filters, view }
}

/** Query of a state without default values; other parameters of `before` stay. */
export function searchOf(state: ListState, before: string, filterNames: readonly string[]): string {
  const query = new URLSearchParams(before)
  for (const name of [...own, ...filterNames]) query.delete(name)
  if (state.q !== '') query.set('q', state.q)
  for (const name of filterNames) {
    const value = state.filters[name] ?? ''
    if (value !== '') query.set(name, value)
  }
  if (state.sort !== '') query.set('sort', state.sort)
  if (state.page !== 1) query.set('page', String(state.page))
  if (state.pageSize !== firstState.pageSize) query.set('pageSize', String(state.pageSize))
  if (state.view !== '') query.set('view', state.view)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** A changed state: any change of rows or order returns to the first page. */
export function changeList(state: ListState, change: Partial<ListState>): ListState {
  const sameRows = 'page' in change && Object.keys(change).length === 1
  return { ...state, page: sameRows ? state.page : 1, ...change }
}

/** Sets some filters; empty text or undefined removes one. */
export function filterList(state: ListState, set: Readonly<Record<string, string | undefined>>): ListState {
  const filters = Object.fromEntries(
    Object.entries({ ...state.filters, ...set }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
  return changeList(state, { filters })
}

/** The query of the request, as every list endpoint accepts it. */
export function listQueryOf({
  page,
  pageSize,
  sort,
  q,
  filters,
}: ListState): Readonly<Record<string, string | number>> {
  return { page, pageSize, ...(sort === '' ? {} : { sort }), ...(q === '' ? {} : { q }), ...filters }
}

/** Number of active restrictions: the search and each filter. */
export const narrowedBy = ({ q, filters }: ListState): number =>
  Object.keys(filters).length + (q === '' ? 0 : 1)

/** Numbers of the pages on offer: the first, the last, the shown one and its neighbours; `null` for those left out. */
export function pagesOnOffer(page: number, last: number): readonly (number | null)[] {
  const shown = Array.from({ length: last }, (_, at) => at + 1).filter(
    (one) => one === 1 || one === last || Math.abs(one - page) <= 1,
  )
  return shown.flatMap((one, at) => {
    const left = one - (shown[at - 1] ?? 0) - 1
    // A mark for a single page would take the place of its number.
    if (left === 1) return [one - 1, one]
    return left > 1 ? [null, one] : [one]
  })
}
