import { z } from 'zod'
import {
  day,
  endpoints,
  id,
  idParam,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  version,
} from '../endpoint.ts'
import {
  certificateStates,
  materialGroups,
  weldPositions,
  weldProcesses,
} from '@cloud-factory/domain/welding/weld-enums'
import { code, text } from '../enums.ts'
import { scanTypes } from '@cloud-factory/domain/order-documents/document-types'

const maxCertificateBytes = 10_000_000

/** Thickness in mm, and values of a welding procedure, with one decimal. */
const tenth = z.number().min(0).max(99_999).multipleOf(0.1)
const thickness = tenth.min(0.1)
const can = z.object({ edit: allowed, delete: allowed })

const welderInput = {
  /** Number on the certificate or stamp. */
  code,
  name: text(60).min(1),
  crew: text(60),
  active: z.boolean(),
}
export const welderRow = z.object({
  id,
  ...welderInput,
  /** Certificates valid today; and the first day on which one of them is no longer valid. */
  valid: z.int(),
  nextExpiry: day.nullable(),
  version,
  can,
})
export type WelderRow = z.output<typeof welderRow>

const certificateInput = {
  welderId: id,
  no: text(60).min(1),
  process: z.enum(weldProcesses),
  positions: z.array(z.enum(weldPositions)).min(1).max(weldPositions.length),
  materialGroup: z.enum(materialGroups),
  thicknessMin: thickness,
  /** null: no upper limit. */
  thicknessMax: thickness.nullable(),
  validFrom: day,
  /** The last day of validity. */
  validUntil: day,
}
export const certificateRow = z.object({
  id,
  ...certificateInput,
  welder: z.object({ code: z.string(), name: z.string() }),
  /** `soon`: ends within 60 days. */
  state: z.enum(certificateStates),
  /** Days until its end; negative afterwards. */
  daysLeft: z.int(),
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  version,
  can,
})
export type CertificateRow = z.output<typeof certificateRow>

const window = { min: tenth, max: tenth }
const wpsInput = {
  code,
  revision: text(10).min(1),
  process: z.enum(weldProcesses),
  materialGroup: z.enum(materialGroups),
  thicknessMin: thickness,
  thicknessMax: thickness.nullable(),
  /** A; V; mm/min. */
  current: z.strictObject(window).nullable(),
  voltage: z.strictObject(window).nullable(),
  speed: z.strictObject(window).nullable(),
  /** °C: minimum before welding; maximum between passes. */
  preheat: z.int().min(0).max(600).nullable(),
  interpass: z.int().min(0).max(900).nullable(),
  active: z.boolean(),
}
export const wpsRow = z.object({ id, ...wpsInput, version, can })
export type WpsRow = z.output<typeof wpsRow>

const removal = {
  permission: 'quality.judge',
  params: idParam,
  query: z.strictObject({ version: queryVersion }),
  reply: null,
  errors: ['not_found', 'in_use', 'version.conflict'],
} as const
const added = { permission: 'quality.judge', status: 201 } as const
const changed = { permission: 'quality.judge', params: idParam } as const
const seen = { permission: 'quality.view' } as const
const active = z.enum(['true']).optional()

export const weldersApi = endpoints({
  'GET /api/welders': {
    ...seen,
    summary: 'Welders with what is left of their certificates.',
    query: listQuery(['code', 'name']).extend({ active }),
    reply: listOf(welderRow),
  },
  'POST /api/welders': {
    ...added,
    summary: 'Adds a welder.',
    body: z.strictObject(welderInput),
    reply: welderRow,
    errors: ['duplicate'],
  },
  'PATCH /api/welders/:id': {
    ...changed,
    summary: 'Changes a welder.',
    body: z.strictObject({ version, ...welderInput }),
    reply: welderRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/welders/:id': { ...removal, summary: 'Deletes a welder who is named nowhere.' },

  'GET /api/welder-certificates': {
    ...seen,
    summary: 'Certificates of welders, those that end first before the others.',
    query: listQuery(['validUntil', 'no']).extend({
      welderId: id.optional(),
      /** Ends within 30 days, within 60 days, or has ended. */
      ends: z.enum(['30', '60', 'expired']).optional(),
    }),
    reply: listOf(certificateRow),
  },
  'POST /api/welder-certificates': {
    ...added,
    summary: 'Adds a certificate of a welder.',
    body: z.strictObject(certificateInput),
    reply: certificateRow,
    errors: ['not_found', 'duplicate'],
  },
  'PATCH /api/welder-certificates/:id': {
    ...changed,
    summary: 'Changes a certificate.',
    body: z.strictObject({ version, ...certificateInput }),
    reply: certificateRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/welder-certificates/:id': { ...removal, summary: 'Deletes a certificate.' },
  'POST /api/welder-certificates/:id/file': {
    ...changed,
    summary: 'Keeps the scanned certificate: PDF, PNG or JPEG. A second one takes the place of the first.',
    upload: { field: 'file', maxBytes: maxCertificateBytes, maxFiles: 1 },
    reply: certificateRow,
    errors: ['not_found', 'file.empty', 'file.unknown_type', 'file.too_large'],
  },
  'GET /api/welder-certificates/:id/file': {
    ...seen,
    summary: 'The scanned certificate.',
    params: idParam,
    reply: 'file',
    produces: scanTypes,
    errors: ['not_found'],
  },

  'GET /api/wps': {
    ...seen,
    summary: 'Welding procedures.',
    query: listQuery(['code']).extend({ active }),
    reply: listOf(wpsRow),
  },
  'POST /api/wps': {
    ...added,
    summary: 'Adds a welding procedure.',
    body: z.strictObject(wpsInput),
    reply: wpsRow,
    errors: ['duplicate'],
  },
  'PATCH /api/wps/:id': {
    ...changed,
    summary: 'Changes a welding procedure.',
    body: z.strictObject({ version, ...wpsInput }),
    reply: wpsRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/wps/:id': { ...removal, summary: 'Deletes a welding procedure that no weld names.' },
})
