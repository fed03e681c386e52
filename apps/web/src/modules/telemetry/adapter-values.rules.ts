import type { AdapterMapping, AdapterRow, ShippedAdapter } from '@cloud-factory/contract/telemetry/adapters'

/** A signal as the form holds it: words as text, `RUN=3; IDLE=1`. */
export type SignalValues = Omit<AdapterMapping['signals'][number], 'words'> & { readonly words: string }

/** An adapter as the form holds it. */
export type AdapterValues = Omit<AdapterMapping, 'signals'> & {
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly signals: readonly SignalValues[]
}

export const newSignal: SignalValues = { name: '', signal: '', factor: 1, offset: 0, unit: '', words: '' }

/** Path fields, in the order in which a message is read. */
export const pathFields = [
  'recordsPath',
  'device',
  'timePath',
  'valuesPath',
  'namePath',
  'valuePath',
  'valueTimePath',
  'errorsPath',
] as const

/** Fields of a mapping that the form shows as they are. */
const plainFields = ['pattern', 'gatewayId', ...pathFields, 'zoneMinutes', 'late', 'otherNames'] as const

const mappingOf = (mapping: AdapterMapping): Omit<AdapterValues, 'code' | 'name' | 'active'> => ({
  ...(Object.fromEntries(plainFields.map((field) => [field, mapping[field]])) as Pick<
    AdapterMapping,
    (typeof plainFields)[number]
  >),
  signals: mapping.signals.map(({ words, ...signal }) => ({ ...signal, words: wordsText(words) })),
})

export const valuesOfRow = (row: AdapterRow): AdapterValues => ({
  code: row.code,
  name: row.name,
  active: row.active,
  ...mappingOf(row),
})

/** Form values from a shipped adapter. */
export const valuesOfShipped = (shipped: ShippedAdapter) => mappingOf(shipped)

/** Request body of the form. An empty field is an empty string. */
export function mappingOfValues(values: AdapterValues): AdapterMapping {
  const { code: _code, name: _name, active: _active, signals, ...mapping } = values
  return {
    ...mapping,
    gatewayId: mapping.gatewayId ?? null,
    zoneMinutes: mapping.zoneMinutes ?? 0,
    signals: (signals ?? []).map((signal) => ({
      name: signal.name.trim(),
      signal: signal.signal.trim(),
      factor: signal.factor ?? 1,
      offset: signal.offset ?? 0,
      unit: (signal.unit ?? '').trim(),
      words: wordsOf(signal.words ?? '') ?? [],
    })),
  }
}

const wordsText = (words: AdapterMapping['signals'][number]['words']): string =>
  words.map(({ word, number }) => `${word}=${number}`).join('; ')

/** Parses `RUN=3; IDLE=1` to texts with their numbers; null: invalid format. */
export function wordsOf(text: string): { word: string; number: number }[] | null {
  const words: { word: string; number: number }[] = []
  for (const piece of text.split(/[;；]/)) {
    if (piece.trim() === '') continue
    const [, word, number] = /^\s*(.{1,64}?)\s*=\s*(-?\d{1,12}(?:\.\d{1,9})?)\s*$/.exec(piece) ?? []
    if (word === undefined) return null
    words.push({ word, number: Number(number) })
  }
  return words
}
