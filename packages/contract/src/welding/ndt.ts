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
  queryWords,
  version,
} from '../endpoint.ts'
import {
  defectGrades,
  defectTypes,
  jointTypes,
  ndtLevels,
  ndtMethods,
  ndtStatuses,
  weldClasses,
  weldStates,
} from '@cloud-factory/domain/welding/weld-enums'
import { text } from '../enums.ts'

export const maxRequestWelds = 500

const percent = z.int().min(0).max(100)
const hours = z.int().min(0).max(240)
const mm = z.int().min(0).max(100_000)

const settingsInput = {
  /** Percentage of the length of each weld to test, by class. */
  percent: z.strictObject({ 1: percent, 2: percent, 3: percent }),
  /** Minimum tested length of each weld; a shorter weld is tested completely. */
  atLeastMm: mm,
  /** Waiting time between welding and test; the second one for steels of at least `highFromMpa`. */
  waitHours: hours,
  waitHoursHigh: hours,
  highFromMpa: z.int().min(1).max(2000),
}
export const ndtSettings = z.object({ ...settingsInput, version, can: z.object({ edit: allowed }) })
export type NdtSettings = z.output<typeof ndtSettings>

const defectFields = {
  /** Distance from the start of the weld to the defect; and the defect's length. */
  positionMm: mm,
  lengthMm: mm,
  /** With one decimal; null when the method does not measure it. */
  depthMm: z.number().min(0).max(999).multipleOf(0.1).nullable(),
  type: z.enum(defectTypes),
  grade: z.enum(defectGrades),
}
export const defect = z.strictObject(defectFields)
export type Defect = z.output<typeof defect>

export const ndtResult = z.object({
  id,
  request: z.object({ id, no: z.string() }),
  method: z.enum(ndtMethods),
  testedAt: instant,
  tester: z.string(),
  testedMm: z.int(),
  defects: z.array(z.object(defectFields)),
  verdict: z.enum(['pass', 'fail']),
  note: z.string(),
  undone: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ undo: allowed }),
})
export type NdtResult = z.output<typeof ndtResult>

export const weldRepair = z.object({
  id,
  number: z.int(),
  repairedAt: instant,
  by: z.string(),
  welders: z.array(z.string()),
  note: z.string(),
})

export const ndtLine = z.object({
  id,
  weldId: id,
  no: z.string(),
  serial: z.string(),
  mark: z.string(),
  joint: z.enum(jointTypes),
  class: z.enum(weldClasses),
  lengthMm: z.int(),
  thicknessMm: z.number(),
  state: z.enum(weldStates),
  repairs: z.int(),
  /** Required tested length, in mm. */
  demandMm: z.int(),
  /** The hour from which it can be tested; null until it is welded. */
  testableFrom: instant.nullable(),
  result: ndtResult.nullable(),
  can: z.object({ enter: allowed }),
})
export type NdtLine = z.output<typeof ndtLine>

export const ndtRequest = z.object({
  id,
  no: z.string(),
  order: z.object({ id, no: z.string() }),
  method: z.enum(ndtMethods),
  level: z.enum(ndtLevels),
  standard: z.string(),
  status: z.enum(ndtStatuses),
  note: z.string(),
  welds: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: instant,
  createdBy: z.string(),
  version,
  can: z.object({ enter: allowed, cancel: allowed }),
})
export type NdtRequest = z.output<typeof ndtRequest>

/** Welds of one mark that need a test and are in no open request. */
export const ndtDue = z.object({
  id,
  order: z.object({ id, no: z.string() }),
  mark: z.string(),
  /** Number of pieces that currently wait for the test. */
  waiting: z.int(),
  pieces: z.int(),
  weldIds: z.array(id),
  demandMm: z.int(),
})
export type NdtDue = z.output<typeof ndtDue>

const rate = z.object({ tested: z.int(), rejected: z.int(), percent: z.number().nullable() })
export const repairRate = z.object({
  /** Joints tested for the first time, and how many of them failed. */
  joints: rate,
  /** Length tested for the first time, and the total length of rejected defects, in mm. */
  length: rate,
})
export type RepairRate = z.output<typeof repairRate>

const access = { permission: 'quality.view' } as const
const done = { permission: 'quality.inspect', params: idParam } as const
const errors = ['not_found', 'version.conflict', 'state.refused'] as const

export const ndtApi = endpoints({
  'GET /api/ndt/settings': {
    ...access,
    summary: 'How much of each weld is tested, and when.',
    reply: ndtSettings,
  },
  'PUT /api/ndt/settings': {
    permission: 'quality.judge',
    summary: 'Changes the sampling plan; what is tested already keeps its verdict.',
    body: z.strictObject({ version, ...settingsInput }),
    reply: ndtSettings,
    errors: ['version.conflict'],
  },
  'GET /api/ndt/due': {
    ...access,
    summary: 'Welds that the plan wants tested and no open request has, by mark.',
    query: listQuery(['orderNo']).extend({ orderId: id.optional() }),
    reply: listOf(ndtDue),
  },
  'GET /api/ndt/repair-rate': {
    ...access,
    summary: 'Share of rejected welds by joints and by length; each basis is named.',
    query: z.strictObject({
      from: day.optional(),
      to: day.optional(),
      orderId: id.optional(),
      welderId: id.optional(),
    }),
    reply: repairRate,
  },
  'GET /api/ndt/requests': {
    ...access,
    summary: 'Requests for non-destructive tests.',
    query: listQuery(['no', 'createdAt']).extend({
      status: queryWords(ndtStatuses).optional(),
      method: queryWords(ndtMethods).optional(),
      orderId: id.optional(),
    }),
    reply: listOf(ndtRequest),
  },
  'POST /api/ndt/requests': {
    permission: 'quality.inspect',
    summary: 'Asks for a test of welds of one order.',
    body: z.strictObject({
      weldIds: z.array(id).min(1).max(maxRequestWelds),
      method: z.enum(ndtMethods),
      level: z.enum(ndtLevels),
      standard: text(60),
      note: text(300),
    }),
    status: 201,
    reply: ndtRequest,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/ndt/requests/:id': {
    ...access,
    summary: 'One request.',
    params: idParam,
    reply: ndtRequest,
    errors: ['not_found'],
  },
  'GET /api/ndt/requests/:id/welds': {
    ...access,
    summary: 'Welds of a request with their results.',
    params: idParam,
    query: listQuery(['serial']),
    reply: listOf(ndtLine),
    errors: ['not_found'],
  },
  'POST /api/ndt/requests/:id/cancel': {
    ...done,
    summary: 'Cancels what is left of a request.',
    body: z.strictObject({ version, reason: text(300).min(1) }),
    reply: ndtRequest,
    errors: errors,
  },
  'POST /api/ndt/requests/:id/results': {
    ...done,
    summary: 'Records the result of one weld: once for each weld of a request.',
    body: z.strictObject({
      weldId: id,
      testedAt: instant,
      tester: text(60).min(1),
      testedMm: z.int().min(1).max(100_000),
      defects: z.array(defect).max(50),
      verdict: z.enum(['pass', 'fail']),
      note: text(300),
    }),
    status: 201,
    reply: ndtLine,
    errors: errors,
  },
  'POST /api/ndt/results/:id/undo': {
    permission: 'quality.judge',
    params: idParam,
    summary: 'Takes back the last result of a weld; its gate shuts again.',
    body: z.strictObject({ reason: text(300).min(1) }),
    reply: ndtResult,
    errors: errors,
  },
  'POST /api/welds/:id/repair': {
    ...done,
    summary: 'Records that a failed weld was repaired; refused beyond its project’s limit.',
    body: z.strictObject({
      version,
      welderIds: z.array(id).min(1).max(6),
      repairedAt: instant,
      note: text(300),
    }),
    reply: z.object({ number: z.int(), limit: z.int() }),
    errors: errors,
  },
  'GET /api/welds/:id/tests': {
    ...access,
    summary: 'Results and repairs of a weld, newest first.',
    params: idParam,
    reply: z.object({ results: z.array(ndtResult), repairs: z.array(weldRepair), repairLimit: z.int() }),
    errors: ['not_found'],
  },
})
