// The completion dossier of an order: `node bench/dossier.ts postgres 500 5`. An inspection for every five pieces, four welds a
// piece with a test of each, coats, and twenty non-conformances. Prints time, size and memory over the idle server's.
import { setInterval } from 'node:timers'
import { actionOf, inspector, newStandard } from '../apps/server/test/made-inspections.ts'
import { sql } from '../apps/server/test/sql.ts'
import { ordersForQuality } from '../apps/server/src/app/ports.ts'
import { createInspections } from '../apps/server/src/modules/inspection/create-inspections.ts'
import {
  lockAll,
  madeCoat,
  madeNcr,
} from '../apps/server/src/modules/quality-documents/documents.fixtures.ts'
import { giveWelds } from '../apps/server/src/modules/welding/change-weld.ts'
import { recordWelded } from '../apps/server/src/modules/welding/record-welded.ts'
import { noon, requestOf, weld, weldingShop } from '../apps/server/src/modules/welding/welds.fixtures.ts'
import { listWelds } from '../apps/server/src/modules/welding/welds.queries.ts'
import { madePieces } from '../apps/server/test/made-pieces.ts'
import { machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'

const [engine = 'postgres', count = '500', lot = '5'] = process.argv.slice(2)
const began = performance.now()
const seconds = (from: number) => Math.round((performance.now() - from) / 100) / 10

const app = await openApp(engine, () => Promise.resolve())
const { db } = app

/** Creates pieces with all data of a dossier; returns the order's id. */
async function fill(): Promise<number> {
  const { orderId, pieceIds, processes } = await madePieces(db, { quantity: Number(count) })
  await newStandard(db)
  const processId = String(processes['DimInspected'] ?? 0)
  for (let at = 0; at < pieceIds.length; at += Number(lot)) {
    const input = { pieces: pieceIds.slice(at, at + Number(lot)).map(String), processId }
    const { ids } = await db.tx((write) => createInspections(actionOf(write), inspector, input))
    await lockAll(db, String(ids[0] ?? 0))
  }
  await fillWelds(pieceIds)
  for (let at = 0; at < pieceIds.length; at += 100) await madeCoat(db, pieceIds.slice(at, at + 100))
  for (const piece of pieceIds.slice(0, 20)) await madeNcr(db, [piece])
  return orderId
}

async function fillWelds(pieceIds: readonly number[]): Promise<void> {
  const { welder, wps } = await weldingShop(db)
  const plan = ['W1', 'W2', 'W3', 'W4'].map((no) => weld(no))
  const pieces = pieceIds.map(String)
  for (let at = 0; at < pieces.length; at += 100) {
    const welds = { pieceIds: pieces.slice(at, at + 100), welds: plan }
    await db.tx((write) => giveWelds(write, inspector, ordersForQuality, welds, noon))
  }
  for (let page = 1; ; page += 1) {
    const { items } = await listWelds(db.reads, inspector, { sort: 'no', pageSize: 200, page })
    if (items.length === 0) break
    const weldIds = items.map(({ id }) => id)
    const welded = { weldIds, welderIds: [welder], wpsId: wps, weldedAt: noon.toISOString() }
    await db.tx((write) => recordWelded(write, inspector, ordersForQuality, welded, noon))
    await requestOf(db, weldIds)
  }
  // Entering two thousand results one by one takes minutes, and only the document is measured.
  await db.tx(async (write) => {
    await sql`
      insert into ndt_results (plant_id, request_id, weld_id, method, first, tested_at, tester, tested_mm, verdict,
        created_by_name)
      select 1, request_id, weld_id, 'ut', true, ${noon}::timestamptz + interval '1 day', '赵工', 700, 'pass', 'x'
      from ndt_request_welds`.execute(write)
    await sql`update ndt_requests set status = 'done'`.execute(write)
    await sql`update welds set state = 'passed', tested_mm = 700, tests = 1`.execute(write)
  })
}

async function take(orderId: number, language: string): Promise<string> {
  global.gc?.()
  const base = process.memoryUsage().rss
  let most = base
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  const from = performance.now()
  const headers = { ...app.sessions[0], 'content-type': 'application/json' }
  const body = JSON.stringify({ kind: 'dossier', id: String(orderId), language })
  const reply = await fetch(`${app.origin}/api/quality-documents`, { method: 'POST', headers, body })
  if (!reply.ok || reply.body === null) throw new Error(`${reply.status} ${await reply.text()}`)
  let bytes = 0
  // Chunks are discarded, so the measured memory is the server's.
  for await (const chunk of reply.body) bytes += chunk.length
  clearInterval(watch)
  const megabytes = (of: number) => Math.round(of / 104_857.6) / 10
  return `${seconds(from)} s, ${megabytes(bytes)} MB, ${megabytes(most - base)} MB over base of ${megabytes(base)} MB`
}

try {
  const orderId = await fill()
  console.log(`${engine}, an order of ${count} pieces, made in ${seconds(began)} s, ${machineLoad()}`)
  for (const language of ['zh', 'en', 'zh'])
    console.log(`  dossier ${language}: ${await take(orderId, language)}`)
} finally {
  await app.close()
}
