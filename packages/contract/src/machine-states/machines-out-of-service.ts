import { z } from 'zod'
import { endpoints, id, idParam, instant, allowed, queryVersion, version } from '../endpoint.ts'
import { outOfServiceKinds } from '@cloud-factory/domain/machines/equipment-enums'
import { text } from '../enums.ts'

const outOfServiceInput = {
  kind: z.enum(outOfServiceKinds),
  from: instant,
  /** null: until further notice. */
  to: instant.nullable(),
  note: text(300),
}
export const machineOutOfService = z.object({
  id,
  machine: z.object({ id, code: z.string(), name: z.string() }),
  ...outOfServiceInput,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed }),
})
export type MachineOutOfService = z.output<typeof machineOutOfService>

/** Periods in which a machine is out of service: planned time in them counts neither for nor against it. */
export const machinesOutOfServiceApi = endpoints({
  'GET /api/machines-out-of-service': {
    permission: 'equipment.view',
    summary:
      'Spans out of service of a machine, or of all: those of the last year and those to come, latest first.',
    query: z.strictObject({ machineId: id.optional() }),
    reply: z.object({
      items: z.array(machineOutOfService),
      total: z.int().min(0),
      can: z.object({ add: allowed }),
    }),
  },
  'POST /api/machines-out-of-service': {
    permission: 'equipment.maintain',
    summary: 'Takes a machine out of service for a span; its figures are reckoned anew.',
    body: z.strictObject({ machineId: id, ...outOfServiceInput }),
    status: 201,
    reply: machineOutOfService,
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/machines-out-of-service/:id': {
    permission: 'equipment.maintain',
    summary: 'Changes a span out of service.',
    params: idParam,
    body: z.strictObject({ version, ...outOfServiceInput }),
    reply: machineOutOfService,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/machines-out-of-service/:id': {
    permission: 'equipment.maintain',
    summary: 'Takes a span out of service back: the machine was in service after all.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict'],
  },
})
