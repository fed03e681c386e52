import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryWords,
  version,
} from '../endpoint.ts'
import { assignee, assigneeFilter, assignment } from '../inbox/assignees.ts'
import { machineChange } from '../machines/machines.ts'
import {
  downtimeSources,
  repairCauses,
  repairResults,
  repairSources,
  repairStatuses,
  symptoms,
} from '@cloud-factory/domain/maintenance/maintenance-enums'
import { text } from '../enums.ts'

export const maxPhotoBytes = 15 * 1024 * 1024
export const maxPhotos = 8

export const maintenancePhoto = z.object({
  id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  addedAt: instant,
  addedBy: z.string(),
})
export type MaintenancePhoto = z.output<typeof maintenancePhoto>

export const repairRow = z.object({
  id,
  no: z.string(),
  machineId: id,
  machine: z.object({ code: z.string(), name: z.string() }),
  source: z.enum(repairSources),
  /** The alarm from which it was created. */
  alarmId: id.nullable(),
  status: z.enum(repairStatuses),
  /** The machine stands because of it. */
  stopped: z.boolean(),
  symptom: z.enum(symptoms),
  description: z.string(),
  assignee,
  reportedAt: instant,
  reportedBy: z.string(),
  acceptedAt: instant.nullable(),
  acceptedBy: z.string().nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  finishedBy: z.string().nullable(),
  verifiedAt: instant.nullable(),
  verifiedBy: z.string().nullable(),
  cause: z.enum(repairCauses).nullable(),
  remedy: z.string(),
  result: z.enum(repairResults).nullable(),
  /** Downtime of the machine, computed once when the work was done; null: not yet, or it did not stand. */
  downtimeS: z.int().nullable(),
  downtimeFrom: z.enum(downtimeSources).nullable(),
  cancelReason: z.string().nullable(),
  photos: z.int(),
  updatedAt: instant,
  version,
  can: z.object({
    assign: allowed,
    accept: allowed,
    start: allowed,
    usePart: allowed,
    finish: allowed,
    verify: allowed,
    reject: allowed,
    cancel: allowed,
    photo: allowed,
  }),
})
export type RepairRow = z.output<typeof repairRow>

export const usedPart = z.object({
  id,
  partId: id,
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.number(),
  at: instant,
  by: z.string(),
})
export const repairDetail = repairRow.extend({
  photoList: z.array(maintenancePhoto),
  parts: z.array(usedPart),
})
export type RepairDetail = z.output<typeof repairDetail>

const editErrors = ['not_found', 'state.refused', 'version.conflict'] as const
const mend = {
  permission: 'equipment.maintain',
  params: idParam,
  reply: repairDetail,
  errors: editErrors,
} as const
/** People who work at machines report faults and confirm that they are repaired. */
const atMachine = { permissionOr: ['equipment.maintain', 'alarm.ack'], params: idParam } as const

export const repairsApi = endpoints({
  'GET /api/repairs': {
    summary: 'Repair orders, newest first.',
    permission: 'equipment.view',
    query: listQuery(['no', 'reportedAt', 'assignee', 'downtime']).extend({
      status: queryWords(repairStatuses).optional(),
      source: queryWords(repairSources).optional(),
      symptom: queryWords(symptoms).optional(),
      machineId: id.optional(),
      /** Only those during which a machine stands. */
      stopped: z.enum(['true']).optional(),
      assigneeId: assigneeFilter.optional(),
    }),
    reply: listOf(repairRow).extend({ can: z.object({ report: allowed }) }),
  },
  'GET /api/repairs/:id': {
    summary: 'One repair order with its photos and parts.',
    permission: 'equipment.view',
    params: idParam,
    reply: repairDetail,
    errors: ['not_found'],
  },
  'POST /api/repairs': {
    summary: 'Reports that something is wrong with a machine.',
    permissionOr: atMachine.permissionOr,
    body: z.strictObject({
      machineId: id,
      source: z.enum(['hand', 'qr', 'alarm']),
      alarmId: id.nullable(),
      stopped: z.boolean(),
      symptom: z.enum(symptoms),
      description: text(1000),
    }),
    status: 201,
    reply: repairDetail,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/repairs/:id/assign': {
    ...mend,
    summary: 'Assigns a repair order to a person, who gets a message, or to nobody.',
    body: assignment,
  },
  'POST /api/repairs/:id/accept': {
    ...mend,
    summary: 'Takes a report on: it is assigned to whoever accepts it.',
    body: z.strictObject({ version }),
  },
  'POST /api/repairs/:id/start': {
    ...mend,
    summary: 'Begins the work on an accepted repair order.',
    body: z.strictObject({ version }),
  },
  'POST /api/repairs/:id/parts': {
    ...mend,
    summary: 'Takes spare parts out of the store for a repair order in work.',
    body: z.strictObject({
      partId: id,
      quantity: z.number().min(0.001).max(99_999).multipleOf(0.001),
      /** Why such a large quantity is used. */
      reason: text(300).min(1).optional(),
    }),
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/repairs/:id/finish': {
    ...mend,
    summary: 'Says that the work is done, what it was and what came of it; the downtime is computed now.',
    body: z.strictObject({
      version,
      cause: z.enum(repairCauses),
      result: z.enum(repairResults),
      remedy: text(1000),
    }),
  },
  'POST /api/repairs/:id/verify': {
    ...atMachine,
    summary: 'Confirms that the machine works again; never by whoever did the work.',
    body: z.strictObject({ version }),
    reply: repairDetail,
    errors: editErrors,
  },
  'POST /api/repairs/:id/reject': {
    ...atMachine,
    summary: 'Says that it is not right yet: the work goes on.',
    body: z.strictObject({ version, reason: text(500).min(1) }),
    reply: repairDetail,
    errors: editErrors,
  },
  'POST /api/repairs/:id/cancel': {
    ...mend,
    summary: 'Takes a repair order back on which no work was begun.',
    body: z.strictObject({ version, reason: text(500).min(1) }),
  },
  'POST /api/repairs/:id/photos': {
    ...atMachine,
    summary: 'Adds photos to a repair order.',
    upload: { field: 'files', maxBytes: maxPhotoBytes, maxFiles: maxPhotos },
    status: 201,
    reply: repairDetail,
    errors: ['not_found', 'state.refused', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'GET /api/repairs/:id/history': {
    summary: 'Who did what with a repair order, newest first.',
    permission: 'equipment.view',
    params: idParam,
    query: listQuery(['at']),
    reply: listOf(machineChange),
    errors: ['not_found'],
  },
  'GET /api/maintenance-photos/:id/file': {
    summary: 'A photo of a repair order or an equipment inspection round.',
    permission: 'equipment.view',
    params: idParam,
    reply: 'file',
    produces: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    errors: ['not_found'],
  },
})
