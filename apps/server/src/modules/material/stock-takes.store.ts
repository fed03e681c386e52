import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { StockTakeRow, stockTakesApi } from '@cloud-factory/contract/material/stock-takes'
import type { StockBarStatus, StockTakeResult } from '@cloud-factory/domain/material/material-enums'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { insertRow, rowForAction, saveRow, signature } from '../../platform/db/signed-rows.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { nextNumbers } from '../quality-records/public.ts'
import { oneStockTake, resultOf } from './stock-takes.queries.ts'

type Api = typeof stockTakesApi

/** Bars in one stock take, at most; a larger store is counted place by place. */
const maxTakeBars = 5000

const failState = (reason: string, params = {}): never => reject(reason, { ...params })

/** Writes down the bars that should be there. */
export async function startStockTake(
  write: Write,
  actor: Actor,
  { location, profile }: BodyOf<Api['POST /api/stock-takes']>,
  now: Date,
): Promise<string> {
  const [no = ''] = await nextNumbers(write, actor.plantId, 'ST', now)
  const id = await insertRow(write, actor, 'stock_takes', { no, location, profile })
  const { rows } = await sql`
    insert into stock_take_bars (stock_take_id, stock_bar_id, plant_id, expected, location)
    select ${id}, b.id, b.plant_id, true, b.location from stock_bars b join material_lots l on l.id = b.lot_id
    where b.plant_id = ${actor.plantId} and b.status in ('available', 'reserved')
      and starts_with(b.location, ${location}) and (${profile} = '' or l.profile = ${profile})
    order by b.id limit ${maxTakeBars + 1} returning stock_bar_id`.execute(write)
  if (rows.length === 0) failState('stock_take.no_bars')
  if (rows.length > maxTakeBars) failState('stock_take.too_many', { most: maxTakeBars })
  await record(
    write,
    actor,
    { id: String(id), no },
    { action: 'stock_takes.start', after: { location, profile, bars: rows.length } },
  )
  return String(id)
}

interface TakeAction {
  readonly action: string
  readonly event?: 'stock_takes.closed'
  readonly after: object
}

const record = (
  write: Write,
  actor: Actor,
  { id, no }: { readonly id: string; readonly no: string },
  done: TakeAction,
) =>
  recordAction(write, actor, {
    subjectKind: 'stock_take',
    event: 'stock_takes.changed',
    id,
    name: no,
    ...done,
  })

async function takeForAction(
  write: Write,
  actor: Actor,
  id: string,
  version: number | null,
  action: keyof StockTakeRow['can'],
) {
  const { row } = await rowForAction(write, actor, 'stock_takes', { id, version, action }, oneStockTake)
  return row
}

/** The code on a label: `B123`. */
const barIdOf = (code: string): string =>
  /^B?([1-9]\d{0,17})$/.exec(code.trim().toUpperCase())?.[1] ??
  failState('stock_take.unknown_bar', { bar: code })

/** Counts a bar, also one that nobody expected here; the second count of a bar replaces the first. */
export async function countBar(
  write: Write,
  actor: Actor,
  id: string,
  { bar, location, counted }: BodyOf<Api['POST /api/stock-takes/:id/counts']>,
  now: Date,
): Promise<void> {
  const take = await takeForAction(write, actor, id, null, 'count')
  const barId = barIdOf(bar)
  const { rows } = await sql<{ location: string; status: StockBarStatus }>`
    select location, status from stock_bars where plant_id = ${actor.plantId} and id = ${barId} for share`.execute(
    write,
  )
  const [stored] = rows
  if (stored === undefined) return failState('stock_take.unknown_bar', { bar })
  if (!counted) {
    await sql`delete from stock_take_bars where stock_take_id = ${take.id} and stock_bar_id = ${barId} and not expected`.execute(
      write,
    )
    await sql`update stock_take_bars set found_location = null, counted_at = null, counted_by_name = null
      where stock_take_id = ${take.id} and stock_bar_id = ${barId}`.execute(write)
    return
  }
  if (stored.status === 'cut') failState('stock_take.bar_cut', { bar })
  await sql`
    insert into stock_take_bars as t (stock_take_id, stock_bar_id, plant_id, expected, location, found_location, counted_at, counted_by_name)
    values (${take.id}, ${barId}, ${actor.plantId}, false, ${stored.location},
      coalesce(${location}::text, nullif(${take.location}, ''), ${stored.location}), ${now}, ${actor.cnName})
    on conflict (stock_take_id, stock_bar_id) do update set counted_at = excluded.counted_at,
      counted_by_name = excluded.counted_by_name,
      found_location = case when ${location}::text is null then t.location else excluded.found_location end`.execute(
    write,
  )
}

/** Locks the bars in the order of their ids, as the release of a nest does, and says what each of them is. */
async function differencesOf(write: Write, takeId: number) {
  const { rows } = await sql<{
    id: number
    lot_id: number
    kg: number
    status: StockBarStatus
    found: string | null
    result: StockTakeResult
  }>`
    select b.id, b.lot_id, b.kg, b.status, t.found_location as found, ${resultOf} as result
    from stock_take_bars t join stock_bars b on b.id = t.stock_bar_id
    where t.stock_take_id = ${takeId} order by b.id for no key update of b`.execute(write)
  return rows
}

/** The nest that reserved a bar; it is named in the refusal. */
async function nestOf(write: Write, barId: number): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select n.no from nest_bars b join nests n on n.id = b.nest_id
    where b.stock_bar_id = ${barId} and b.status = 'reserved'`.execute(write)
  return rows[0]?.no ?? ''
}

/**
 * Books the differences in one transaction: missing bars leave the stock, their weight counts as cut; others lie where
 * they were found, and scrapped ones that were found are available again. Refused while a missing bar is reserved by a nest.
 */
export async function closeStockTake(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason }: BodyOf<Api['POST /api/stock-takes/:id/close']>,
  now: Date,
): Promise<void> {
  const take = await takeForAction(write, actor, id, version, 'close')
  const bars = await differencesOf(write, take.id)
  const reserved = bars.find(({ result, status }) => result === 'missing' && status === 'reserved')
  if (reserved !== undefined)
    failState('stock_take.bar_reserved', { bar: `B${reserved.id}`, nest: await nestOf(write, reserved.id) })
  const gone = bars.filter(({ result }) => result === 'missing')
  const back = bars.filter(({ result, status }) => result === 'unexpected' && status === 'scrapped')
  const moved = bars.filter(({ result }) => result === 'wrong_place' || result === 'unexpected')
  await book(write, actor, gone, sql`status = 'scrapped'`, 1)
  await book(write, actor, back, sql`status = 'available'`, -1)
  for (const [location, found] of Map.groupBy(moved, (bar) => bar.found))
    await book(write, actor, found, sql`location = ${location}`, 0)
  await sql`update stock_take_bars t set result = ${resultOf} from stock_bars b
    where t.stock_take_id = ${take.id} and b.id = t.stock_bar_id`.execute(write)
  await sql`update stock_take_bars set result = 'missing'
    where stock_take_id = ${take.id} and stock_bar_id = any(${gone.map((bar) => bar.id)}::bigint[])`.execute(
    write,
  )
  await saveRow(write, actor, 'stock_takes', take.id, {
    status: 'closed',
    reason,
    closed_at: now,
    closed_by_name: actor.cnName,
  })
  await record(
    write,
    actor,
    { id, no: take.no },
    {
      action: 'stock_takes.close',
      event: 'stock_takes.closed',
      after: {
        reason,
        missing: gone.map((bar) => `B${bar.id}`),
        found: moved.map((bar) => `B${bar.id}`),
      },
    },
  )
}

/** Changes bars; `factor`: 1 when their weight leaves their lots, -1 when it comes back. */
async function book(
  write: Write,
  actor: Actor,
  bars: readonly { readonly id: number; readonly lot_id: number; readonly kg: number }[],
  set: ReturnType<typeof sql>,
  factor: 1 | 0 | -1,
): Promise<void> {
  if (bars.length === 0) return
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  await sql`update stock_bars set ${set}, version = version + 1, updated_at = now(), updated_by = ${by}::bigint, updated_by_name = ${byName}
    where plant_id = ${actor.plantId} and id = any(${bars.map(({ id }) => id)}::bigint[])`.execute(write)
  if (factor === 0) return
  await sql`update material_lots l set cut_kg = l.cut_kg + ${factor} * b.kg
    from (select lot_id, sum(kg) as kg from stock_bars where id = any(${bars.map(({ id }) => id)}::bigint[]) group by lot_id) b
    where l.id = b.lot_id`.execute(write)
}

/** Ends a stock take without booking. */
export async function cancelStockTake(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const take = await takeForAction(write, actor, id, version, 'cancel')
  await saveRow(write, actor, 'stock_takes', take.id, { status: 'cancelled' })
  await record(
    write,
    actor,
    { id, no: take.no },
    { action: 'stock_takes.cancel', after: { status: 'cancelled' } },
  )
}
