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
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import {
  certificateKinds,
  chemicalProperties,
  maxMillCertificateBytes,
  mechanicalProperties,
  millCertificateStatuses,
  steelProperties,
  valueOutcomes,
} from '@cloud-factory/domain/material/material-enums'
import { positive } from './steel-grades.ts'
import { code, text } from '../enums.ts'
import { scanTypes } from '@cloud-factory/domain/order-documents/document-types'

/** Absorbed energy, strength, elongation and mass fractions are never negative. */
const valueFields = Object.fromEntries(
  [...chemicalProperties, ...mechanicalProperties].map((name) => [name, positive.optional()]),
) as Record<(typeof steelProperties)[number], z.ZodOptional<typeof positive>>

const lineInput = z.strictObject({
  heatId: id,
  /** As printed on the certificate; a grade other than that of the heat is not accepted. */
  gradeCode: code,
  /** mm; selects the band of limits. */
  thicknessMm: positive.nullable(),
  values: z.strictObject(valueFields),
})
const header = {
  no: text(60).min(1),
  kind: z.enum(certificateKinds),
  /** The supplier of the material, or the laboratory that tested it. */
  supplier: text(80).min(1),
  issuedOn: day,
  note: text(500),
}

const judged = z.object({
  property: z.enum(steelProperties),
  value: z.string().nullable(),
  computed: z.boolean(),
  lower: z.string().nullable(),
  upper: z.string().nullable(),
  required: z.boolean(),
  outcome: z.enum(valueOutcomes),
})
export const certificateLine = z.object({
  id,
  heat: z.object({ id, no: z.string(), supplier: z.string() }),
  gradeCode: z.string(),
  /** Grade of the heat, whose limits apply. */
  grade: z.object({ id, code: z.string() }),
  thicknessMm: z.string().nullable(),
  values: z.object(valueFields),
  judged: z.array(judged),
})
export type CertificateLine = z.output<typeof certificateLine>

export const millCertificateRow = z.object({
  id,
  ...header,
  status: z.enum(millCertificateStatuses),
  heats: z.array(z.string()),
  /** Number of values outside their limits, and of required values that are missing. */
  outside: z.int(),
  missing: z.int(),
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  decidedNote: z.string(),
  version,
  can: z.object({
    edit: allowed,
    file: allowed,
    accept: allowed,
    reject: allowed,
    withdraw: allowed,
    delete: allowed,
  }),
})
export type MillCertificateRow = z.output<typeof millCertificateRow>
export const millCertificate = millCertificateRow.extend({ lines: z.array(certificateLine) })
export type MillCertificate = z.output<typeof millCertificate>

const body = { ...header, lines: z.array(lineInput).min(1).max(60) }
const inspect = { permission: 'quality.inspect', reply: millCertificate } as const
const judge = {
  permission: 'quality.judge',
  params: idParam,
  reply: millCertificate,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const

export const millCertificatesApi = endpoints({
  'GET /api/mill-certificates': {
    permission: 'quality.view',
    summary: 'Mill certificates and reports of re-tests.',
    query: listQuery(['no', 'issuedOn']).extend({
      status: queryWords(millCertificateStatuses).optional(),
      kind: queryWords(certificateKinds).optional(),
      heatId: id.optional(),
      /** Certificates that cover a heat of a receipt. */
      receiptId: id.optional(),
    }),
    reply: listOf(millCertificateRow),
  },
  'POST /api/mill-certificates': {
    ...inspect,
    summary: 'Enters a certificate with the values of its heats.',
    status: 201,
    body: z.strictObject(body),
    errors: ['not_found', 'duplicate'],
  },
  'GET /api/mill-certificates/:id': {
    permission: 'quality.view',
    summary: 'A certificate, judged value by value.',
    params: idParam,
    reply: millCertificate,
    errors: ['not_found'],
  },
  'PATCH /api/mill-certificates/:id': {
    ...inspect,
    summary: 'Changes a certificate that nobody has accepted.',
    params: idParam,
    body: z.strictObject({ version, ...body }),
    errors: ['not_found', 'version.conflict', 'duplicate', 'state.refused'],
  },
  'DELETE /api/mill-certificates/:id': {
    permission: 'quality.inspect',
    summary: 'Deletes a certificate that nobody has decided on.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/mill-certificates/:id/accept': {
    ...judge,
    summary: 'Accepts a certificate whose values are all there and inside, of the grade that was received.',
    body: z.strictObject({ version }),
  },
  'POST /api/mill-certificates/:id/reject': {
    ...judge,
    summary: 'Rejects a certificate.',
    body: z.strictObject({ version, note: text(500).min(1) }),
  },
  'POST /api/mill-certificates/:id/withdraw': {
    ...judge,
    summary: 'Takes a decision back; lots that were released by it alone go back into quarantine.',
    body: z.strictObject({ version, note: text(500).min(1) }),
  },
  'POST /api/mill-certificates/:id/file': {
    ...inspect,
    summary: 'Keeps the scanned certificate: PDF or picture. A second one takes the place of the first.',
    params: idParam,
    upload: { field: 'file', maxBytes: maxMillCertificateBytes, maxFiles: 1 },
    errors: ['not_found', 'file.empty', 'file.unknown_type', 'file.too_large', 'state.refused'],
  },
  'GET /api/mill-certificates/:id/file': {
    permission: 'quality.view',
    summary: 'The scanned certificate.',
    params: idParam,
    reply: 'file',
    produces: scanTypes,
    errors: ['not_found'],
  },
})
