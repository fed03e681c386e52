import { useMemo } from 'react'
import { choiceOf, type ColumnChoice, type ColumnFacts, inOrder, isShown } from './columns.rules.ts'
import { usePreference } from './preferences.ts'

export interface Columns<C> {
  readonly choice: ColumnChoice
  /** In the order to show them, hidden ones too. */
  readonly all: readonly C[]
  readonly shown: readonly C[]
  readonly choose: (choice: ColumnChoice) => void
  /** As the code says, and nothing stored any more. */
  readonly reset: () => void
}

/** A list's columns as the person arranged them; stored for the person under the list's name. */
export function useColumns<C extends ColumnFacts>(name: string, columns: readonly C[]): Columns<C> {
  const [stored, store] = usePreference(`columns.${name}`)
  return useMemo(() => {
    const choice = choiceOf(stored)
    const all = inOrder(columns, choice)
    return {
      choice,
      all,
      shown: all.filter((column) => isShown(column, choice)),
      choose: store,
      reset: () => store(null),
    }
  }, [stored, store, columns])
}
