import { z } from 'zod'
import { fourEyesDecisions } from '@cloud-factory/domain/identity/four-eyes-decisions'
import { endpoints, allowed, version } from '../endpoint.ts'

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
