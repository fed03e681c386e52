import { saveFile } from '../receive-file.ts'

const plainNumber = /^[+-]?\d+([.,]\d+)?$/

/**
 * Comma-separated text that a spreadsheet opens as it is meant: UTF-8 mark in front, CRLF, quotes where needed. A text
 * that a spreadsheet would run as a formula gets an apostrophe in front; plain numbers stay numbers.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(value: string | number | null): string {
  const text = safe(value === null ? '' : String(value))
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Also after blanks, and in the wide forms that a spreadsheet reads as the narrow ones. */
function safe(text: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** Hands a text to the person as a file. */
export function downloadText(name: string, text: string, type: string): void {
  saveFile({ name, blob: new Blob([text], { type }) })
}
