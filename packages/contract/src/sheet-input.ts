import { z } from 'zod'
import { text } from './enums.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What every list asks of its file: name, words of closed lists and columns, as the person reads them. */
export const sheetInput = <const T extends readonly [string, ...string[]]>(columns: T) =>
  z.strictObject({
    /** Name of the file and its sheet, without an ending. */
    name: text(80).min(1).optional(),
    /** How words of closed lists are written, `status.released`; what is not there is written as it is. */
    words: z.record(z.string().max(80), z.string().max(100)).optional(),
    columns: z
      .array(z.strictObject({ key: z.enum(columns), title: text(100).optional() }))
      .min(1)
      .max(40),
  })
