import { z } from 'zod'

/** A printed number: letters of any script, digits and the usual separators; trimmed. */
export const code = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/#()+-]*$/u)
/** Free text, trimmed. */
export const text = (max: number) => z.string().trim().max(max)
/** A name in three languages. An empty English or Spanish one becomes the Chinese one. */
export const namesOf = (max: number) =>
  z
    .strictObject({ zh: text(max).min(1), en: text(max), es: text(max) })
    .overwrite(({ zh, en, es }) => ({ zh, en: en || zh, es: es || zh }))
/** Kilograms, at most ten million tonnes. */
export const kg = z.number().min(0).max(9_999_999_999)
