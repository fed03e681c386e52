import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { editionRow, longNames } from './standards.ts'
import { code } from '../enums.ts'

/**
 * `missing`: the plant has no standard with that code; `newer`: no edition of it has all built-in items; `there`: one
 * has.
 */
export const shippedStates = ['missing', 'newer', 'there'] as const

const shippedStandard = z.object({
  /** Code of the standard. */
  id: z.string(),
  names: longNames,
  edition: z.string(),
  items: z.int(),
  /** Compared with the closest edition of the plant: built-in items that it lacks, by shape and Chinese name. */
  lacking: z.int(),
  /** Items that have another figure, stage or clause there. */
  changed: z.int(),
  state: z.enum(shippedStates),
})
export type ShippedStandardRow = z.output<typeof shippedStandard>

export const shippedStandardsApi = endpoints({
  'GET /api/shipped-standards': {
    permission: 'quality.view',
    summary: 'Standards that this version of the product ships, and what of them the plant does not have.',
    reply: z.object({ items: z.array(shippedStandard) }),
  },
  'POST /api/shipped-standards': {
    permission: 'quality.standards',
    summary: 'Takes a shipped standard over as a new draft edition; what is there stays as it is.',
    body: z.strictObject({ code }),
    status: 201,
    reply: editionRow,
    errors: ['not_found', 'state.refused'],
  },
})
