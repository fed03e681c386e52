import type {
  FormItem,
  InspectionForm,
  ReadingRow,
} from '@cloud-factory/contract/inspection/inspection-forms'
import { judgeReading } from '@cloud-factory/contract/inspection/verdict.rules'
import { typedDecimal } from '../../shared/form/typed-decimal.rules.ts'

/** A point of the form. */
export interface CellAt {
  readonly itemId: string
  readonly pieceId: string
  readonly point: number
}

export const cellKey = ({ itemId, pieceId, point }: CellAt): string => `${itemId}.${pieceId}.${point}`

/**
 * State of a point while typing: empty, not a number, or a reading inside or outside the limits.
 */
type ReadingStatus = 'empty' | 'wrong' | 'inside' | 'outside'

/** Judges what is typed by the frozen limits, as the server will; a form that lacks a size judges nothing. */
export function statusOf(item: FormItem, text: string): ReadingStatus {
  const value = typedDecimal(text)
  if (value === '') return 'empty'
  if (value === null || (item.measures === 'visual' && value !== '0' && value !== '1')) return 'wrong'
  if (item.missing.length > 0) return 'wrong'
  return judgeReading(item.measures, value, item.nominal, item).inside ? 'inside' : 'outside'
}

interface Progress {
  readonly read: number
  readonly points: number
  readonly outside: number
}

/** Number of recorded readings of a piece, and how many are outside the limits. */
export function progressOf(form: InspectionForm, pieceId: string): Progress {
  const own = form.readings.filter((reading) => reading.pieceId === pieceId)
  return {
    read: own.length,
    points: form.items.reduce((sum, { points }) => sum + points, 0),
    outside: own.filter(({ inside }) => !inside).length,
  }
}

/** The form with the readings at their points replaced; null removes one. */
export function withReadings(
  form: InspectionForm,
  changes: ReadonlyMap<string, ReadingRow | null>,
): InspectionForm {
  const stored = form.readings.filter((reading) => !changes.has(cellKey(reading)))
  const written = [...changes.values()].filter((reading) => reading !== null)
  return { ...form, readings: [...stored, ...written] }
}
