import type { HTMLAttributes, KeyboardEvent } from 'react'
import { useState } from 'react'

/**
 * Keyboard support for rows: one of them is in the tab order; arrows, Home and End move, Enter opens. A double click
 * opens too. For `onRow` of a table.
 */
export function useRowKeys<Row extends { readonly id: string }>(onOpen: ((row: Row) => void) | undefined) {
  const [active, setActive] = useState('')
  return (row: Row, at?: number): HTMLAttributes<HTMLElement> => {
    if (onOpen === undefined) return {}
    return {
      tabIndex: row.id === active || at === 0 ? 0 : -1,
      onFocus: () => setActive(row.id),
      onDoubleClick: () => onOpen(row),
      onKeyDown: (event) => {
        // Keys of a link or button in the row are not handled here.
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter') onOpen(row)
        const to = neighbour(event)
        if (to === null) return
        event.preventDefault()
        to.focus()
      },
    }
  }
}

function neighbour({ key, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const rows = [
    ...(currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[tabindex]') ?? []),
  ]
  const at = rows.indexOf(currentTarget)
  if (key === 'ArrowDown') return rows[at + 1] ?? null
  if (key === 'ArrowUp') return rows[at - 1] ?? null
  if (key === 'Home') return rows[0] ?? null
  return key === 'End' ? (rows.at(-1) ?? null) : null
}
