import { sql } from 'kysely'
import { localTime } from '../../platform/db/factory-day.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import type { DemoContext } from '../../platform/module.ts'
import { demoInspector, demoJudge } from '../quality-records/public.ts'
import { oneStockTake } from './stock-takes.queries.ts'
import { closeStockTake, countBar, startStockTake } from './stock-takes.store.ts'

const minuteMs = 60_000

interface DemoTake {
  readonly location: string
  readonly daysAgo: number
  readonly time: string
  /** How many of the bars that should be there are counted. */
  readonly counted: number
  /** Where the last of them is found. */
  readonly elsewhere: string
  /** Where a bar is from that nobody expected there. */
  readonly from: string | null
  /** Why its differences were booked; null: it is still counted. */
  readonly reason: string | null
}

/** One that was closed: a bar is missing, another one lies elsewhere. One that is half counted, with a bar of another place. */
const demoTakes: readonly DemoTake[] = [
  {
    location: 'C-05',
    daysAgo: 12,
    time: '14:00',
    counted: 9,
    elsewhere: 'C-06',
    from: null,
    reason: '月度盘点：缺 1 根已作试件切用，补办出库；1 根放错货位',
  },
  { location: 'C-04', daysAgo: 1, time: '15:10', counted: 6, elsewhere: 'C-03', from: 'C-06', reason: null },
]

const barsAt = (write: Write, plantId: number, location: string) =>
  readRows(
    asReads(write),
    sql<{ code: string }>`
      select 'B' || id as code from stock_bars
      where plant_id = ${plantId} and location = ${location} and status = 'available' order by id`,
  )

/** Stock takes of the demo factory. */
export async function stockTakesDemo(write: Write, context: DemoContext): Promise<void> {
  for (const take of demoTakes) await demoTake(write, context, take)
}

async function demoTake(write: Write, context: DemoContext, take: DemoTake): Promise<void> {
  const { plantId } = context
  const { location, counted, elsewhere, from, reason } = take
  const actor = demoInspector(context)
  const startedAt = await localTime(asReads(write), context, take)
  const bars = await barsAt(write, plantId, location)
  if (bars.length <= counted) return
  const id = await startStockTake(write, actor, { location, profile: '' }, startedAt)
  const found = bars.slice(0, counted).map(({ code }, index) => ({
    bar: code,
    location: index === counted - 1 ? elsewhere : null,
  }))
  const others = from === null ? [] : (await barsAt(write, plantId, from)).slice(0, 1)
  const counts = [...found, ...others.map(({ code }) => ({ bar: code, location }))]
  const minutesAfter = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs)
  for (const [index, count] of counts.entries())
    await countBar(write, actor, id, { ...count, counted: true }, minutesAfter(3 * (index + 1)))
  const endedAt = minutesAfter(3 * counts.length + (reason === null ? 0 : 20))
  if (reason !== null) {
    const { version } = await oneStockTake(asReads(write), actor, id)
    await closeStockTake(write, demoJudge(context), id, { version, reason }, endedAt)
  }
  await sql`update stock_takes set created_at = ${startedAt}, updated_at = ${endedAt} where id = ${id}`.execute(
    write,
  )
}
