import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { silent } from '../../../test/harness.ts'
import { databaseUrl } from '../../../test/postgres.ts'
import { ownPostgres } from '../../../test/run-postgres.ts'
import { openDatabase } from './open.ts'

const server = await ownPostgres('a server that goes away')
afterAll(() => server?.stop())

test.skipIf(server === null)(
  'a server that goes away fails its queries, not the process; the next ones work',
  async () => {
    if (server === null) return
    const db = await openDatabase({ url: server.url, dataDir: '', log: silent })
    const waiting = db.tx((write) => sql`select pg_sleep(20)`.execute(write))
    const failed = expect(waiting).rejects.toThrow()
    await db.ping()
    await server.crash()
    await failed
    await db.ping()

    const hasty = await openDatabase({ url: server.url, dataDir: '', log: silent, statementMs: 200 })
    await expect(hasty.tx((write) => sql`select pg_sleep(5)`.execute(write))).rejects.toMatchObject({
      code: '57014',
    })
    await hasty.close()
    const nowhere = openDatabase({ url: databaseUrl(server.url, 'nowhere'), dataDir: '', log: silent })
    await expect(nowhere).rejects.toMatchObject({ code: '3D000' })
    await db.close()
  },
)
