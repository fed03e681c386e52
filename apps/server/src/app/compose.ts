import { timingSafeEqual, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { noUserId, type Authenticate } from '../platform/auth/actor.ts'
import type { Database } from '../platform/db/handles.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { type Leadership, leadership } from '../platform/db/leadership.ts'
import { claimingTx, idempotency } from '../platform/http/idempotency.ts'
import { ResponseCache } from '../platform/http/response-cache.ts'
import { createServer } from '../platform/http/server.ts'
import type { Log } from '../platform/log/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import type { Module } from '../platform/module.ts'
import { isUntouched, loadDemo } from './demo.ts'
import {
  type IdentityModule,
  buildModules,
  type ModuleDeps,
  type Modules,
  type FirstAdmin,
} from './modules.ts'

/**
 * Accepts METRICS_TOKEN from a monitoring system. The token does not expire with sessions and permits only reading the metrics.
 */
function withMetricsToken(people: Authenticate, metricsToken: string | null, plantId: number): Authenticate {
  if (metricsToken === null) return people
  const expected = Buffer.from(metricsToken)
  return (token, request) => {
    // Prometheus puts a scheme before the token; our own clients do not.
    const provided = Buffer.from((token ?? '').replace(/^Bearer /, ''))
    const isIt = provided.length === expected.length && timingSafeEqual(provided, expected)
    if (!isIt) return people(token, request)
    const name = 'metrics'
    return Promise.resolve({
      userId: noUserId,
      plantId,
      username: name,
      cnName: name,
      tags: ['ops.metrics'],
      sessionId: '0',
      ...request,
    })
  }
}

/** The only plant of this installation; its time zone is FACTORY_TZ. Returns its id. */
async function openPlant(db: Database, timeZone: string): Promise<number> {
  const plant = await db.reads
    .selectFrom('plants')
    .select(['id', 'time_zone'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (plant.time_zone !== timeZone) {
    await db.tx((write) =>
      write.updateTable('plants').set({ time_zone: timeZone }).where('id', '=', plant.id).executeTakeFirst(),
    )
  }
  return plant.id
}

/** The build id in the page; `none` when there is no built web app. */
function buildOf(webRoot: string | null): string {
  if (webRoot === null) return 'none'
  const page = join(webRoot, 'index.html')
  return existsSync(page)
    ? (/<meta name="build" content="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? 'none')
    : 'none'
}

const root = join(import.meta.dirname, '../../../..')
const version = packageFile.version

export interface App {
  readonly server: FastifyInstance
  readonly engine: Database['engine']
  /** The administrator's first sign-in; null once there are users. */
  readonly firstSignIn: { readonly password: string | null; readonly ticket: string } | null
  /** Set when this start loaded the demo factory. */
  readonly demo: { readonly people: readonly string[]; readonly password: string } | null
  close(): Promise<void>
}

/** Builds the whole application on an open, migrated database; closes the database when that fails. `say`: see `Parts`. */
export async function compose(config: Config, log: Log, db: Database, say: Parts['say']): Promise<App> {
  try {
    return await assemble({ config, log, db, say, clock: systemClock, webRoot: join(root, 'apps/web/dist') })
  } catch (error) {
    await db.close()
    throw error
  }
}

export interface Parts {
  readonly config: Config
  readonly log: Log
  readonly db: Database
  readonly clock: Clock
  /** Receives the progress of a first start. */
  readonly say?: ((line: string) => void) | undefined
  /** 100 unless said. */
  readonly callsPerSecond?: number
  /** 4 unless said. */
  readonly streamsPerSession?: number
  /** Memory limit of cached responses, see `ResponseCache`. */
  readonly cacheBytes?: number
  /** Folder of the built web app; null: API only. */
  readonly webRoot: string | null
}

interface BootstrappedApp extends Pick<App, 'demo'> {
  readonly modules: Modules
  readonly plantId: number
  /** Null when the plant already has users. */
  readonly admin: FirstAdmin | null
}

/** The application on an open, migrated database: the only place that knows all parts. */
export async function assemble({
  config,
  log,
  db: opened,
  clock,
  webRoot,
  say,
  callsPerSecond = 100,
  streamsPerSession,
  cacheBytes,
}: Parts): Promise<App> {
  const db: Database = { ...opened, tx: claimingTx(opened.tx) }
  const metrics = createMetrics()
  const build = buildOf(webRoot)
  const { modules, plantId, admin, demo } = await bootstrap({
    config,
    log,
    db,
    clock,
    metrics,
    build,
    say,
    streamsPerSession,
  })
  const firstSignIn = admin === null ? null : await firstSignInOf(modules.identity, admin, plantId)
  const server = await createServer({
    routes: modules.all.flatMap(({ routes }) => routes),
    log,
    clock,
    metrics,
    webRoot,
    callsPerSecond,
    trustProxy: config.trustProxy,
    checkReplies: config.checkReplies,
    idempotency: idempotency(db),
    responseCache: new ResponseCache(cacheBytes),
    authenticate: withMetricsToken(modules.authenticate, config.metricsToken, plantId),
  })
  for (const module of modules.all) await module.start?.()
  const leader = leaderOf(modules.all, { config, log, plantId })
  metrics.gauge('leads', '1 on the instance that hears the machines.', () => (leader.leads ? 1 : 0))
  await leader.start()
  modules.backup.start()
  return {
    server,
    engine: db.engine,
    firstSignIn,
    demo,
    async close() {
      await server.close()
      await modules.backup.close()
      await leader.close()
      for (const module of modules.all.toReversed()) await module.close?.()
      await db.close()
    },
  }
}

/** Builds the modules and fills a new database: shipped rows, the administrator, the demo factory. */
export async function bootstrap({
  say,
  ...deps
}: Omit<ModuleDeps, 'plantId' | 'version'> & Pick<Parts, 'say'>): Promise<BootstrappedApp> {
  const { config, db, clock } = deps
  const plantId = await openPlant(db, config.timeZone)
  const modules = buildModules({ ...deps, plantId, version })
  await db.tx(async (write) => {
    for (const module of modules.all) await module.prepare?.(write, plantId)
  })
  const admin = await modules.identity.firstAdmin()
  if (!config.demo || !(await isUntouched(db))) return { modules, plantId, admin, demo: null }
  const password = config.demoPassword ?? randomBytes(9).toString('base64url')
  await loadDemo({ db, clock, plantId, password, modules: modules.all, say })
  const people = modules.identity.demoPeople.map(({ username }) => username)
  return { modules, plantId, admin, demo: { people, password } }
}

/** The module tasks that run on one instance only. */
function leaderOf(
  modules: readonly Module[],
  { config, log, plantId }: Pick<Parts, 'config' | 'log'> & { readonly plantId: number },
): Leadership {
  return leadership({
    url: config.databaseUrl,
    plantId,
    log,
    onLeaderStart: async () => {
      for (const module of modules) await module.onLeaderStart?.()
    },
    onLeaderStop: async () => {
      for (const module of modules.toReversed()) await module.onLeaderStop?.()
    },
  })
}

async function firstSignInOf(identity: IdentityModule, admin: FirstAdmin, plantId: number) {
  const { ticket } = await identity.terminalTicket({ plantId, userId: admin.userId })
  return { password: admin.password, ticket }
}
