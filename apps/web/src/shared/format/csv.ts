import { saveFile } from '../receive-file.ts'

const plainNumber = /^[+-]?\d+([.,]\d+)?$/

/**
 * Comma-separated text that spreadsheets open correctly: byte order mark, CRLF, quotes where needed. A text that a
 * spreadsheet would execute as a formula gets a leading apostrophe; plain numbers stay numbers.
 */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(value: string | number | null): string {
  const text = safe(value === null ? '' : String(value))
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Also after blanks, and for full-width characters, which a spreadsheet reads like the normal ones. */
function safe(text: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** Saves a text as a file on the user's device. */
export function downloadText(name: string, text: string, type: string): void {
  saveFile({ name, blob: new Blob([text], { type }) })
}
