import { useMemo } from 'react'
import {
  choiceOf,
  type ColumnChoice,
  type ColumnFacts,
  inOrder,
  isPinned,
  isShown,
  noChoice,
  sameChoice,
} from './columns.rules.ts'
import { usePreference } from './preferences.ts'

export interface Columns<C> {
  readonly choice: ColumnChoice
  /** Differs from the default, which comes from the code or from the open saved view. */
  readonly isChosen: boolean
  /** In display order, including hidden ones. */
  readonly all: readonly C[]
  readonly shown: readonly C[]
  readonly choose: (choice: ColumnChoice) => void
  /** Back to the default; deletes what is stored. */
  readonly reset: () => void
}

/** The part of the open saved view that columns need. */
interface ViewColumns {
  readonly id: string
  readonly columns: unknown
}

/**
 * A list's columns as the user arranged them, stored for the user under the list's name. Within a saved view they
 * start as the view defines them; changes there are stored for that view only.
 */
export function useColumns<C extends ColumnFacts>(
  name: string,
  columns: readonly C[],
  view: ViewColumns | null,
): Columns<C> {
  const [stored, store] = usePreference(columnsKey(name, view?.id ?? null))
  return useMemo(() => {
    const first = view === null ? noChoice : choiceOf(view.columns)
    const choice = stored === undefined ? first : choiceOf(stored)
    const all = inOrder(columns, choice)
    return {
      choice,
      isChosen: !sameChoice(choice, first),
      all,
      shown: all
        .filter((column) => isShown(column, choice))
        .map((column) => (isPinned(column, choice) ? { ...column, pinned: true } : column)),
      // Default values are not stored, so later changes of a view apply.
      choose: (next) => store(sameChoice(next, first) ? null : next),
      reset: () => store(null),
    }
  }, [stored, store, columns, view])
}

const columnsKey = (name: string, viewId: string | null): string =>
  viewId === null ? `columns.${name}` : `columns.${name}.v${viewId}`
