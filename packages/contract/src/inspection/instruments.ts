import { z } from 'zod'
import {
  day,
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import { decimal } from '../standards/quality-rules.ts'
import { calibrationStates } from '@cloud-factory/domain/inspection/quality-enums'
import { code, text } from '../enums.ts'

const instrumentInput = {
  code,
  name: text(60).min(1),
  kind: text(60),
  unit: text(12).min(1),
  /** Measuring range; null: unlimited. A reading outside is rejected. */
  rangeLow: decimal.nullable(),
  rangeHigh: decimal.nullable(),
  /** The smallest difference that it shows. */
  resolution: decimal.nullable(),
  /** The last day on which its readings count; null: it needs no calibration. */
  calibratedUntil: day.nullable(),
  active: z.boolean(),
}
export const instrumentRow = z.object({
  id,
  ...instrumentInput,
  /** Today, in the factory's time zone; `soon`: within 30 days. */
  calibration: z.enum(calibrationStates),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type InstrumentRow = z.output<typeof instrumentRow>

export const instrumentsApi = endpoints({
  'GET /api/instruments': {
    permission: 'quality.view',
    summary: 'Measuring instruments.',
    query: listQuery(['code', 'name', 'calibratedUntil']).extend({
      calibration: queryWords(calibrationStates).optional(),
      active: z.enum(['true', 'false']).optional(),
    }),
    reply: listOf(instrumentRow),
  },
  'POST /api/instruments': {
    permission: 'quality.standards',
    summary: 'Adds a measuring instrument.',
    body: z.strictObject(instrumentInput),
    status: 201,
    reply: instrumentRow,
    errors: ['duplicate'],
  },
  'PATCH /api/instruments/:id': {
    permission: 'quality.standards',
    summary: 'Changes a measuring instrument; a new calibration is such a change.',
    params: idParam,
    body: z.strictObject({ version, ...instrumentInput }),
    reply: instrumentRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/instruments/:id': {
    permission: 'quality.standards',
    summary: 'Deletes a measuring instrument that nothing was read with.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict'],
  },
})
