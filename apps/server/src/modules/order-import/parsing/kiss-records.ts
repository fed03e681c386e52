import type { Finding } from './import.types.ts'

/** One record of a KISS file: its letter and the comma-separated fields. */
export interface KissRecord {
  readonly letter: string
  readonly fields: readonly string[]
  /** Line, from 1. */
  readonly row: number
}

/** `D,…` details, `M` marks, `L` labour of the detail above; the others contain no steel data. */
const known = new Set(['KISS', 'H', 'D', 'L', 'M', 'W', 'S', 'A'])

/** Quotes enclose a whole field; an inch sign within one is only a letter. */
const unquoted = (field: string): string => /^"(.*)"$/.exec(field.trim())?.[1] ?? field.trim()

const recordOf = (line: string, row: number): KissRecord | null => {
  const text = line.trim().replace(/\s*\$+$/, '')
  if (text === '' || text.startsWith('*')) return null
  const [letter = '', ...fields] = text.split(',').map(unquoted)
  return { letter: letter.toUpperCase(), fields, row }
}

/** Records in file order. Separators and comments (`*`) are skipped, unknown records reported. */
export const kissRecords = (
  text: string,
  report: (finding: Pick<Finding, 'level' | 'code' | 'row' | 'value'>) => void,
): KissRecord[] => {
  const records: KissRecord[] = []
  let strange = 0
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    const record = recordOf(line, at + 1)
    if (record === null) continue
    if (known.has(record.letter)) records.push(record)
    else if (++strange <= 20) {
      report({ level: 'warning', code: 'kiss.unknown_record', row: at + 1, value: line.trim().slice(0, 40) })
    }
  }
  return records
}

export interface KissHeader {
  readonly row: number
  /** Unit of the sizes; null when the header has none. Lengths are always mm. */
  readonly metric: boolean | null
  /** The header says INCH or IMPERIAL: lengths written as plain figures are inches then. */
  readonly inch: boolean
}

const metricWords: Readonly<Record<string, boolean>> = {
  T: true,
  M: true,
  METRIC: true,
  F: false,
  I: false,
  INCH: false,
  IMPERIAL: false,
}

/** The flag stands in the seventh place; some programs write it one further. */
export const kissHeader = (record: KissRecord | undefined): KissHeader => {
  const flag = record?.fields.slice(5, 8).find((field) => field.toUpperCase() in metricWords)
  return {
    row: record?.row ?? 1,
    metric: flag === undefined ? null : (metricWords[flag.toUpperCase()] ?? null),
    inch: record?.fields.some((field) => /^(INCH(ES)?|IMPERIAL)$/i.test(field)) ?? false,
  }
}
