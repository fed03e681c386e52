import { defects } from '@cloud-factory/domain/ncr/defect-resource'
import { z } from 'zod'
import { allowed, endpoints, id, version } from '../endpoint.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

export const defectRow = z.object({
  id,
  ...fieldSchemas(defects),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type DefectRow = z.output<typeof defectRow>

const list = 'The tree of defects.'

export const defectsApi = endpoints({
  ...resourceEndpoints(defects, {
    row: defectRow,
    summary: {
      list,
      create: 'Adds a defect or a group of them.',
      update: 'Changes a defect; reports keep the code they were raised with.',
      delete: 'Deletes a defect that no report names.',
    },
    createErrors: ['not_found', 'state.refused'],
    updateErrors: ['state.refused'],
  }),
  'GET /api/defects': {
    permission: 'quality.view',
    summary: list,
    reply: z.object({ items: z.array(defectRow), can: z.object({ add: allowed }) }),
  },
})
