import { systemApi } from '@cloud-factory/contract/system'
import type { Feature } from '../../app/feature.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { forgetOldKeys } from '../../platform/http/idempotency.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { openapi } from '../../platform/http/openapi.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'

export interface SystemDeps {
  readonly db: Database
  readonly clock: Clock
  readonly metrics: Metrics
  readonly version: string
  readonly build: string
  /** Every other table that is mounted; asked for when somebody wants the document. */
  readonly mounted: () => readonly Routes[]
}

const hour = 3_600_000

/** What the server says of itself (health, its API document, figures for monitoring), and its own housekeeping. */
export function systemFeature({ db, clock, metrics, version, build, mounted }: SystemDeps): Feature {
  let keeping: NodeJS.Timeout | undefined
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
      keeping = setInterval(() => void forgetOldKeys(db, clock.now()).catch(() => undefined), hour).unref()
    },
    async close() {
      clearInterval(keeping)
    },
  }
}
