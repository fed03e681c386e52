import { systemApi } from '@cloud-factory/contract/system/system'
import type { Module } from '../../platform/module.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { systemActor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { forgetOldKeys } from '../../platform/http/idempotency.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { openapi } from '../../platform/http/openapi.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { forgetOldFacts } from '../../platform/outbox/record.ts'

export interface SystemDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly plantId: number
  readonly version: string
  readonly build: string
  /** Every other table that is mounted; asked for when somebody wants the document. */
  readonly mounted: () => readonly Routes[]
}

const hour = 3_600_000

/** What the server says of itself (health, its API document, figures for monitoring), and its own housekeeping. */
export function systemModule({
  db,
  clock,
  log,
  metrics,
  plantId,
  version,
  build,
  mounted,
}: SystemDeps): Module {
  const housekeeping = repeatedly({
    log,
    everyMs: hour,
    what: 'old keys and facts could not be deleted',
    work: async () => {
      await forgetOldKeys(db, clock.now())
      await forgetOldFacts(db, clock.now())
    },
  })
  const own: Routes = routes(systemApi, {
    'GET /api/health': async () => {
      await db.ping().catch(() => fail('server.busy', { retryAfter: 5 }))
      const warnings = db.logDamage() === null ? [] : ['database.log_damaged' as const]
      return { status: 'ok' as const, version, build, warnings }
    },
    'GET /api/openapi.json': async () => openapi([own, ...mounted()], version),
    'GET /metrics': () => metrics.text(),
  })
  metrics.gauge(
    'database_log_damaged',
    '1 when the end of the write-ahead log could not be read at the start.',
    () => (db.logDamage() === null ? 0 : 1),
  )
  return {
    name: 'system',
    routes: [own],
    async start() {
      await recordLogDamage(db, plantId)
      housekeeping.start()
    },
    close: () => housekeeping.close(),
  }
}

/** A damage is in the audit log too, where it stays: the next start finds nothing of it. */
async function recordLogDamage(db: Database, plantId: number): Promise<void> {
  const reason = db.logDamage()
  if (reason === null) return
  await db.tx((write) =>
    recordAudit(write, systemActor(plantId), {
      action: 'database.log_damaged',
      subjectKind: 'database',
      subjectId: '',
      subjectName: '',
      after: { reason },
    }),
  )
}
