/**
 * Pages to have at hand for the rows in view, from 0: those in view and the neighbours, so that scrolling on finds its
 * rows there already.
 * @param first index of the first row in view
 * @param last index of the last row in view; below `first` when there is none
 */
export function pagesAround(first: number, last: number, pageSize: number, total: number): readonly number[] {
  if (total <= 0 || last < first) return []
  const lastPage = Math.floor((total - 1) / pageSize)
  const from = Math.max(0, Math.floor(first / pageSize) - 1)
  const to = Math.min(lastPage, Math.floor(last / pageSize) + 1)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
