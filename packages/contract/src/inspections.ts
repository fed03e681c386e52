import { z } from 'zod'
import { endpoints, id, instant, listOf, listQuery, queryWords, version } from './endpoint.ts'
import { names } from './processes.ts'
import { inspectedShapes, inspectionStages, inspectionStatuses, inspectionVerdicts } from './quality-words.ts'

export const inspectionRow = z.object({
  id,
  no: z.string(),
  stage: z.enum(inspectionStages),
  status: z.enum(inspectionStatuses),
  /** Null until it is judged. */
  verdict: z.enum(inspectionVerdicts).nullable(),
  standardCode: z.string(),
  shape: z.enum(inspectedShapes),
  /** Null for what belongs to no order. */
  order: z.object({ id, no: z.string() }).nullable(),
  mark: z.string().nullable(),
  /** The step whose gate it opens; null when it opens none. */
  process: z.object({ id, code: z.string(), names }).nullable(),
  isHoldPoint: z.boolean(),
  pieces: z.int(),
  inspector: z.string().nullable(),
  judge: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
  updatedAt: instant,
  version,
})
export type InspectionRow = z.output<typeof inspectionRow>

export const inspectionsApi = endpoints({
  'GET /api/inspections': {
    permission: 'quality.view',
    summary: 'Inspections of every stage and state.',
    query: listQuery(['no', 'createdAt']).extend({
      status: queryWords(inspectionStatuses).optional(),
      verdict: queryWords(inspectionVerdicts).optional(),
      stage: queryWords(inspectionStages).optional(),
      orderId: id.optional(),
      processId: id.optional(),
      pieceId: id.optional(),
    }),
    reply: listOf(inspectionRow),
  },
})
