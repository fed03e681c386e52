import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { purchasesApi } from '@cloud-factory/contract/purchasing/purchases'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { usualPageSize } from '../../platform/db/list-page.ts'
import { parseProfile, stockKey } from '../steel-profiles/public.ts'

interface StockKind {
  readonly profile: string
  readonly grade: string
  readonly bars: number
  readonly metres: number
  readonly kg: number
}

/** Bars in stock, one row for all spellings of a profile and all plates of a thickness. */
async function stockKinds(reads: Reads, plantId: number): Promise<(StockKind & { readonly key: string })[]> {
  const rows = await readRows(
    reads,
    sql<StockKind>`
      select l.profile, g.code as grade, count(*)::int as bars, sum(b.length_mm) / 1000 as metres, sum(b.kg) as kg
      from stock_bars b join material_lots l on l.id = b.lot_id join heats h on h.id = l.heat_id
        join steel_grades g on g.id = h.grade_id
      where b.plant_id = ${plantId} and b.status in ('available', 'reserved') and l.status <> 'rejected'
      group by l.profile, g.code order by l.profile, g.code`,
  )
  return [...Map.groupBy(rows, ({ profile, grade }) => `${stockKey(profile)} ${grade}`)].map(
    ([key, spelled]) => {
      const sum = (figure: 'bars' | 'metres' | 'kg') => spelled.reduce((total, row) => total + row[figure], 0)
      const { profile = '', grade = '' } = spelled[0] ?? {}
      return { key, profile, grade, bars: sum('bars'), metres: sum('metres'), kg: sum('kg') }
    },
  )
}

/**
 * Moving average of what was paid, by profile and grade (IAS 2, paragraph 27: the weighted average is calculated as each
 * additional shipment is received): new average = (average × kg in stock + price × kg received) / (kg in stock + kg
 * received). Issues do not change it. Steel that was in stock without a price is worth the first price that is known. Call
 * it before the lots are written.
 */
export async function averagePrice(
  write: Write,
  plantId: number,
  received: readonly { profile: string; grade: string; kg: number; pricePerTonne: number | null }[],
): Promise<void> {
  const stock = new Map((await stockKinds(asReads(write), plantId)).map(({ key, kg }) => [key, kg]))
  for (const { profile, grade, kg, pricePerTonne } of received) {
    const key = `${stockKey(profile)} ${grade}`
    const before = stock.get(key) ?? 0
    stock.set(key, before + kg)
    if (pricePerTonne === null) continue
    await sql`
      insert into steel_prices as p (plant_id, profile, grade, price_per_tonne)
      values (${plantId}, ${stockKey(profile)}, ${grade}, ${pricePerTonne})
      on conflict (plant_id, profile, grade) do update set updated_at = now(),
        price_per_tonne = (p.price_per_tonne * ${before}::numeric + ${pricePerTonne}::numeric * ${kg}::numeric) / (${before}::numeric + ${kg}::numeric)`.execute(
      write,
    )
  }
}

/** Average prices of a tonne by material and grade. */
export async function steelPrices(reads: Reads, plantId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(
    reads,
    sql<{ profile: string; grade: string; price: number }>`
      select profile, grade, price_per_tonne as price from steel_prices where plant_id = ${plantId} order by updated_at`,
  )
  return new Map(rows.map(({ profile, grade, price }) => [`${stockKey(profile)} ${grade}`, price]))
}

type Api = typeof purchasesApi

/** Stock by profile and grade with its value. */
export async function listStockValue(
  reads: Reads,
  actor: Actor,
  { q = '', page = 1, pageSize = usualPageSize, sort = 'profile' }: QueryOf<Api['GET /api/stock-value']>,
): Promise<ReplyOf<Api['GET /api/stock-value']>> {
  const [kinds, priceOf] = await Promise.all([
    stockKinds(reads, actor.plantId),
    steelPrices(reads, actor.plantId),
  ])
  const found = kinds.filter(({ key, profile }) =>
    `${profile} ${key}`.toUpperCase().includes(q.toUpperCase()),
  )
  const sorted = sort === 'profile' ? found : found.toReversed()
  return {
    items: sorted.slice((page - 1) * pageSize, page * pageSize).map(({ key, ...kind }) => {
      const kgPerM = parseProfile(kind.profile)?.kgPerM
      const pricePerTonne = priceOf.get(key) ?? null
      return {
        id: key,
        ...kind,
        theoryKg: kgPerM === undefined ? null : Math.round(kgPerM * kind.metres * 1000) / 1000,
        pricePerTonne,
        value: pricePerTonne === null ? null : Math.round((kind.kg * pricePerTonne) / 10) / 100,
      }
    }),
    total: found.length,
  }
}
