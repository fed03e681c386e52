// The order list beside a bare Fastify: `node bench/list-floor.ts 100000`. Ours signs the caller in, checks the right and writes `can` of each
// row, each page computed anew. The bare servers do none of it and send whole rows: one runs our statement, the other what one writes
// first: join everything, count what matches, then sort and cut. 50 connections, as fast as they get answers, in turns; PostgreSQL.
import fastify from 'fastify'
import pg from 'pg'
import { fillOrders } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import { conditions, listOf } from '../apps/server/src/modules/orders/orders.queries.ts'
import type { Reads } from '../apps/server/src/platform/db/handles.ts'
import { openApp } from './support/app.ts'
import { cpuMeter, machineLoad } from './support/cpu.ts'
import { runLoad } from './support/load.ts'

const count = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const seconds = Number(process.env['SECONDS'] ?? 5)
const app = await openApp('postgres', async (db) => {
  await db.tx((write) => fillOrders(write, 1, { orders: count, now: new Date() }))
})
const open = ['confirmed', 'released', 'in_production'] as const
interface Page {
  readonly status?: (typeof open)[number][]
  readonly sort: 'dueOn' | '-weightKg'
  readonly page?: number
}
const pages: Readonly<Record<string, Page>> = {
  'open by due date, page 1': { status: [...open], sort: 'dueOn' },
  'open by due date, page 40': { status: [...open], sort: 'dueOn', page: 40 },
  'everything by weight, page 1': { sort: '-weightKg' },
  'everything by weight, page 40': { sort: '-weightKg', page: 40 },
}

/** Our statement with its values, as Kysely compiles it. */
async function ourStatement(reads: Reads, page: Page) {
  const now = new Date()
  const { sql, parameters } = listOf(1, await conditions(reads, 1, page, now), page, now).compile(
    reads as never,
  )
  return { text: sql, values: [...parameters] }
}

function firstIdea({ status, sort, page = 1 }: Page) {
  const where = `o.plant_id = $1${status === undefined ? '' : ' and o.status = any($2::text[])'}`
  const from = `from orders o join projects p on p.id = o.project_id where ${where}`
  const order = sort === 'dueOn' ? 'o.due_on, o.id' : 'o.weight_kg desc, o.id desc'
  const values = status === undefined ? [1] : [1, status]
  return [
    { text: `select count(*), sum(o.pieces), sum(o.weight_kg) ${from}`, values },
    {
      text: `select o.*, p.code as project_code, p.name as project_name, p.customer ${from}
        order by ${order} limit 20 offset ${20 * (page - 1)}`,
      values,
    },
  ]
}

const pool = new pg.Pool({
  connectionString: app.postgres?.url ?? process.env['BENCH_DATABASE_URL'],
  max: 10,
  options: '-c jit=off',
})
const bare = fastify()
for (const [index, page] of Object.values(pages).entries()) {
  const ours = await ourStatement(app.db.reads, page)
  bare.get(`/same/${index}`, async () => (await pool.query({ name: `same${index}`, ...ours })).rows)
  const statements = firstIdea(page)
  bare.get(`/first/${index}`, async () => {
    const run = statements.map((query, part) => pool.query({ name: `first${index}-${part}`, ...query }))
    const [totals, rows] = await Promise.all(run)
    return { total: totals?.rows[0], items: rows?.rows }
  })
}
const bareOrigin = await bare.listen({ host: '127.0.0.1', port: 0 })

const pathOf = ({ status, ...query }: Page) =>
  `/api/orders?${new URLSearchParams({
    ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    ...(status !== undefined && { status: status.join() }),
  })}`
const cpu = await cpuMeter(app.db)
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Round {
  readonly perSecond: number
  readonly server: number
  readonly database: number
}

async function measure(origin: string, path: string): Promise<Round> {
  const load = { origin, sessions: app.sessions, paths: [path], connections: 50, perSecond: 0 }
  const before = cpu()
  const { requests, failed } = await runLoad({ ...load, seconds })
  if (failed > 0) throw new Error(`${failed} requests of ${path} failed`)
  const after = cpu()
  const each = (from: number, to: number) => (1000 * (to - from)) / requests
  return {
    perSecond: requests / seconds,
    server: each(before.server, after.server),
    database: each(before.database ?? 0, after.database ?? 0),
  }
}

try {
  for (const [index, [name, page]] of Object.entries(pages).entries()) {
    const servers = [
      ['ours', app.forgetful, pathOf(page)],
      ['bare, our statement', bareOrigin, `/same/${index}`],
      ['bare, first idea', bareOrigin, `/first/${index}`],
    ] as const
    const results = new Map<string, Round[]>(servers.map(([server]) => [server, []]))
    // The first requests of each are compiled and planned.
    for (const [, origin, path] of servers) await measure(origin, path)
    for (let round = 0; round < rounds; round += 1)
      for (const [server, origin, path] of servers) results.get(server)?.push(await measure(origin, path))
    console.log(`${name} (${machineLoad()})`)
    const ours = median(results.get('ours')?.map(({ perSecond }) => perSecond) ?? [])
    for (const [server, origin, path] of servers) {
      const of = results.get(server) ?? []
      const at = (part: keyof Round) => median(of.map((round) => round[part]))
      const reply = await fetch(origin + path, { headers: { ...app.sessions[0] } })
      const kilobytes = (await reply.text()).length / 1024
      console.log(
        `  ${server.padEnd(20)} ${at('perSecond').toFixed(0).padStart(5)}/s, server ${at('server').toFixed(0)} µs, ` +
          `database ${at('database').toFixed(0)} µs, ${kilobytes.toFixed(0)} KB; ours/it ${(ours / at('perSecond')).toFixed(2)}`,
      )
    }
  }
} finally {
  await bare.close()
  await pool.end()
  await app.close()
}
