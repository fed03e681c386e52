// Reading of models: `node bench/model.ts [PARTS…]`. Generates steel frames (five parts a member, as many lengths as members of
// a real hall), reads each in the worker of the server, and prints time, memory and the size of what the browser gets. Draw
// calls are one a portion, two while parts are ghosts.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { frameIfc } from '../apps/server/src/modules/model/ifc.fixtures.ts'
import { readIfc } from '../apps/server/src/modules/model/model-reader.ts'
import { frameOf } from './support/hall.ts'

const sizes = process.argv.slice(2).map(Number)

const megabytes = (bytes: number): number => Math.round(bytes / 10_000) / 100

for (const parts of sizes.length > 0 ? sizes : [1000, 10_000, 50_000]) {
  const folder = await mkdtemp(join(tmpdir(), 'cloud-factory-bench-'))
  const path = join(folder, 'model.ifc')
  const frame = frameOf(parts)
  await writeFile(path, frameIfc(frame))
  const marks = [...new Set(frame.map(({ mark }) => mark))]
  const base = process.memoryUsage().rss
  let peak = base
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50)
  const began = performance.now()
  const { signal } = new AbortController()
  const model = await readIfc({ path, folder, marks, origin: null }, { signal, onProgress: () => undefined })
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  if (typeof model === 'string') throw new Error(model)
  const chunks = await Promise.all(model.chunks.map((_, at) => stat(join(folder, `${at}.gz`))))
  console.log({
    parts,
    members: model.members.length,
    ifcMb: megabytes((await stat(path)).size),
    seconds: Math.round(seconds * 10) / 10,
    memoryMb: Math.round((peak - base) / 1_048_576),
    firstMb: megabytes(chunks[0]?.size ?? 0),
    allMb: megabytes(chunks.reduce((sum, { size }) => sum + size, 0)),
    drawCalls: chunks.length,
    triangles: model.chunks.reduce((sum, chunk) => sum + chunk.triangles, 0),
  })
  await rm(folder, { recursive: true, force: true })
}
