import { useCallback, useMemo, useState } from 'react'

/** Selected rows; they stay selected while the user looks at other pages of the list. */
export interface Selection<Row> {
  readonly picked: ReadonlyMap<string, Row>
  readonly pick: (rows: readonly Row[], on: boolean) => void
  readonly clear: () => void
  /** Accessible name of a row's checkbox. */
  readonly nameOf: (row: Row) => string
}

/** Rows from the one ticked before to this one, in either direction; only this one if that one is not on the page. */
export function rowsBetween<Row extends { readonly id: string }>(
  rows: readonly Row[],
  before: string | null,
  row: Row,
): readonly Row[] {
  const [from, to] = [rows.findIndex(({ id }) => id === before), rows.indexOf(row)]
  return from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/**
 * Selected rows of a list. Another search, filter or order clears the selection, so that no hidden row stays
 * selected.
 * @param listed changes when the list's rows do, except for the page
 */
export function useSelection<Row extends { readonly id: string }>(
  listed: string,
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [state, setState] = useState<{ listed: string; picked: ReadonlyMap<string, Row> }>({
    listed,
    picked: none,
  })
  const picked = state.listed === listed ? state.picked : none
  const pick = useCallback(
    (rows: readonly Row[], on: boolean) =>
      setState((before) => {
        const next = new Map<string, Row>(before.listed === listed ? before.picked : none)
        for (const row of rows) {
          if (on) next.set(row.id, row)
          else next.delete(row.id)
        }
        return { listed, picked: next }
      }),
    [listed],
  )
  const clear = useCallback(() => setState({ listed, picked: none }), [listed])
  return useMemo(() => ({ picked, pick, clear, nameOf }), [picked, pick, clear, nameOf])
}

const none: ReadonlyMap<string, never> = new Map<string, never>()
