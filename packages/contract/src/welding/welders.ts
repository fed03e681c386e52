import { z } from 'zod'
import { scanTypes } from '@cloud-factory/domain/order-documents/document-types'
import { certificateStates } from '@cloud-factory/domain/welding/weld-enums'
import {
  welderCertificates,
  welders,
  weldingProcedures,
} from '@cloud-factory/domain/welding/welding-resources'
import { allowed, day, endpoints, id, idParam, version } from '../endpoint.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

const maxCertificateBytes = 10_000_000

const can = z.object({ edit: allowed, delete: allowed })

export const welderRow = z.object({
  id,
  ...fieldSchemas(welders),
  /** Certificates valid today; and the first day on which one of them is no longer valid. */
  valid: z.int(),
  nextExpiry: day.nullable(),
  version,
  can,
})
export type WelderRow = z.output<typeof welderRow>

export const certificateRow = z.object({
  id,
  ...fieldSchemas(welderCertificates),
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

export const wpsRow = z.object({ id, ...fieldSchemas(weldingProcedures), version, can })
export type WpsRow = z.output<typeof wpsRow>

export const weldersApi = endpoints({
  ...resourceEndpoints(welders, {
    row: welderRow,
    summary: {
      list: 'Welders with what is left of their certificates.',
      create: 'Adds a welder.',
      update: 'Changes a welder.',
      delete: 'Deletes a welder who is named nowhere.',
    },
  }),
  ...resourceEndpoints(welderCertificates, {
    row: certificateRow,
    summary: {
      list: 'Certificates of welders, those that end first before the others.',
      create: 'Adds a certificate of a welder.',
      update: 'Changes a certificate.',
      delete: 'Deletes a certificate.',
    },
    query: {
      welderId: id.optional(),
      /** Ends within 30 days, within 60 days, or has ended. */
      ends: z.enum(['30', '60', 'expired']).optional(),
    },
    createErrors: ['not_found'],
  }),
  'POST /api/welder-certificates/:id/file': {
    permission: 'quality.judge',
    params: idParam,
    summary: 'Keeps the scanned certificate: PDF, PNG or JPEG. A second one takes the place of the first.',
    upload: { field: 'file', maxBytes: maxCertificateBytes, maxFiles: 1 },
    reply: certificateRow,
    errors: ['not_found', 'file.empty', 'file.unknown_type', 'file.too_large'],
  },
  'GET /api/welder-certificates/:id/file': {
    permission: 'quality.view',
    summary: 'The scanned certificate.',
    params: idParam,
    reply: 'file',
    produces: scanTypes,
    errors: ['not_found'],
  },
  ...resourceEndpoints(weldingProcedures, {
    row: wpsRow,
    summary: {
      list: 'Welding procedures.',
      create: 'Adds a welding procedure.',
      update: 'Changes a welding procedure.',
      delete: 'Deletes a welding procedure that no weld names.',
    },
  }),
})
