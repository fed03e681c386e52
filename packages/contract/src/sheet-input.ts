import { z } from 'zod'
import { text } from './enums.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * What the export of any list needs: file name, labels for values of closed lists, and columns, in the user's
 * language.
 */
export const sheetInput = <const T extends readonly [string, ...string[]]>(columns: T) =>
  z.strictObject({
    /** Name of the file and its sheet, without extension. */
    name: text(80).min(1).optional(),
    /** Labels for values of closed lists, `status.released`; values without a label are written unchanged. */
    words: z.record(z.string().max(80), z.string().max(100)).optional(),
    columns: z
      .array(z.strictObject({ key: z.enum(columns), title: text(100).optional() }))
      .min(1)
      .max(40),
  })
