import { z } from 'zod'
import { endpoints, id, idParam, instant, listOf, allowed, queryVersion, version } from '../endpoint.ts'
import { steelProperties } from '@cloud-factory/domain/material/material-enums'
import { decimal } from '../standards/quality-rules.ts'
import { certainties, editionStatuses } from '@cloud-factory/domain/inspection/quality-enums'
import { code, text } from '../enums.ts'

/** Zero or more: thicknesses, shares and strengths are never negative. */
export const positive = decimal.refine((value) => !value.startsWith('-'))

export const steelLimit = z.strictObject({
  property: z.enum(steelProperties),
  /** mm; above `over`, at most the next field. null: unlimited. */
  over: positive.nullable(),
  upTo: positive.nullable(),
  lower: decimal.nullable(),
  upper: decimal.nullable(),
  required: z.boolean(),
  /** Further conditions of the figure, such as the temperature of an impact test. */
  condition: text(120),
  /** Table and clause. */
  source: text(200),
  certainty: z.enum(certainties),
})
export type SteelLimitRow = z.output<typeof steelLimit>

const gradeInput = {
  /** As in drawings and certificates. */
  code,
  standard: text(60).min(1),
  edition: text(20).min(1),
  source: text(300),
  limits: z.array(steelLimit).max(200),
}

export const gradeRow = z.object({
  id,
  code: z.string(),
  standard: z.string(),
  edition: z.string(),
  status: z.enum(editionStatuses),
  source: z.string(),
  /** Number of figures, and of those that nobody has checked against the official text. */
  figures: z.int(),
  unchecked: z.int(),
  approvedAt: instant.nullable(),
  approvedBy: z.string().nullable(),
  version,
  can: z.object({ edit: allowed, approve: allowed, retire: allowed, copy: allowed, delete: allowed }),
})
export type GradeRow = z.output<typeof gradeRow>
export const gradeDetail = gradeRow.extend({ limits: z.array(steelLimit) })
export type GradeDetail = z.output<typeof gradeDetail>

const keeps = { permission: 'quality.standards' } as const
const act = {
  ...keeps,
  params: idParam,
  reply: gradeDetail,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const

export const steelGradesApi = endpoints({
  'GET /api/steel-grades': {
    permission: 'quality.view',
    summary: 'Grades of steel with their editions; a factory has some dozens.',
    query: z.strictObject({ q: z.string().trim().max(100).optional() }),
    reply: listOf(gradeRow).extend({ can: z.object({ add: allowed }) }),
  },
  'GET /api/steel-grades/:id': {
    permission: 'quality.view',
    summary: 'A grade with its chemical and mechanical limits.',
    params: idParam,
    reply: gradeDetail,
    errors: ['not_found'],
  },
  'POST /api/steel-grades': {
    ...keeps,
    summary: 'Adds a grade or an edition of one as a draft, with the limits of another or with none.',
    status: 201,
    body: z.strictObject({
      code: gradeInput.code,
      standard: gradeInput.standard,
      edition: gradeInput.edition,
      copyOf: id.nullable(),
    }),
    reply: gradeDetail,
    errors: ['not_found', 'duplicate'],
  },
  'PATCH /api/steel-grades/:id': {
    ...act,
    summary: 'Changes a draft: its names and all of its limits.',
    body: z.strictObject({ version, ...gradeInput }),
    errors: ['not_found', 'version.conflict', 'state.refused', 'duplicate'],
  },
  'POST /api/steel-grades/:id/approve': {
    ...act,
    summary: 'Approves a draft: it never changes again; the approved edition before it is retired.',
    body: z.strictObject({ version }),
  },
  'POST /api/steel-grades/:id/retire': {
    ...act,
    summary: 'Retires an edition: it is no longer offered.',
    body: z.strictObject({ version }),
  },
  'DELETE /api/steel-grades/:id': {
    ...keeps,
    summary: 'Deletes a draft that no heat names.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict', 'state.refused'],
  },
})
