import { z } from 'zod'
import { endpoints, id, idParam } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import { inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'

const planInput = {
  stage: z.enum(inspectionStages),
  /** null: the first standard in use. */
  standardId: id.nullable(),
  /** Lots are created automatically. */
  automatic: z.boolean(),
  percent: z.int().min(1).max(100),
  atLeast: z.int().min(1).max(200),
}

/** The inspection form of a gate; a gate without a plan has version 0 and the default form. */
const gatePlan = z.object({
  id,
  code: z.string(),
  names,
  gate: z.enum(['inspect', 'hold']),
  ...planInput,
  standardCode: z.string().nullable(),
  version: z.int().min(0),
})
export type GatePlan = z.output<typeof gatePlan>

export const gatePlansApi = endpoints({
  'GET /api/gate-plans': {
    permission: 'quality.view',
    summary: 'Every gated process with the form that it asks for.',
    reply: z.object({ items: z.array(gatePlan), standards: z.array(z.object({ id, code: z.string() })) }),
  },
  'PUT /api/gate-plans/:id': {
    permission: 'quality.judge',
    summary: 'Says which form the gate of a process asks for.',
    params: idParam,
    body: z.strictObject({ version: z.int().min(0), ...planInput }),
    reply: gatePlan,
    errors: ['not_found', 'state.refused', 'version.conflict'],
  },
})
