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
  queryWords,
  version,
} from '../endpoint.ts'
import { code, kg, text } from '../enums.ts'

export const projectStatuses = ['active', 'closed'] as const
export const acceptanceStandards = ['GB50205-2020', 'EN1090-2', 'AWS D1.1'] as const
/** Maximum repair limit of a project. */
const maxWeldRepairs = 20

export const projectRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  customer: z.string(),
  contractNo: z.string().nullable(),
  acceptanceStandard: z.enum(acceptanceStandards),
  status: z.enum(projectStatuses),
  startsOn: day.nullable(),
  endsOn: day.nullable(),
  maxWeldRepairs: z.int(),
  /** Orders are released only when every mark has a drawing issued for fabrication. */
  drawingsRequired: z.boolean(),
  /** Fit-up is reported only for pieces whose parts are in a kit. */
  kitsRequired: z.boolean(),
  /** High-strength sets are issued only from lots that passed their test. */
  boltTestsRequired: z.boolean(),
  /** Days that a delivery takes to the site. */
  transportDays: z.int(),
  orders: z.int(),
  weightKg: kg,
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type ProjectRow = z.output<typeof projectRow>

const projectInput = {
  code,
  name: text(120).min(1),
  customer: text(120).min(1),
  contractNo: text(60).nullable(),
  acceptanceStandard: z.enum(acceptanceStandards),
  startsOn: day.nullable(),
  endsOn: day.nullable(),
  /** Repairs allowed on one weld, and on one piece over all its reports; absent: unchanged, 2 for a new project. */
  maxWeldRepairs: z.int().min(0).max(maxWeldRepairs).optional(),
  /** Absent: unchanged, off for a new project. */
  drawingsRequired: z.boolean().optional(),
  kitsRequired: z.boolean().optional(),
  boltTestsRequired: z.boolean().optional(),
  /** Absent: unchanged, one for a new project. */
  transportDays: z.int().min(0).max(60).optional(),
}

export const projectsApi = endpoints({
  'GET /api/projects': {
    summary: 'Projects.',
    permission: 'order.view',
    query: listQuery(['code', 'name', 'createdAt']).extend({
      status: queryWords(projectStatuses).optional(),
    }),
    reply: listOf(projectRow),
  },
  'GET /api/projects/:id': {
    summary: 'One project.',
    permission: 'order.view',
    params: idParam,
    reply: projectRow,
    errors: ['not_found'],
  },
  'GET /api/next-project-code': {
    summary: 'A code for a new project that continues those of the last ones; null without any.',
    permission: 'order.edit',
    reply: z.object({ code: z.string().nullable() }),
  },
  'POST /api/projects': {
    summary: 'Creates a project.',
    permission: 'order.edit',
    body: z.strictObject(projectInput),
    status: 201,
    reply: projectRow,
    errors: ['duplicate'],
  },
  'PATCH /api/projects/:id': {
    summary: 'Changes a project.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({ version, status: z.enum(projectStatuses).optional(), ...projectInput }),
    reply: projectRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/projects/:id': {
    summary: 'Deletes a project that has no order.',
    permission: 'order.edit',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict'],
  },
})
