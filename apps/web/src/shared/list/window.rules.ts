/**
 * Pages to load for the visible rows, from 0: those in view and their neighbours, so that rows are there when the
 * user scrolls on.
 * @param first index of the first visible row
 * @param last index of the last visible row; below `first` when there is none
 */
export function pagesAround(first: number, last: number, pageSize: number, total: number): readonly number[] {
  if (total <= 0 || last < first) return []
  const lastPage = Math.floor((total - 1) / pageSize)
  const from = Math.max(0, Math.floor(first / pageSize) - 1)
  const to = Math.min(lastPage, Math.floor(last / pageSize) + 1)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
