import { z } from 'zod'
import { sizeNames } from '@cloud-factory/domain/inspection/quality-enums'

/**
 * An exact decimal as text, at most 12 digits before and 6 after the point: tolerances and readings are never floats.
 */
export const decimal = z.string().regex(/^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/)

const size = z.enum(sizeNames)
/** Divisor of a size; above zero. */
const divisor = decimal.refine((text) => /[1-9]/.test(text) && !text.startsWith('-'))

/** The deviation is between `lo` and `hi`; null: no limit on that side. */
const absRule = z.strictObject({ kind: z.literal('abs'), lo: decimal.nullable(), hi: decimal.nullable() })
/** The absolute deviation is at most `v`. */
const maxRule = z.strictObject({ kind: z.literal('max'), v: decimal })
/**
 * `plus` + a size ÷ `div`, at most `cap`, at least `floor`. `pm`: the limit applies to both sides; `max`: to the
 * absolute deviation; `minus`, `plus`: to that side only.
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
/** Not allowed at all, such as a crack or slag. The reading is yes or no. */
const noneRule = z.strictObject({ kind: z.literal('none') })
const plainRule = z.discriminatedUnion('kind', [absRule, maxRule, ratioRule, noneRule])

/** The first band that contains the size applies; one without `op` takes the rest. */
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

/** Permissible deviation as a rule instead of a number, because limits depend on sizes and places. */
export const toleranceRule = z.union([plainRule, piecewiseRule, byPlaceRule])
export type ToleranceRule = z.output<typeof toleranceRule>
