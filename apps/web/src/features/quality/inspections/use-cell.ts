import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { type CellAt, cellKey } from './cells.rules.ts'
import { clearTyped, dropDrafts, keepDraft, setTyped, useTyped } from './drafts.ts'
import { keepReading, type Trouble, useQueue } from './reading-queue.ts'
import { sameDecimal } from './typed-decimal.rules.ts'

export interface CellProps {
  readonly form: InspectionForm
  readonly item: FormItem
  readonly pieceId: string
  readonly point: number
  readonly instrument: string | null
}

interface Cell {
  /** What stands there: on its way, or saved. */
  readonly value: string | null
  readonly isPending: boolean
  readonly trouble: Trouble | undefined
  /** What is typed and not kept yet; null: nothing. */
  readonly typed: string | null
  readonly type: (text: string) => void
  readonly keep: (value: string | null) => void
}

/** One point of the form, with what is on its way to it. */
export function useCell({ form, item, pieceId, point, instrument }: CellProps): Cell {
  const at: CellAt = { itemId: item.id, pieceId, point }
  const { pending, troubles } = useQueue(form.id)
  const key = cellKey(at)
  const saved = form.readings.find((reading) => cellKey(reading) === key)?.value ?? null
  const own = pending.get(key)
  const value = own === undefined ? saved : own.value
  const typed = useTyped(form.id, at)
  return {
    value,
    isPending: own !== undefined,
    trouble: troubles.get(key),
    typed,
    type: (text) => {
      setTyped(form.id, at, text)
      keepDraft({ ...at, inspectionId: form.id, state: 'typed', text, was: saved, instrumentId: instrument })
    },
    keep: (read) => {
      clearTyped(form.id, at)
      if (!sameDecimal(read, value) || troubles.has(key))
        return keepReading(form.id, { ...at, value: read, was: saved, instrumentId: instrument })
      if (own === undefined) dropDrafts(form.id, [at])
    },
  }
}
