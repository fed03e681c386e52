import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readRows } from '../../platform/db/handles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const rows = async <T>(text: ReturnType<typeof sql<T>>) => readRows(app.database.db.reads, text)

describe('the nests of bars of the demo factory', () => {
  it('are one that waits for its release, one of which some bars are cut, and one that is cut', async () => {
    const nests = await rows(sql<{ status: string; open: boolean; cut: boolean; remnants: boolean }>`
      select n.status, bool_or(b.status <> 'cut') as open, bool_or(b.status = 'cut') as cut,
        bool_or(b.status = 'cut' and b.remnant_mm > 0) as remnants
      from nests n join nest_bars b on b.nest_id = n.id group by n.id order by n.id`)
    expect(nests).toEqual([
      { status: 'cut', open: false, cut: true, remnants: true },
      { status: 'released', open: true, cut: true, remnants: true },
      { status: 'planned', open: true, cut: false, remnants: false },
    ])
  })

  it('have as many bars and parts as they say, each within its bar and long enough', async () => {
    const wrong = await rows(sql`
      select n.no, b.position from nests n join nest_bars b on b.nest_id = n.id
        cross join lateral (select count(*)::int as parts, sum(p.length_mm) as mm, max(p.from_mm + p.length_mm) as reach,
          bool_or(p.length_mm < (select max(s.length_mm) from parts s
            where s.mark_id = p.mark_id and s.part_mark = p.part_mark)) as short
          from nest_parts p where p.nest_bar_id = b.id) p
        cross join lateral (select count(*)::int as bars, sum((select count(*) from nest_parts where nest_bar_id = o.id))::int as parts
          from nest_bars o where o.nest_id = n.id) o
      where p.parts = 0 or p.mm <> b.parts_mm or p.reach > b.length_mm - b.remnant_mm or p.short
        or o.bars <> n.bars or o.parts <> n.parts or n.bound > n.cost`)
    expect(wrong).toEqual([])
  })

  it('agree with the counters of their parts', async () => {
    const wrong = await rows(sql`
      select p.part_mark, p.nested, p.cut, p.scrapped, c.nested as counted
      from (select p.mark_id, p.part_mark, (count(*) filter (where b.status in ('planned', 'reserved')))::int as nested,
          (count(*) filter (where b.status = 'cut' and not p.scrapped))::int as cut,
          (count(*) filter (where b.status = 'cut' and p.scrapped))::int as scrapped
        from nest_parts p join nest_bars b on b.id = p.nest_bar_id group by 1, 2) p
        left join part_counts c using (mark_id, part_mark)
      where (c.nested, c.cut, c.scrapped) is distinct from (p.nested, p.cut, p.scrapped)
        or c.nested + c.cut > c.needed or c.processed > c.cut`)
    expect(wrong).toEqual([])
  })

  it('agree with the demand, which has no nested or cut parts besides', async () => {
    const { token } = await app.signIn('planner')
    const url = '/api/part-demand?pageSize=200'
    const reply = await app.inject({ method: 'GET', url, headers: { authorization: token } })
    const { items } = reply.json<{ items: { profile: string; nested: number; cut: number }[] }>()
    const demand = items.filter(({ nested, cut }) => nested + cut > 0)
    const nested = await rows(sql<{ profile: string; nested: number; cut: number }>`
      select n.profile, (count(*) filter (where b.status <> 'cut'))::int as nested,
        (count(*) filter (where b.status = 'cut' and not p.scrapped))::int as cut
      from nests n join nest_bars b on b.nest_id = n.id join nest_parts p on p.nest_bar_id = b.id group by 1 order by 1`)
    expect(
      demand
        .map(({ profile, nested, cut }) => ({ profile, nested, cut }))
        .toSorted((a, b) => (a.profile < b.profile ? -1 : 1)),
    ).toEqual(nested)
  })

  it('are cut before any work on their pieces begins, which still lack what became scrap', async () => {
    const { token } = await app.signIn('planner')
    const [scrap] = await rows(sql<{ order: string; part: string }>`
      select m.order_id::text as order, p.part_mark as part
      from nest_parts p join marks m on m.id = p.mark_id where p.scrapped`)
    const url = `/api/orders/${scrap?.order}/parts?q=${encodeURIComponent(scrap?.part ?? '')}`
    const reply = await app.inject({ method: 'GET', url, headers: { authorization: token } })
    const { items } = reply.json<{ items: object[] }>()
    expect(items).toMatchObject([{ partMark: scrap?.part, nested: 0, missing: 1, scrapped: 1, built: 0 }])
    const begun = await rows(sql`
      select from pieces where steps_done > 0 and mark_id in (select mark_id from nest_parts)`)
    expect(begun).toEqual([])
  })

  it('agree with the bars in stock, their remnants and lots', async () => {
    const wrongBars = await rows(sql`
      select s.id, s.status, b.status as planned from stock_bars s full join nest_bars b on b.stock_bar_id = s.id
      where b.id is null and s.status in ('reserved', 'cut') or s.id is null
        or b.status <> case s.status when 'available' then 'planned' else s.status end
        or s.length_mm <> b.length_mm`)
    expect(wrongBars).toEqual([])
    const wrongRemnants = await rows(sql`
      select b.id, b.remnant_mm, r.length_mm from (select * from nest_bars where status = 'cut' and remnant_mm > 0) b
        full join (select * from stock_bars where parent_id is not null) r on r.parent_id = b.stock_bar_id
      where b.remnant_mm is distinct from r.length_mm or r.status <> 'available' or r.location = ''`)
    expect(wrongRemnants).toEqual([])
    const wrongLots = await rows(sql`
      select l.id, l.kg, l.cut_kg, b.kg as bars from material_lots l join lateral (
        select sum(kg) filter (where status in ('available', 'reserved')) as kg from stock_bars where lot_id = l.id) b
        on b.kg is not null
      where l.kg - l.cut_kg <> b.kg`)
    expect(wrongLots).toEqual([])
    const overdrawn = await rows(sql`
      select from nest_bars b join stock_bars s on s.id = b.stock_bar_id join material_lots l on l.id = s.lot_id
      where l.left_kg <> l.kg - l.cut_kg or l.status <> 'released' or l.received_on > b.cut_at`)
    expect(overdrawn).toEqual([])
  })

  it('give cut parts the heats of their bars', async () => {
    const wrong = await rows(sql`
      select * from part_lots l full join (select p.mark_id, p.part_mark, s.lot_id, count(*)::int as good
          from nest_parts p join nest_bars b on b.id = p.nest_bar_id join stock_bars s on s.id = b.stock_bar_id
          where b.status = 'cut' and not p.scrapped group by 1, 2, 3) p using (mark_id, part_mark, lot_id)
      where l.cut is distinct from p.good`)
    expect(wrong).toEqual([])
  })
})

describe('the stock takes of the demo factory', () => {
  it('are one that was closed and one that is half counted, both with differences', async () => {
    const { token } = await app.signIn('inspector')
    const get = async <T>(url: string) =>
      (await app.inject({ method: 'GET', url, headers: { authorization: token } })).json<T>()
    const { items } = await get<{ items: { id: string }[] }>('/api/stock-takes')
    const takes = await Promise.all(items.map(({ id }) => get<object>(`/api/stock-takes/${id}`)))
    expect(takes).toMatchObject([
      {
        status: 'open',
        expected: 12,
        counted: 7,
        results: { found: 5, wrong_place: 1, unexpected: 1, missing: 6 },
      },
      {
        status: 'closed',
        expected: 10,
        counted: 9,
        results: { found: 8, wrong_place: 1, missing: 1, used: 0 },
      },
    ])
  })

  it('booked what the closed one found', async () => {
    const bars = await rows(sql<{ result: string; status: string; right: boolean }>`
      select distinct b.result, s.status, s.location = coalesce(b.found_location, b.location) as right
      from stock_takes k join stock_take_bars b on b.stock_take_id = k.id join stock_bars s on s.id = b.stock_bar_id
      where k.status = 'closed' order by 1, 2`)
    expect(bars).toEqual([
      { result: 'found', status: 'available', right: true },
      { result: 'missing', status: 'scrapped', right: true },
      { result: 'wrong_place', status: 'available', right: true },
    ])
  })
})
