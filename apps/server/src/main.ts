import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { firstSignInText, greeting, requireFreePort } from './app/greeting.ts'
import { BadSetting, type Config, readConfig } from './platform/config/config.ts'
import { DirectoryInUse } from './platform/db/directory-lock.ts'
import { DatabaseUnreadable } from './platform/db/embedded/database-thread-owner.ts'
import type { Database } from './platform/db/handles.ts'
import { migrate, MigrationRefused } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { createLog, type Log } from './platform/log/log.ts'

// What cannot be said, as into a file on a full disk, must not end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Ends with a sentence for the person at the terminal where the fault is theirs to mend, with the stack where it is ours. */
function giveUp(error: unknown): never {
  const theirs = [BadSetting, DirectoryInUse, DatabaseUnreadable, MigrationRefused].some(
    (kind) => error instanceof kind,
  )
  const { code } = error as { code?: string }
  if (theirs) process.stderr.write(`${(error as Error).message}\n`)
  else if (code === 'EADDRINUSE')
    process.stderr.write('The port is taken by another program. Set PORT to a free one.\n')
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(theirs || code === 'EADDRINUSE' ? 2 : 1)
}

/** Opens the database and brings its tables up to date. */
async function openData({ databaseUrl, dataDir }: Config, log: Log): Promise<Database> {
  if (databaseUrl === null && !existsSync(join(dataDir, 'db'))) say('Creating the embedded database …')
  const db = await openDatabase({ url: databaseUrl ?? undefined, dataDir, log })
  try {
    const onApplied = (count: number, of: number) => {
      if (count % 20 === 0 || count === of) say(`Creating the tables: ${count} of ${of}`)
    }
    const migrations = await migrate(db, join(import.meta.dirname, '../migrations'), { onApplied })
    if (migrations.length > 0)
      log.info({ migrations: migrations.length, last: migrations.at(-1) }, 'migrated')
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  await requireFreePort(config.host, config.port)
  // The database works outside of this thread, which meanwhile reads the sources of the product.
  const [db, { compose }] = await Promise.all([openData(config, log), import('./app/compose.ts')])
  const app = await compose(config, log, db, say)
  if (process.argv.includes('--only-prepare')) {
    // `npm start` fills a new database while it builds the browser part.
    const text = firstSignInText(config, app)
    if (text !== '') say(`${text}\n`)
    await app.close()
    process.exit(0)
  }
  await app.server.listen({ host: config.host, port: config.port })
  say(greeting(config, app))

  let closing = false
  const close = async (signal: string): Promise<void> => {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    await app.close()
    process.exit(0)
  }
  process.on('SIGINT', (signal) => void close(signal))
  process.on('SIGTERM', (signal) => void close(signal))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught')
    giveUp(error)
  })
} catch (error) {
  giveUp(error)
}
