import { suppliers } from '@cloud-factory/domain/purchasing/purchasing-resources'
import { z } from 'zod'
import { allowed, endpoints, id, version } from '../endpoint.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

const row = z.object({
  id,
  ...fieldSchemas(suppliers),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})

export const suppliersApi = endpoints(
  resourceEndpoints(suppliers, {
    row,
    summary: {
      list: 'Suppliers of steel.',
      create: 'Adds a supplier.',
      update: 'Changes a supplier.',
      delete: 'Deletes a supplier that no purchase order names.',
    },
  }),
)
