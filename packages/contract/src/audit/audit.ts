import { z } from 'zod'
import { endpoints, id, instant, listOf, listQuery } from '../endpoint.ts'

export const auditRow = z.object({
  id,
  at: instant,
  actorName: z.string(),
  actorId: id.nullable(),
  address: z.string(),
  requestId: z.string(),
  /** `noun.command`, translated by the browser: `order.create`, `signin.failed`. */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditRow = z.output<typeof auditRow>

export const auditApi = endpoints({
  'GET /api/audit': {
    summary: 'Who changed what, when and from where; newest first unless sorted.',
    permission: 'authority.audit',
    query: listQuery(['at']).extend({
      action: z.string().max(64).optional(),
      actorId: id.optional(),
      subjectKind: z.string().max(32).optional(),
      subjectId: z.string().max(32).optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    reply: listOf(auditRow),
  },
  'GET /api/audit/verify': {
    summary: 'Checks the hash chain of the log.',
    permission: 'authority.audit',
    reply: z.object({ rows: z.int(), intact: z.boolean(), firstBadId: id.nullable() }),
  },
  'GET /api/client-errors': {
    summary: 'Errors that browsers reported, grouped.',
    permission: 'authority.audit',
    query: listQuery(['lastAt', 'count']),
    reply: listOf(
      z.object({
        id,
        message: z.string(),
        stack: z.string().nullable(),
        component: z.string().nullable(),
        url: z.string(),
        appVersion: z.string().nullable(),
        count: z.int(),
        firstAt: instant,
        lastAt: instant,
      }),
    ),
  },
})
