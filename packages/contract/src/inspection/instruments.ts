import { instruments } from '@cloud-factory/domain/inspection/instrument-resource'
import { calibrationStates } from '@cloud-factory/domain/inspection/quality-enums'
import { z } from 'zod'
import { allowed, endpoints, id, instant, queryWords, version } from '../endpoint.ts'
import { importEndpoints } from '../record-import/import-endpoints.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

export const instrumentRow = z.object({
  id,
  ...fieldSchemas(instruments),
  /** Today, in the factory's time zone; `soon`: within 30 days. */
  calibration: z.enum(calibrationStates),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type InstrumentRow = z.output<typeof instrumentRow>

const instrumentEndpoints = resourceEndpoints(instruments, {
  row: instrumentRow,
  summary: {
    list: 'Measuring instruments.',
    create: 'Adds a measuring instrument.',
    update: 'Changes a measuring instrument; a new calibration is such a change.',
    delete: 'Deletes a measuring instrument that nothing was read with.',
  },
  query: { calibration: queryWords(calibrationStates).optional() },
})

export const instrumentsApi = endpoints({
  ...instrumentEndpoints,
  ...importEndpoints('instruments', {
    create: instrumentEndpoints['POST /api/instruments'],
    what: 'measuring instruments',
  }),
})
