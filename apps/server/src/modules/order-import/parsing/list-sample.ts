import { createHash } from 'node:crypto'
import type { Cell } from './import.types.ts'

const CELL_LETTERS = 60
const CELLS = 60
const LINE_LETTERS = 200
const LINES = 20

const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).trim()

/** Name of a row of headers: the same words in the same places have the same. */
export const headerSignature = (cells: readonly Cell[]): string => {
  const words = cells.map(cellText)
  while (words.at(-1) === '') words.pop()
  return createHash('sha256').update(words.join('\u001f').toLowerCase()).digest('hex').slice(0, 32)
}

/** Rows as a person sees them, cut to what fits on a screen. */
export const sampleRows = (rows: readonly (readonly Cell[])[], most: number): string[][] =>
  rows
    .slice(0, most)
    .map((cells) => cells.slice(0, CELLS).map((cell) => cellText(cell).slice(0, CELL_LETTERS)))

export const sampleLines = (text: string): string[] =>
  text.split(/\r\n|\n|\r/, LINES).map((line) => line.slice(0, LINE_LETTERS))
