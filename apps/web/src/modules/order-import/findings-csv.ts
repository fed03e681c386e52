import { csvText } from '../../shared/format/csv.ts'
import type { FindingRow } from './imports.queries.ts'

export interface CsvWords {
  readonly level: string
  readonly file: string
  readonly row: string
  readonly column: string
  readonly value: string
  readonly finding: string
}

/** Findings as a CSV file that a spreadsheet opens without running anything in it. */
export function findingsCsv(
  findings: readonly FindingRow[],
  words: CsvWords,
  levelWord: (level: FindingRow['level']) => string,
  sentence: (finding: FindingRow) => string,
): string {
  const heads = [words.level, words.file, words.row, words.column, words.value, words.finding]
  const lines = findings.map((finding) => [
    levelWord(finding.level),
    finding.file,
    finding.row,
    finding.column,
    finding.value,
    sentence(finding),
  ])
  return csvText([heads, ...lines])
}
