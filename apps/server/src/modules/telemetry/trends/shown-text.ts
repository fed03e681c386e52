import type { TextChange } from '@cloud-factory/contract/telemetry/telemetry'

/** Display text of a signal's non-numeric value; null: the signal has no value. */
export function shownText({ kind, value }: Pick<TextChange, 'kind'> & { value: string }): string | null {
  if (kind === 'null') return null
  return kind === 'date' ? new Date(Number(value)).toISOString() : value
}
