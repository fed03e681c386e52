import { useMemo } from 'react'
import {
  choiceOf,
  type ColumnChoice,
  type ColumnFacts,
  inOrder,
  isShown,
  noChoice,
  sameChoice,
} from './columns.rules.ts'
import { usePreference } from './preferences.ts'

export interface Columns<C> {
  readonly choice: ColumnChoice
  /** It is not as it comes: by the code, or by the saved view that is open. */
  readonly isChosen: boolean
  /** In the order to show them, hidden ones too. */
  readonly all: readonly C[]
  readonly shown: readonly C[]
  readonly choose: (choice: ColumnChoice) => void
  /** As it comes, and nothing stored any more. */
  readonly reset: () => void
}

/** What the columns need of the saved view that is open. */
interface ViewColumns {
  readonly id: string
  readonly columns: unknown
}

/**
 * A list's columns as the person arranged them; stored for the person under the list's name. Within a saved view they begin
 * as the view has them, and what the person changes there is kept for that view alone.
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
      shown: all.filter((column) => isShown(column, choice)),
      // What is as it comes is not kept: a view that is changed later changes it too.
      choose: (next) => store(sameChoice(next, first) ? null : next),
      reset: () => store(null),
    }
  }, [stored, store, columns, view])
}

const columnsKey = (name: string, viewId: string | null): string =>
  viewId === null ? `columns.${name}` : `columns.${name}.v${viewId}`
