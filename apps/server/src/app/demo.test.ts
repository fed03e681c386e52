import type { PieceContents } from '@cloud-factory/contract/assemblies/sub-assemblies'
import type { TrialRow } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { variants } from '../../test/depth.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { readRows } from '../platform/db/handles.ts'
import { createLog } from '../platform/log/log.ts'
import { assemble } from './compose.ts'

/** Modules whose demo rows are dated by the work of the factory. */
const living = [
  'identity',
  'planning',
  'production',
  'assemblies',
  'machines',
  'standards',
  'inspection',
  'welding',
  'coating',
  'trial-assembly',
  'ncr',
  'material',
  'nesting',
  'purchasing',
  'shipping',
  'maintenance',
]

let first: TestApp
beforeAll(async () => {
  first = await testApp({ demo: 'none' })
})
afterAll(() => first.close())

describe('the demo factory', () => {
  it('is never loaded where somebody has already worked, whatever the next start says', async () => {
    await first.signIn('admin')
    const config = readConfig({ DATA_DIR: '/nowhere', DEMO: '1' })
    const parts = { config, log: createLog('silent'), clock: systemClock, webRoot: null }
    const again = await assemble({ ...parts, db: first.database.db })
    expect(again.demo).toBeNull()
    expect(again.firstSignIn).toBeNull()
    const orders = await first.database.db.reads.selectFrom('orders').select('id').execute()
    expect(orders).toEqual([])
  })
})

/** Moments of a first start in Shanghai; the deep run tries them all. */
const firstStarts = [
  { name: 'a Sunday at ten', at: '2026-08-09T02:00:00Z', day: '2026-08-09', works: true },
  { name: 'a Tuesday before the shift', at: '2027-03-01T22:10:00Z', day: '2027-03-02', works: false },
  { name: 'a Thursday afternoon', at: '2026-11-26T06:40:00Z', day: '2026-11-26', works: true },
  { name: 'the last evening of a year', at: '2026-12-31T14:30:00Z', day: '2026-12-31', works: true },
  { name: 'five past midnight', at: '2027-01-01T16:05:00Z', day: '2027-01-02', works: false },
]

describe.each(variants(firstStarts))('the demo factory that starts on $name', ({ at, day, works }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ demo: living, clock: { now: () => new Date(at) } })
  })
  afterAll(() => app.close())
  const rows = async <T>(text: ReturnType<typeof sql<T>>) => readRows(app.database.db.reads, text)
  const one = async <T>(text: ReturnType<typeof sql<T>>) => (await rows(text))[0]

  it('finds every kind of record by its code, for those who may see it', async () => {
    const named = await rows(sql<{ kind: string; code: string }>`
      select 'order' as kind, min(no) as code from orders union all select 'mark', min(mark) from marks
      union all select 'package', min(no) from packages union all select 'delivery', min(no) from deliveries
      union all select 'machine', min(code) from machines union all select 'heat', min(no) from heats
      union all (select 'piece', p.serial from pieces p join orders o on o.id = p.order_id
        where o.status = 'in_production' and p.status not in ('scrapped', 'superseded') limit 1)`)
    const codesFor = async (username: string) => {
      const { token } = await app.signIn(username)
      return async (code: string) => {
        const url = `/api/me/codes?code=${encodeURIComponent(code)}`
        const reply = await app.inject({ method: 'GET', url, headers: { authorization: token } })
        return reply.json<{ items: { kind: string; code: string; path: string; project: string | null }[] }>()
          .items
      }
    }
    const find = await codesFor('admin')
    for (const { kind, code } of named) {
      const hits = await find(code.toLowerCase() === code ? code : ` ${code.toLowerCase()} `)
      expect(hits.filter((hit) => hit.kind === kind && hit.code === code)).not.toEqual([])
      expect(new Set(hits.map((hit) => hit.code))).toEqual(new Set([code]))
    }
    const [piece] = await rows(sql<{ id: number; tag: string }>`select id, tag from pieces limit 1`)
    const ofTag = `CF1:1:${piece?.tag}`
    expect(await find(ofTag)).toMatchObject([{ kind: 'piece', project: expect.any(String) }])
    // A number is not the id of a piece to people.
    expect(await find(String(piece?.id))).toEqual([])
    const [part] = await rows(sql<{ mark: number; part: string }>`
      select mark_id as mark, part_mark as part from parts order by id limit 1`)
    expect(await find(`CFP1:1:${part?.mark}:${part?.part}`)).toMatchObject([
      { kind: 'part', code: part?.part },
    ])
    expect(await find('NO-SUCH-CODE')).toEqual([])
    const [forForeman] = await (await codesFor('foreman'))(ofTag)
    expect(forForeman?.path).toBe(`/order/work?code=${encodeURIComponent(ofTag)}`)
  })

  it('works until now and at a steady pace', async () => {
    const days = await rows(sql<{ day: string; kg: number }>`
      select r.day::text as day, sum(r.kg)::float8 as kg from work_reports r join processes c on c.id = r.process_id
      where c.code = 'SignedOff' and r.day > ${day}::date - 15 group by 1 order by 1`)
    const before = days.filter((one) => one.day < day)
    expect(before.length).toBeGreaterThanOrEqual(12)
    const most = Math.max(...before.map(({ kg }) => kg))
    for (const { day: of, kg } of before) expect([of, kg > most / 8]).toEqual([of, true])
    const ofToday = days.find((one) => one.day === day)?.kg ?? 0
    expect(ofToday > 0).toBe(works)
  })

  it('has nothing in the future', async () => {
    const later = await rows(sql<{ what: string; at: Date }>`
      select * from (
        select 'report' as what, done_at as at from work_reports
        union all select 'package', closed_at from packages
        union all select 'delivery', greatest(sent_at, received_at, created_at) from deliveries
        union all select 'inspection', greatest(submitted_at, judged_at, locked_at) from inspections
        union all select 'reading', read_at from readings
        union all select 'weld', welded_at from welds
        union all select 'coat', greatest(applied_at, judged_at) from coats
        union all select 'ncr', raised_at from ncrs
        union all select 'repair', greatest(reported_at, accepted_at, started_at, finished_at, verified_at) from repairs
        union all select 'round', at from spot_checks
        union all select 'maintenance', created_at from maintenance_deeds
        union all select 'nest', greatest(n.created_at, n.updated_at, b.cut_at) from nests n join nest_bars b on b.nest_id = n.id
        union all select 'stock take', greatest(k.created_at, k.closed_at, b.counted_at)
          from stock_takes k join stock_take_bars b on b.stock_take_id = k.id
        union all select 'order', greatest(released_at, started_at, completed_at) from orders
      ) facts where at > ${at}::timestamptz and at < ${at}::timestamptz + interval '90 days'`)
    expect(later).toEqual([])
  })

  it('ships, repairs, inspects and waits for decisions', async () => {
    const found = await one(sql<Record<string, number>>`
      select (select count(*)::int from deliveries where sent_at > ${at}::timestamptz - interval '42 hours') as shipped,
        (select count(*)::int from deliveries where status = 'loaded' and planned_on = ${day}::date and packages > 0) as loading,
        (select count(*)::int from repairs where status = 'working') as repairs,
        (select count(*)::int from ncrs where status = 'dispositioned') as decisions,
        (select count(*)::int from inspections where status = 'draft') as inspections`)
    const some: unknown = expect.toSatisfy((count: number) => count > 0)
    expect(found).toEqual({ shipped: some, loading: 1, repairs: some, decisions: some, inspections: some })
  })

  it('has columns with sub-assemblies that are built in or lacking, and trial assemblies in every state', async () => {
    const { token } = await app.signIn('manager')
    const get = async <T>(url: string) =>
      (await app.inject({ method: 'GET', url, headers: { authorization: token } })).json<T>()
    const outers = await rows(sql<{ id: string }>`
      select distinct p.id::text from pieces p join marks m on m.id = p.mark_id
        join sub_assemblies s on s.order_id = p.order_id and s.outer_mark = m.mark order by 1`)
    const contents = await Promise.all(
      outers.map(({ id }) => get<PieceContents>(`/api/pieces/${id}/contents`)),
    )
    expect(contents.map(({ items }) => items.length).filter((built) => built > 0)).toEqual([2, 1])
    expect(contents.filter(({ lacking }) => lacking.length > 0)).toEqual(contents)
    const { items } = await get<{ items: TrialRow[] }>('/api/trial-assemblies?sort=heldOn')
    const states = items.map(({ status, measurements: { total, measured } }) => [status, measured === total])
    expect(states).toEqual([
      ['released', true],
      ['open', true],
      ['open', false],
    ])
  })

  it('has a price for all steel in stock, and a dearer delivery that moved an average', async () => {
    const { token } = await app.signIn('manager')
    const url = '/api/stock-value?pageSize=200'
    const reply = await app.inject({ method: 'GET', url, headers: { authorization: token } })
    const { items } = reply.json<{ items: { id: string; pricePerTonne: number | null }[] }>()
    expect(items.filter(({ pricePerTonne }) => pricePerTonne === null)).toEqual([])
    const moved = items.find(({ id }) => id === 'HN400*200*8*13 Q355B')?.pricePerTonne
    expect(moved).toBeGreaterThan(3960)
    expect(moved).toBeLessThan(4120)
  })
})
