import { auditApi } from '@cloud-factory/contract/audit/audit'
import type { Module } from '../../platform/module.ts'
import { verifyChain } from '../../platform/audit/chain.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { auditList, clientErrorList } from './audit.queries.ts'

/** Read access to the audit log and to browser errors. */
export function auditModule({ db }: { db: Database }): Module {
  return { name: 'audit', routes: [auditRoutes(db)] }
}

function auditRoutes({ reads }: Database): Routes {
  return routes(auditApi, {
    'GET /api/audit': async ({ actor, query }) => auditList(reads, actor.plantId, query),
    'GET /api/audit/verify': async ({ actor }) => {
      const { rows, brokenAt } = await verifyChain(reads, actor.plantId)
      return { rows, intact: brokenAt === null, firstBadId: brokenAt === null ? null : String(brokenAt) }
    },
    'GET /api/client-errors': async ({ actor, query }) => clientErrorList(reads, actor.plantId, query),
  })
}
