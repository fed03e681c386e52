import { systemApi } from '@cloud-factory/contract/system'
import type { Feature } from '../../app/feature.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { forgetOldKeys } from '../../platform/http/idempotency.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { openapi } from '../../platform/http/openapi.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { forgetOldFacts } from '../../platform/outbox/forget.ts'

export interface SystemDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly version: string
  readonly build: string
  /** Every other table that is mounted; asked for when somebody wants the document. */
  readonly mounted: () => readonly Routes[]
}

const hour = 3_600_000

/** What the server says of itself (health, its API document, figures for monitoring), and its own housekeeping. */
export function systemFeature({ db, clock, log, metrics, version, build, mounted }: SystemDeps): Feature {
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
      await db.ping().catch(() => refuse('server.busy', { retryAfter: 5 }))
      return { status: 'ok' as const, version, build }
    },
    'GET /api/openapi.json': async () => openapi([own, ...mounted()], version),
    'GET /metrics': () => metrics.text(),
  })
  return {
    name: 'system',
    routes: [own],
    async start() {
      housekeeping.start()
    },
    close: () => housekeeping.close(),
  }
}
