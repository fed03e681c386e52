// `npm run data -- export FILE` and `npm run data -- import FILE`: the whole database to one file and back, on either
// engine: backup, upgrade, and the move from the embedded database to PostgreSQL. The server must not run meanwhile on
// the embedded database: it belongs to one process at a time.
import { join } from 'node:path'
import { readConfig } from './platform/config/config.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { exportDatabase, importDatabase } from './platform/db/transfer.ts'
import { createLog } from './platform/log/log.ts'

const [context, file] = process.argv.slice(2)

async function transfer(): Promise<string> {
  if ((context !== 'export' && context !== 'import') || file === undefined) {
    throw new Error('Use: npm run data -- export FILE, or npm run data -- import FILE')
  }
  const config = readConfig(process.env)
  const db = await openDatabase({
    url: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    log: createLog('warn'),
  })
  try {
    await migrate(db, join(import.meta.dirname, '../migrations'))
    const rows = await (context === 'export' ? exportDatabase(db, file) : importDatabase(db, file))
    return `${rows} rows ${context === 'export' ? 'written to' : 'read from'} ${file}`
  } finally {
    await db.close()
  }
}

try {
  process.stdout.write(`${await transfer()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
