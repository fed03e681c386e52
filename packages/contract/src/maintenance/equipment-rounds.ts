import { z } from 'zod'
import { day, endpoints, id, idParam, instant, listOf, listQuery, allowed, version } from '../endpoint.ts'
import { machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import { checkResults } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { checkItems } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { names } from '../planning/processes.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'
import { maintenancePhoto, maxPhotoBytes, maxPhotos } from './repairs.ts'

export const checkItemRow = z.object({
  id,
  ...fieldSchemas(checkItems),
  updatedAt: instant,
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type CheckItemRow = z.output<typeof checkItemRow>

export const checkRow = z.object({
  id,
  machineId: id,
  machine: z.object({ code: z.string(), name: z.string() }),
  /** Day of the plant's calendar. */
  day,
  at: instant,
  by: z.string(),
  /** Number of checked items, and of items with faults. */
  items: z.int(),
  faults: z.int(),
  /** The repair order created from its faults. */
  repair: z.object({ id, no: z.string() }).nullable(),
})
export type CheckRow = z.output<typeof checkRow>

export const checkDetail = checkRow.extend({
  answers: z.array(z.object({ itemId: id, names, result: z.enum(checkResults) })),
  photos: z.array(maintenancePhoto),
})
export type CheckDetail = z.output<typeof checkDetail>

/** A machine without a check on this day. */
export const dueCheck = z.object({
  /** Id of the machine. */
  id,
  code: z.string(),
  name: z.string(),
  class: z.enum(machineClasses),
  workshop: z.string().nullable(),
  /** null: never. */
  lastDay: day.nullable(),
  items: z.int(),
})
export type DueCheck = z.output<typeof dueCheck>

const atMachine = ['equipment.maintain', 'alarm.ack'] as const

export const equipmentRoundsApi = endpoints({
  ...resourceEndpoints(checkItems, {
    row: checkItemRow,
    summary: {
      list: 'What is looked at in an equipment inspection round, by class of machine.',
      create: 'Adds something to look at.',
      update: 'Changes what is looked at; checks done before keep their words.',
      delete: 'Deletes an item that no check has answered.',
    },
  }),
  'GET /api/checks/due': {
    summary: 'Machines in use that were not checked today.',
    permission: 'equipment.view',
    query: listQuery(['code']),
    reply: listOf(dueCheck),
  },
  'GET /api/checks': {
    summary: 'Equipment inspection rounds, newest first.',
    permission: 'equipment.view',
    query: listQuery(['at']).extend({
      machineId: id.optional(),
      /** Only those with faults. */
      faulty: z.enum(['true']).optional(),
      from: day.optional(),
      to: day.optional(),
    }),
    reply: listOf(checkRow),
  },
  'GET /api/checks/:id': {
    summary: 'One equipment inspection round with its answers.',
    permission: 'equipment.view',
    params: idParam,
    reply: checkDetail,
    errors: ['not_found'],
  },
  'POST /api/machines/:id/checks': {
    summary:
      'Keeps an equipment inspection round of a machine: an answer for every item of its class. Faults become one repair order.',
    permissionOr: atMachine,
    params: idParam,
    body: z.strictObject({
      answers: z
        .array(z.strictObject({ itemId: id, result: z.enum(checkResults) }))
        .min(1)
        .max(200),
    }),
    status: 201,
    reply: checkDetail,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/checks/:id/photos': {
    summary: 'Adds photos to an equipment inspection round.',
    permissionOr: atMachine,
    params: idParam,
    upload: { field: 'files', maxBytes: maxPhotoBytes, maxFiles: maxPhotos },
    status: 201,
    reply: checkDetail,
    errors: ['not_found', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
})
