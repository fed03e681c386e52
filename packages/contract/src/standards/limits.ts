import { z } from 'zod'
import { endpoints, id, listOf } from '../endpoint.ts'
import { decimal, toleranceRule } from './quality-rules.ts'
import { inspectedShapes, sizeNames } from '@cloud-factory/domain/inspection/quality-enums'
import { itemRow } from './standards.ts'

const place = z.enum(['any', 'joint', 'other'])
const computed = z.object({
  place,
  lower: z.string().nullable(),
  upper: z.string().nullable(),
  /** Missing sizes; limits are then null. */
  missing: z.array(z.enum(sizeNames)),
  /** How the limits were computed; null when no single rule applied. */
  working: z
    .object({
      rule: toleranceRule,
      band: z.object({ by: z.enum(sizeNames), index: z.int() }).nullable(),
      ratio: z
        .object({ size: z.string(), raw: z.string(), bound: z.enum(['cap', 'floor']).nullable() })
        .nullable(),
    })
    .nullable(),
})
export const limitRow = itemRow
  .pick({
    id: true,
    names: true,
    class: true,
    measures: true,
    nominalOf: true,
    rule: true,
    unit: true,
    tool: true,
    optional: true,
  })
  .extend({
    clause: z.string(),
    /** Somebody checked its figures against the official text. */
    verified: z.boolean(),
    source: z.string(),
    nominal: z.string().nullable(),
    /** One entry for an item that does not depend on a place, otherwise one per place. */
    limits: z.array(computed),
  })
export type LimitRow = z.output<typeof limitRow>

/** A size in mm, above zero. */
const size = decimal.refine((value) => /[1-9]/.test(value) && !value.startsWith('-')).optional()
const sizes = {
  h: size,
  b: size,
  tw: size,
  tf: size,
  t: size,
  L: size,
  L1: size,
  l2: size,
  d: size,
  pitch: size,
  span: size,
}

export const limitsApi = endpoints({
  'GET /api/limits': {
    permission: 'quality.view',
    summary: 'Limits of every item of a shape for the sizes of a piece, in mm, with their working.',
    query: z.strictObject({ editionId: id, shape: z.enum(inspectedShapes), ...sizes }),
    reply: listOf(limitRow),
    errors: ['not_found'],
  },
})
