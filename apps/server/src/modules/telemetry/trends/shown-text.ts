import type { TextChange } from '@cloud-factory/contract/telemetry/telemetry'

/** What a signal told, as it is shown; null: that it has no value. */
export function shownText({ kind, value }: Pick<TextChange, 'kind'> & { value: string }): string | null {
  if (kind === 'null') return null
  return kind === 'date' ? new Date(Number(value)).toISOString() : value
}
