import { read, utils } from '@e965/xlsx'

/** Rows of the first sheet of an .xlsx file, keyed by column title. */
export function sheetRows(file: Uint8Array): readonly Readonly<Record<string, unknown>>[] {
  const book = read(file, { cellDates: true, UTC: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (sheet === undefined) throw new Error('the file has no sheet')
  return utils.sheet_to_json<Record<string, unknown>>(sheet, { raw: true, defval: null })
}
