import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runs } from '../../apps/server/test/depth.ts'
import { migratedDatabase, ownPostgres } from '../../apps/server/test/run-postgres.ts'
import { readRows } from '../../apps/server/src/platform/db/handles.ts'
import { openDatabase } from '../../apps/server/src/platform/db/open.ts'
import { silent } from '../../apps/server/test/harness.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { did } from '../support/did.ts'
import { apiAs, dataFolder, migratedFolder, type RunningServer, startServer } from '../support/app.ts'

/** Kills the server at random moments under write load. Everything it acknowledged must exist after the restart. */
const rounds = runs(1, 32)
const writers = 8

const postgres = await ownPostgres('kills on PostgreSQL')
afterAll(() => postgres?.stop())
const engines = [
  { name: 'embedded database', env: {} as Record<string, string>, skip: false },
  { name: 'PostgreSQL', env: { DATABASE_URL: await newDatabase() }, skip: postgres === null },
]

async function newDatabase(): Promise<string> {
  return postgres === null ? '' : migratedDatabase(postgres.url)
}

/** Waits, however slow the machine, until the writers have made a number of further writes, partly random. */
const atWork = (stored: readonly StoredRecord[], before: number) => {
  const enough = before + 20 + Math.floor(Math.random() * 40)
  return vi.waitFor(() => expect(stored.length).toBeGreaterThan(enough), { timeout: 60_000, interval: 20 })
}

/** Answers to the writers other than 201. */
const errors = new Set<number>()

interface StoredRecord {
  readonly id: string
  readonly code: string
}

/** Creates a project, with its code as idempotency key. */
function post(url: string, token: string, code: string, signal?: AbortSignal): Promise<Response> {
  const body = {
    code,
    name: `压力测试 ${code}`,
    customer: '测试客户',
    contractNo: null,
    acceptanceStandard: 'GB50205-2020',
    startsOn: null,
    endsOn: null,
  }
  const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': code }
  const options = { method: 'POST', headers, body: JSON.stringify(body) }
  return fetch(`${url}/api/projects`, signal === undefined ? options : { ...options, signal })
}

/** Writes until stopped or until the server no longer answers. Returns the code of the unanswered request. */
async function write(
  url: string,
  token: string,
  name: string,
  stored: StoredRecord[],
  signal: AbortSignal,
): Promise<string> {
  for (let n = 0; ; n += 1) {
    const code = `${name}-${n}`
    try {
      const reply = await post(url, token, code, signal)
      if (reply.status !== 201) errors.add(reply.status)
      else stored.push({ id: ((await reply.json()) as { id: string }).id, code })
    } catch {
      return code
    }
  }
}

/** The keys of committed commands whose reply is missing. */
async function withoutReply(settings: { dataDir: string; url: string | undefined }): Promise<number> {
  const db = await openDatabase({ ...settings, log: silent })
  const { length } = await readRows(db.reads, sql`select from idempotency_keys where status is null`)
  await db.close()
  return length
}

/** Checks that the paginated list contains all of them. */
async function expectThere(
  admin: Awaited<ReturnType<typeof apiAs>>,
  stored: readonly StoredRecord[],
): Promise<void> {
  const there = new Map<string, string>()
  for (let page = 1; page === 1 || there.size === 200 * (page - 1); page += 1) {
    const { body } = await admin.call('GET', `/api/projects?sort=code&pageSize=200&page=${page}`)
    for (const { id, code } of (body as { items: StoredRecord[] }).items) there.set(id, code)
  }
  expect(stored.filter(({ id, code }) => there.get(id) !== code)).toEqual([])
}

describe.each(engines)('kill -9 on the $name', ({ env, skip }) => {
  let folder: ReturnType<typeof dataFolder>
  let app: RunningServer
  beforeAll(async () => {
    folder = env['DATABASE_URL'] === undefined ? await migratedFolder() : dataFolder()
    if (!skip) app = await startServer(folder.path, { DEMO: '0', ...env })
  })
  afterAll(async () => {
    if (!skip) await app.stop()
    folder.remove()
  })

  it.skipIf(skip)(
    `loses nothing acknowledged in ${rounds} rounds, and the log's chain holds`,
    async (test) => {
      const stored: StoredRecord[] = []
      const counts = { 'keys asked again': 0, 'of them committed without a reply': 0 }
      for (let round = 0; round < rounds; round += 1) {
        const { token } = await apiAs(app.url, 'admin')
        const before = stored.length
        const stop = new AbortController()
        const work = Array.from({ length: writers }, (_, w) =>
          write(app.url, token, `R${round}W${w}`, stored, stop.signal),
        )
        await atWork(stored, before)
        await app.kill()
        const unanswered = await Promise.all(work)
        stop.abort()
        counts['of them committed without a reply'] += await withoutReply({
          dataDir: folder.path,
          url: env['DATABASE_URL'],
        })
        app = await startServer(folder.path, { DEMO: '0', ...env })
        // Each request gets an answer, whether its command ran before the kill or runs now, and the same answer when
        // repeated.
        for (const code of unanswered) {
          const replies = [await post(app.url, token, code), await post(app.url, token, code)]
          expect(replies.map(({ status }) => status)).toEqual([201, 201])
          const [first, again] = await Promise.all(
            replies.map((reply) => reply.json() as Promise<StoredRecord>),
          )
          expect(again).toEqual(first)
          if (first !== undefined) stored.push({ id: first.id, code })
        }
        counts['keys asked again'] += unanswered.length
      }
      did(test, { kills: rounds, ...counts })
      expect(stored.length).toBeGreaterThan(rounds * 20)
      const admin = await apiAs(app.url, 'admin')
      await expectThere(admin, stored)
      const chain = await admin.call('GET', '/api/audit/verify')
      expect(chain.body).toMatchObject({ intact: true })
    },
    runs(5, 60) * 60_000,
  )

  it.skipIf(skip)('closes cleanly on SIGTERM and starts again', async () => {
    expect(await app.stop()).toBe(0)
    app = await startServer(folder.path, { DEMO: '0', ...env })
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200)
  })

  // Only the embedded database locks its folder.
  if (env['DATABASE_URL'] !== undefined) return
  it('leaves a new database untouched when its port is taken', async () => {
    const other = dataFolder()
    const { port } = new URL(app.url)
    await expect(startServer(other.path, { DEMO: '0', PORT: port })).rejects.toThrow(/port is taken/)
    expect(readdirSync(other.path)).toEqual([])
    other.remove()
  })

  it('refuses a second server on the same data folder', async () => {
    await expect(startServer(folder.path, { DEMO: '0', ...env })).rejects.toThrow(/in use|使用/)
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200)
  })
})

describe('kill -9 on PostgreSQL itself', () => {
  it.skipIf(postgres === null)(
    'is answered with 503 until it is back, and nothing acknowledged is lost',
    async () => {
      const folder = dataFolder()
      const app = await startServer(folder.path, { DEMO: '0', DATABASE_URL: await newDatabase() })
      const admin = await apiAs(app.url, 'admin')
      const stored: StoredRecord[] = []
      const stop = new AbortController()
      const work = Array.from({ length: writers }, (_, w) =>
        write(app.url, admin.token, `DB${w}`, stored, stop.signal),
      )
      for (let crash = 0; crash < runs(1, 10); crash += 1) {
        await atWork(stored, stored.length)
        await postgres?.crash()
      }
      // The writers continue.
      await atWork(stored, stored.length)
      stop.abort()
      await Promise.all(work)
      await expectThere(admin, stored)
      expect(errors).not.toContain(500)
      await app.stop()
      folder.remove()
    },
  )
})
