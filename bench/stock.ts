// Bars in stock under load: `node bench/stock.ts postgres 50 400 20`: clients, bars, seconds. Each client reserves a few
// bars at random, as a nest does, then frees them or cuts them, half with a remnant. Prints the times, and what must hold:
// no bar is cut twice, no lot is below zero, and bars and cut weight add up to what was received.
import { sql } from 'kysely'
import { ordersForQuality } from '../apps/server/src/app/ports.ts'
import { materialPerson } from '../apps/server/src/modules/material/material.fixtures.ts'
import { cutStockBar, freeBars, reserveBars } from '../apps/server/src/modules/material/stock-bars.store.ts'
import { sawyer } from '../apps/server/src/modules/nesting/nests.fixtures.ts'
import { readRows } from '../apps/server/src/platform/db/handles.ts'
import { DomainError } from '../apps/server/src/platform/http/domain-error.ts'
import { openApp } from './support/app.ts'

const [engine = 'postgres', clients = '50', bars = '400', seconds = '20'] = process.argv.slice(2)
const app = await openApp(engine, () => Promise.resolve())
const { db } = app

const times: Record<string, number[]> = { reserve: [], issue: [], refused: [] }
/** Runs a command in its transaction; false: refused. */
async function timed(name: 'reserve' | 'issue', work: Parameters<typeof db.tx>[0]): Promise<boolean> {
  const began = performance.now()
  try {
    await db.tx(work)
    times[name]?.push(performance.now() - began)
    return true
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    times['refused']?.push(performance.now() - began)
    return false
  }
}

const available = () =>
  readRows(
    db.reads,
    sql<{ id: number; length: number }>`
      select id, length_mm as length from stock_bars where status = 'available' and length_mm >= 3000 order by random() limit 3`,
  )

async function client(until: number): Promise<void> {
  while (performance.now() < until) {
    const chosen = await available()
    if (chosen.length === 0) return
    const ids = chosen.map(({ id }) => id).toSorted((a, b) => a - b)
    if (!(await timed('reserve', (write) => reserveBars(write, sawyer, ids)))) continue
    for (const { id, length } of chosen)
      await timed('issue', (write) =>
        Math.random() < 0.5
          ? freeBars(write, sawyer, [id])
          : cutStockBar(
              write,
              sawyer,
              id,
              Math.random() < 0.5 ? { lengthMm: Math.round(length / 2), location: 'R' } : null,
            ).then(() => undefined),
      )
  }
}

const percentile = (list: readonly number[], share: number): string =>
  (list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0).toFixed(1)

try {
  const steel = materialPerson(db, ordersForQuality)
  for (let lot = 0; lot < Number(bars) / 20; lot += 1)
    await steel.released({
      form: 'section',
      profile: 'HN400*200*8*13',
      thicknessMm: '13',
      pieces: 20,
      lengthMm: 12_000,
      kg: 15_696,
      heatNo: `B-${lot}`,
    })
  const until = performance.now() + Number(seconds) * 1000
  await Promise.all(Array.from({ length: Number(clients) }, () => client(until)))
  for (const [name, list] of Object.entries(times))
    console.log(
      `  ${name.padEnd(8)} ${String(list.length).padStart(6)}   p50 ${percentile(list, 0.5)} ms   p95 ${percentile(list, 0.95)} ms`,
    )
  const [check] = await readRows(
    db.reads,
    sql<{ negative: number; off: number; twice: number; cut: number }>`
      select (select count(*)::int from material_lots where left_kg < 0) as negative,
        (select count(*)::int from (
          select l.id from material_lots l join stock_bars b on b.lot_id = l.id group by l.id
          having l.kg - l.cut_kg <> coalesce(sum(b.kg) filter (where b.status in ('available', 'reserved')), 0)) x) as off,
        (select count(*)::int from (select from stock_bars where parent_id is not null group by parent_id having count(*) > 1) y) as twice,
        (select count(*)::int from stock_bars where status = 'cut') as cut`,
  )
  console.log(
    `  lots below zero ${check?.negative}, lots that do not add up ${check?.off}, bars cut twice ${check?.twice}, cut ${check?.cut}`,
  )
} finally {
  await app.close()
}
