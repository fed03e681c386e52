import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { type CellAt, cellKey } from './cells.rules.ts'
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
  readonly keep: (value: string | null) => void
}

/** One point of the form, with what is on its way to it. */
export function useCell({ form, item, pieceId, point, instrument }: CellProps): Cell {
  const at: CellAt = { itemId: item.id, pieceId, point }
  const { pending, troubles } = useQueue(form.id)
  const key = cellKey(at)
  const saved = form.readings.find((reading) => cellKey(reading) === key)?.value ?? null
  const own = pending.get(key)
  return {
    value: own === undefined ? saved : own.value,
    isPending: own !== undefined,
    trouble: troubles.get(key),
    keep: (value) => {
      const stands = own === undefined ? saved : own.value
      if (sameDecimal(value, stands) && !troubles.has(key)) return
      keepReading(form.id, { ...at, value, was: saved, instrumentId: instrument })
    },
  }
}
