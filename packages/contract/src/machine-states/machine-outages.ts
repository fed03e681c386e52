import { z } from 'zod'
import { endpoints, id, idParam, instant, allowed, queryVersion, version } from '../endpoint.ts'
import { outageKinds } from '@cloud-factory/domain/machines/machine-enums'
import { text } from '../enums.ts'

const outageInput = {
  kind: z.enum(outageKinds),
  from: instant,
  /** null: until further notice. */
  to: instant.nullable(),
  note: text(300),
}
export const machineOutage = z.object({
  id,
  machine: z.object({ id, code: z.string(), name: z.string() }),
  ...outageInput,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed }),
})
export type MachineOutage = z.output<typeof machineOutage>

/** Periods in which a machine is out of service: planned time in them counts neither for nor against it. */
export const machineOutagesApi = endpoints({
  'GET /api/machine-outages': {
    permission: 'equipment.view',
    summary:
      'Spans out of service of a machine, or of all: those of the last year and those to come, latest first.',
    query: z.strictObject({ machineId: id.optional() }),
    reply: z.object({
      items: z.array(machineOutage),
      total: z.int().min(0),
      can: z.object({ add: allowed }),
    }),
  },
  'POST /api/machine-outages': {
    permission: 'equipment.maintain',
    summary: 'Takes a machine out of service for a span; its figures are reckoned anew.',
    body: z.strictObject({ machineId: id, ...outageInput }),
    status: 201,
    reply: machineOutage,
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/machine-outages/:id': {
    permission: 'equipment.maintain',
    summary: 'Changes a span out of service.',
    params: idParam,
    body: z.strictObject({ version, ...outageInput }),
    reply: machineOutage,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/machine-outages/:id': {
    permission: 'equipment.maintain',
    summary: 'Takes a span out of service back: the machine was in service after all.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict'],
  },
})
