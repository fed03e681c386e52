import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  day,
  queryWords,
  sortOf,
  version,
} from '../endpoint.ts'
import {
  machineDocumentKinds,
  criticalities,
  machineClasses,
  machineSources,
  shownStates,
} from '@cloud-factory/domain/machines/equipment-enums'
import { text } from '../enums.ts'
import { documentTypes } from '@cloud-factory/domain/order-documents/document-types'
import { names } from '../planning/processes.ts'
import { importEndpoints } from '../record-import/import-endpoints.ts'
import { sheetInput, xlsxType } from '../sheet-input.ts'

const maxMachineDocumentBytes = 50 * 1024 * 1024

/** One version of a document; a file with the same name is its next version. */
const machineDocumentRow = z.object({
  id,
  machineId: id,
  name: z.string(),
  /** From 1; the highest is the current version. */
  no: z.int().min(1),
  kind: z.enum(machineDocumentKinds),
  type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  addedAt: instant,
  addedBy: z.string(),
  retired: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ retire: allowed }),
})
export type MachineDocumentRow = z.output<typeof machineDocumentRow>

export const machineDocumentsApi = endpoints({
  'GET /api/machines/:id/documents': {
    summary: 'Documents of a machine, each as it is now; with `all` every version, retired ones too.',
    permission: 'equipment.view',
    params: idParam,
    query: listQuery(['name', 'addedAt']).extend({ all: z.enum(['true']).optional() }),
    reply: listOf(machineDocumentRow).extend({ can: z.object({ add: allowed }) }),
    errors: ['not_found'],
  },
  'POST /api/machines/:id/documents': {
    summary: 'Adds files to a machine; a file named like a document becomes its next version.',
    permission: 'equipment.edit',
    params: idParam,
    upload: { field: 'files', maxBytes: maxMachineDocumentBytes, maxFiles: 10 },
    body: z.strictObject({ kind: z.enum(machineDocumentKinds) }),
    status: 201,
    reply: z.object({ items: z.array(machineDocumentRow) }),
    errors: ['not_found', 'state.refused', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'POST /api/machine-documents/:id/retire': {
    summary: 'Takes a document out of use; its versions stay.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ reason: text(500).min(1) }),
    reply: machineDocumentRow,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/machine-documents/:id/file': {
    summary: 'The file of one version.',
    permission: 'equipment.view',
    params: idParam,
    reply: 'file',
    produces: documentTypes,
    errors: ['not_found'],
  },
})

/** One level of a topic: `sf/v1/{site}/{line}/{code}`. */
const topicWord = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
/** Metres from the corner of the workshop, with at most two decimals. */
const metres = z.number().min(-100_000).max(100_000).multipleOf(0.01)
const size = z.number().min(0.01).max(10_000).multipleOf(0.01)

const machineInput = {
  code: topicWord,
  line: topicWord,
  name: text(60).min(1),
  profileId: id,
  workshopId: id.nullable(),
  /** The process for which it works. */
  processId: id.nullable(),
  model: text(60),
  maker: text(60),
  serialNo: text(60),
  criticality: z.enum(criticalities),
  commissionedOn: day.nullable(),
  ratedKw: z.number().min(0).max(99_999).multipleOf(0.01).nullable(),
  /** Standard output per hour of running, in `rateUnit`; null: no performance is computed. */
  standardRate: z.number().min(0.001).max(999_999).multipleOf(0.001).nullable(),
  rateUnit: text(12),
  xM: metres.nullable(),
  yM: metres.nullable(),
  widthM: size.nullable(),
  depthM: size.nullable(),
  note: text(1000),
}

const machineRow = z.object({
  id,
  ...machineInput,
  site: z.string(),
  source: z.enum(machineSources),
  profile: z.object({ code: z.string(), profileVersion: z.int(), names }),
  class: z.enum(machineClasses),
  workshop: z.string().nullable(),
  process: z.object({ code: z.string(), names }).nullable(),
  active: z.boolean(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, retire: allowed, restore: allowed }),
})
export type MachineRow = z.output<typeof machineRow>

const machineReasons = ['permission.denied', 'machine.retired', 'machine.not_retired'] as const
export type MachineReason = (typeof machineReasons)[number]

const sortableMachines = ['code', 'name', 'class', 'workshop', 'criticality', 'updatedAt'] as const

const machineFilter = {
  class: queryWords(machineClasses).optional(),
  workshopId: id.optional(),
  source: queryWords(machineSources).optional(),
  criticality: queryWords(criticalities).optional(),
  /** By current state; machines without any data are offline. */
  state: queryWords(shownStates).optional(),
  profileId: id.optional(),
  /** Retired machines instead of those in use. */
  retired: z.enum(['true']).optional(),
}

const machineExportColumns = [
  'code',
  'name',
  'class',
  'profile',
  'workshop',
  'process',
  'line',
  'model',
  'maker',
  'serialNo',
  'criticality',
  'source',
  'commissionedOn',
  'ratedKw',
  'standardRate',
  'rateUnit',
  'note',
  'updatedAt',
  'updatedBy',
] as const
export type MachineExportColumn = (typeof machineExportColumns)[number]

export const machineChange = z.object({
  id,
  at: instant,
  actorName: z.string(),
  action: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

const editErrors = ['not_found', 'state.refused', 'version.conflict'] as const

const newMachine = {
  summary: 'Adds a machine.',
  permission: 'equipment.edit',
  body: z.strictObject(machineInput),
  status: 201,
  reply: machineRow,
  errors: ['duplicate', 'not_found'],
} as const

export const machinesApi = endpoints({
  ...importEndpoints('machines', { create: newMachine, what: 'machines' }),
  'GET /api/machines': {
    summary: 'Machines: what they are, where they stand and what they do now.',
    permission: 'equipment.view',
    query: listQuery(sortableMachines).extend(machineFilter),
    reply: listOf(machineRow).extend({ can: z.object({ add: allowed }) }),
  },
  'GET /api/machines/:id': {
    summary: 'One machine.',
    permission: 'equipment.view',
    params: idParam,
    reply: machineRow,
    errors: ['not_found'],
  },
  'GET /api/machine-codes/:code': {
    summary: 'The machine with a code, as the QR code at the machine names it.',
    permission: 'equipment.view',
    params: z.strictObject({ code: topicWord }),
    reply: machineRow,
    errors: ['not_found'],
  },
  'GET /api/next-machine-code': {
    summary: 'A code for a new machine that continues those of its profile; null without any.',
    permission: 'equipment.edit',
    query: z.strictObject({ profileId: id }),
    reply: z.object({ code: z.string().nullable() }),
  },
  'POST /api/machines': newMachine,
  'PATCH /api/machines/:id': {
    summary: 'Changes a machine.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ version, ...machineInput }),
    reply: machineRow,
    errors: [...editErrors, 'duplicate'],
  },
  'POST /api/machines/:id/retire': {
    summary: 'Takes a machine out of use; what is known of it stays.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ version, reason: text(500).min(1) }),
    reply: machineRow,
    errors: editErrors,
  },
  'POST /api/machines/:id/restore': {
    summary: 'Puts a machine back into use.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ version }),
    reply: machineRow,
    errors: editErrors,
  },
  'GET /api/machines/:id/history': {
    summary: 'Who changed what on a machine, newest first.',
    permission: 'equipment.view',
    params: idParam,
    query: listQuery(['at']),
    reply: listOf(machineChange),
    errors: ['not_found'],
  },
  'POST /api/exports/machines': {
    summary: 'Machines as an .xlsx file: all that match.',
    permission: 'equipment.view',
    body: sheetInput(machineExportColumns).extend({
      /** The language of names that exist in three languages. */
      language: z.enum(['zh', 'en', 'es']),
      filter: z.strictObject({ q: z.string().trim().max(100).optional(), ...machineFilter }).optional(),
      sort: sortOf(sortableMachines).optional(),
    }),
    reply: 'file',
    produces: [xlsxType],
    errors: ['state.refused'],
  },
})
