// Time until the server prints its address: a first start with the demo factory, then RUNS (5) starts on existing
// data.
import { startPostgres } from '../apps/server/test/postgres.ts'
import { dataFolder, startServer } from '../tests/support/app.ts'

const runs = Number(process.env['RUNS'] ?? 5)

async function measure(name: string, env: Record<string, string>): Promise<void> {
  const folder = dataFolder()
  const first = await startServer(folder.path, { NODE_ENV: 'production', ...env })
  await first.stop()
  const again: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const app = await startServer(folder.path, { NODE_ENV: 'production', ...env })
    again.push(app.startedIn)
    await (run % 2 === 0 ? app.stop() : app.kill())
  }
  again.sort((a, b) => a - b)
  const median = again[Math.floor(again.length / 2)] ?? 0
  console.log(
    `${name.padEnd(12)} first start with demo ${Math.round(first.startedIn)} ms   again median ${Math.round(median)} ms, slowest ${Math.round(again.at(-1) ?? 0)} ms (every other one after kill -9)`,
  )
  folder.remove()
}

await measure('embedded', {})
const postgres = await startPostgres()
if (postgres === null) console.log('PostgreSQL: not measured, no binaries here')
else {
  await measure('PostgreSQL', { DATABASE_URL: postgres.url })
  await postgres.stop()
}
