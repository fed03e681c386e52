import { systemApi } from '@cloud-factory/contract/system/system'
import type { Module } from '../../platform/module.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { type Actor, systemActor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { forgetOldKeys } from '../../platform/http/idempotency.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { openapi } from '../../platform/http/openapi.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { forgetOldFacts } from '../../platform/outbox/record.ts'
import { type StateDeps, systemState } from './system-state.ts'

export interface SystemDeps extends Omit<StateDeps, 'startedAt'> {
  readonly log: Log
  readonly metrics: Metrics
  readonly plantId: number
  readonly build: string
  /** Every other table that is mounted; asked for when somebody wants the document. */
  readonly mounted: () => readonly Routes[]
}

const hour = 3_600_000

/** What the server says of itself (health, its API document, figures for monitoring), and its own housekeeping. */
export function systemModule(deps: SystemDeps): Module {
  const { db, clock, log, metrics, plantId, version, build, mounted, backup } = deps
  const stateDeps = { ...deps, startedAt: clock.now() }
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
    'GET /api/system/state': ({ actor }) => systemState(stateDeps, actor.plantId),
    'POST /api/system/backup': async ({ actor }) => {
      if ((await backup.state()) === null) reject('backup.outside')
      await db.tx((write) => recordDatabase(write, actor, 'database.backup'))
      backup.runNow()
      return systemState(stateDeps, actor.plantId)
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
    failingSince: () => housekeeping.failingSince(),
    async start() {
      await recordLogDamage(db, plantId)
      housekeeping.start()
    },
    close: () => housekeeping.close(),
  }
}

/** A damage is in the audit log too, where it stays: the next start finds nothing of it. */
async function recordLogDamage(db: SystemDeps['db'], plantId: number): Promise<void> {
  const reason = db.logDamage()
  if (reason === null) return
  await db.tx((write) => recordDatabase(write, systemActor(plantId), 'database.log_damaged', { reason }))
}

const recordDatabase = (
  write: Write,
  actor: Actor,
  action: 'database.log_damaged' | 'database.backup',
  after?: unknown,
): Promise<void> =>
  recordAudit(write, actor, { action, subjectKind: 'database', subjectId: '', subjectName: '', after })
