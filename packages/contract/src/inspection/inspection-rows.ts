import { z } from 'zod'
import { id, instant, version } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import {
  inspectedShapes,
  inspectionStages,
  inspectionStatuses,
  inspectionVerdicts,
} from '@cloud-factory/domain/inspection/quality-enums'

export const inspectionRow = z.object({
  id,
  no: z.string(),
  stage: z.enum(inspectionStages),
  status: z.enum(inspectionStatuses),
  /** null until it is judged. */
  verdict: z.enum(inspectionVerdicts).nullable(),
  standardCode: z.string(),
  editionNo: z.string(),
  shape: z.enum(inspectedShapes),
  /** null when it belongs to no order. */
  order: z.object({ id, no: z.string() }).nullable(),
  mark: z.string().nullable(),
  /** The process whose gate it opens; null: none. */
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
