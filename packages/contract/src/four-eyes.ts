import { z } from 'zod'
import { endpoints, allowed, version } from './endpoint.ts'

/**
 * Decisions that judge another person's work. The person who did the work cannot take them, unless the factory's
 * policy lets one person do both.
 */
export const fourEyesDecisions = [
  'inspection_judge',
  'coat_judge',
  'ncr_approve',
  'ncr_verify',
  'certificate_accept',
  'lot_release',
  'repair_verify',
] as const
export type FourEyesDecision = (typeof fourEyesDecisions)[number]

/** Why such a decision is rejected: the person did the work. */
export type FourEyesReason = `four_eyes.${FourEyesDecision}`

export const fourEyesPolicy = z.object({
  /** Decisions that one person may take alone; empty: all need a second person. */
  alone: z.array(z.enum(fourEyesDecisions)),
  version,
  updatedBy: z.string().nullable(),
  can: z.object({ edit: allowed }),
})
export type FourEyesPolicy = z.output<typeof fourEyesPolicy>

export const fourEyesApi = endpoints({
  'GET /api/four-eyes': {
    summary: 'Which decisions need a second person.',
    permission: 'authority.roles',
    reply: fourEyesPolicy,
  },
  'PUT /api/four-eyes': {
    summary: 'Sets which decisions one person may take alone.',
    permission: 'authority.roles',
    body: z.strictObject({
      version,
      alone: z.array(z.enum(fourEyesDecisions)).max(fourEyesDecisions.length),
    }),
    reply: fourEyesPolicy,
    errors: ['version.conflict'],
  },
})
