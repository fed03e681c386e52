import { z } from 'zod'
import { sizeNames } from './quality-enums.ts'

/** An exact decimal as text, at most 12 digits before and 6 behind the point: tolerances and readings are never floats. */
export const decimal = z.string().regex(/^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/)

const size = z.enum(sizeNames)
/** What a size is divided by: more than nothing. */
const divisor = decimal.refine((text) => /[1-9]/.test(text) && !text.startsWith('-'))

/** The deviation lies between `lo` and `hi`; null = no limit on that side. */
const absRule = z.strictObject({ kind: z.literal('abs'), lo: decimal.nullable(), hi: decimal.nullable() })
/** The size of the deviation is at most `v`. */
const maxRule = z.strictObject({ kind: z.literal('max'), v: decimal })
/**
 * `plus` + a size ÷ `div`, at most `cap`, at least `floor`. `pm`: the deviation may lie so far to either side; `max`: its size
 * is at most so much; `minus`, `plus`: to that side only.
 */
const ratioRule = z.strictObject({
  kind: z.literal('ratio'),
  of: size,
  div: divisor,
  plus: decimal.optional(),
  cap: decimal.optional(),
  floor: decimal.optional(),
  sign: z.enum(['pm', 'max', 'minus', 'plus']),
})
/** Nothing of it may be seen: a crack, slag. The reading is yes or no. */
const noneRule = z.strictObject({ kind: z.literal('none') })
const plainRule = z.discriminatedUnion('kind', [absRule, maxRule, ratioRule, noneRule])

/** The first band that the size falls into rules; one without `op` takes what is left. */
const piecewiseRule = z.strictObject({
  kind: z.literal('piecewise'),
  by: size,
  bands: z
    .array(
      z.strictObject({
        op: z.enum(['lt', 'le', 'gt', 'ge']).optional(),
        value: decimal.optional(),
        rule: plainRule,
      }),
    )
    .min(1)
    .max(12),
})
const byPlaceRule = z.strictObject({
  kind: z.literal('byPlace'),
  joint: z.union([plainRule, piecewiseRule]),
  other: z.union([plainRule, piecewiseRule]),
})

/** How much a dimension may differ: rules instead of numbers, since limits depend on sizes and places. */
export const toleranceRule = z.union([plainRule, piecewiseRule, byPlaceRule])
export type ToleranceRule = z.output<typeof toleranceRule>
