import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../test/clock.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { catchUpLate } from './catch-up-late.ts'
import { frame, gone, intervals, start } from './followed.fixtures.ts'
import { followerOf, madeMachines, storeFrames } from '../../../test/made-machines.ts'
import { storedFrames } from '../../app/ports.ts'
import { readRows } from '../../platform/db/handles.ts'

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
afterAll(() => testDb.close())
beforeEach(() => testDb.wipe())

describe('frames become intervals', () => {
  test('of the states that held, one open for each machine', async () => {
    const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
    const follower = followerOf(testDb.db, testClock('2026-03-20T02:00:00Z'))
    await follower.frames([frame(one, 0, 'idle'), frame(other, 0, 'running'), frame(one, 10, 'running')])
    await follower.frames([frame(one, 14, 'running'), frame(one, 60, 'fault'), frame(one, 61, 'running')])
    await follower.frames([frame(one, 100, 'idle'), frame(one, 104, 'idle')])
    expect(await intervals(testDb.db, one)).toEqual(['idle 0-10', 'running 10-100', 'idle 100-'])
    expect(await intervals(testDb.db, other)).toEqual(['running 0-'])
  })

  test('of a machine that was entered a moment ago from its first frame on: it may be its only one', async () => {
    const follower = followerOf(testDb.db, testClock('2026-03-20T02:00:00Z'))
    await follower.tick()
    const [one = 0] = await madeMachines(testDb.db, 1)
    await follower.frames([frame(one, 1, 'running')])
    expect(await intervals(testDb.db, one)).toEqual(['running 1-'])
  })

  test('and a late one corrects them', async () => {
    const [one = 0] = await madeMachines(testDb.db, 1)
    const follower = followerOf(testDb.db, testClock('2026-03-20T02:00:00Z'))
    await follower.frames([frame(one, 0, 'running'), frame(one, 20, 'running'), frame(one, 25, 'running')])
    await follower.frames([frame(one, 10, 'idle'), frame(one, 14, 'idle')])
    expect(await intervals(testDb.db, one)).toEqual(['running 0-10', 'idle 10-20', 'running 20-'])
    await follower.frames([frame(one, 5, 'fault', { live: false })])
    const late = await readRows(testDb.db.reads, sql`select from machine_late`)
    expect(late).toHaveLength(1)
  })

  test('and one that is much too late is computed out of what is stored, as far as it is stored', async () => {
    const [one = 0] = await madeMachines(testDb.db, 1)
    const clock = testClock('2026-03-20T02:00:00Z')
    const follower = followerOf(testDb.db, clock)
    await follower.frames([frame(one, 0, 'running')])
    // Two minutes without a link; then the gateway sends what it has kept.
    clock.advance(120)
    await follower.frames([frame(one, 120, 'running')])
    expect(await intervals(testDb.db, one)).toEqual(['running 0-1', 'offline 1-120', 'running 120-'])
    clock.advance(600)
    await follower.frames([frame(one, 720, 'running'), frame(one, 60, 'fault', { live: false })])
    const stored: readonly [number, MachineState][] = [
      [0, 'running'],
      [30, 'running'],
      [60, 'fault'],
      [90, 'fault'],
      [120, 'running'],
      [720, 'running'],
    ]
    const values = async (_: unknown, __: number, { from, to }: { from: Date; to: Date }) =>
      stored
        .map(([second, state]) => ({ at: start + second * 1000, value: machineStates.indexOf(state) }))
        .filter(({ at }) => at >= from.getTime() && at <= to.getTime())
    const again = () =>
      catchUpLate({ db: testDb.db, clock, plantId: 1, stored: { values, links: async () => [] } })
    expect(await again()).toBe(true)
    expect(await again()).toBe(false)
    expect((await intervals(testDb.db, one)).slice(0, 4)).toEqual([
      'running 0-1',
      'offline 1-60',
      'fault 60-120',
      'running 120-121',
    ])
  })

  test('and a pause in which its link stood is no gap, whatever is sent late', async () => {
    const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
    const clock = testClock('2026-03-20T02:00:00Z')
    const follower = followerOf(testDb.db, clock)
    for (const id of [one, other]) await follower.links([{ ...gone(id, 0, 0), online: true }])
    await follower.frames([frame(one, 0, 'running'), frame(other, 0, 'running')])
    // One says that it is there, and nothing else; the other is silent.
    await follower.links([
      { ...gone(other, 300, 1), silent: true },
      { ...gone(other, 300, 300), online: true },
    ])
    clock.advance(1000)
    const late = (id: number, second: number) => frame(id, second, 'fault', { live: false })
    const sent = (id: number) => [frame(id, 300, 'idle'), frame(id, 304, 'idle'), late(id, 50), late(id, 250)]
    const all = [one, other].flatMap(sent)
    await storeFrames(testDb.db, [frame(one, 0, 'running'), frame(other, 0, 'running'), ...all])
    await follower.frames(all)
    while (await catchUpLate({ db: testDb.db, clock, plantId: 1, stored: storedFrames })) clock.advance(1)
    expect(await intervals(testDb.db, one)).toEqual(['running 0-50', 'fault 50-300', 'idle 300-'])
    expect((await intervals(testDb.db, other)).slice(-3)).toEqual([
      'offline 51-250',
      'fault 250-300',
      'idle 300-',
    ])
  })

  test('until the machine is silent, or its link goes', async () => {
    const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
    const clock = testClock('2026-03-20T02:00:00Z')
    const follower = followerOf(testDb.db, clock)
    await follower.frames([frame(one, 0, 'running'), frame(other, 0, 'running')])
    await follower.links([gone(other, 5, 0)])
    clock.advance(600)
    await follower.tick()
    expect(await intervals(testDb.db, one), 'its link still stands').toEqual(['running 0-'])
    await follower.links([{ ...gone(one, 60, 0), silent: true }])
    expect(await intervals(testDb.db, one)).toEqual(['running 0-1', 'offline 1-'])
    expect(await intervals(testDb.db, other)).toEqual(['running 0-5', 'offline 5-'])
  })

  test('of a server that was off meanwhile: what it did not see is not known', async () => {
    const [one = 0] = await madeMachines(testDb.db, 1)
    const clock = testClock('2026-03-20T02:00:00Z')
    await followerOf(testDb.db, clock).frames([frame(one, 0, 'running')])
    clock.advance(3600)
    const next = followerOf(testDb.db, clock)
    await next.start()
    await next.tick()
    await next.frames([frame(one, 3601, 'running')])
    expect(await intervals(testDb.db, one)).toEqual(['running 0-1', 'offline 1-3601', 'running 3601-'])
  })

  test('but not of a simulated machine: the database itself refuses them', async () => {
    const [real = 0] = await madeMachines(testDb.db, 1)
    const sim = await testDb.db.tx(async (write) => {
      const { rows } = await sql<{ id: number }>`
        insert into machines (plant_id, code, site, line, name, source, profile_id, search, updated_by_name)
        select 1, 'SIM-1', 'sim', 'weld', 'x', 'sim', profile_id, '', 'x' from machines where id = ${real} returning id`.execute(
        write,
      )
      return rows[0]?.id ?? 0
    })
    await followerOf(testDb.db, testClock()).frames([frame(sim, 0, 'running')])
    expect(await intervals(testDb.db, sim)).toEqual([])
    const insert = (source: string) =>
      testDb.db.tx((write) =>
        sql`insert into machine_intervals (plant_id, machine_id, source, state, t0)
          values (1, ${sim}, ${source}, 'running', now())`.execute(write),
      )
    await expect(insert('sim')).rejects.toMatchObject({ code: '23514' })
    await expect(insert('real')).rejects.toMatchObject({ code: '23503' })
  })
})

test('the database takes no two intervals of a machine that share an instant', async () => {
  const [one = 0, other = 0] = await madeMachines(testDb.db, 2)
  const insert = (machineId: number, from: number, to: number | null) =>
    testDb.db.tx((write) =>
      sql`insert into machine_intervals (plant_id, machine_id, source, state, t0, t1) values (1, ${machineId}, 'real', 'idle',
        ${new Date(start + from)}, ${to === null ? null : new Date(start + to)})`.execute(write),
    )
  await insert(one, 0, 1000)
  await insert(one, 1000, 2000)
  await insert(other, 500, null)
  for (const [from, to] of [
    [999, 1000],
    [500, 1500],
    [-5, null],
    [1999, null],
  ] as const)
    await expect(insert(one, from, to)).rejects.toMatchObject({ code: '23P01' })
  await insert(one, 2000, null)
  await expect(insert(one, 9000, 9001)).rejects.toMatchObject({ code: '23P01' })
})

test('whatever frames come in whatever order, intervals neither overlap nor leave a gap', async () => {
  const state = fc.constantFrom<MachineState>('idle', 'running', 'fault', 'offline')
  const step = fc.record({
    machine: fc.nat(1),
    jump: fc.integer({ min: -40, max: 90 }),
    state,
    tick: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await testDb.wipe()
      const machines = await madeMachines(testDb.db, 2)
      const clock = testClock('2026-03-20T02:00:00Z')
      let follower = followerOf(testDb.db, clock)
      let second = 0
      for (const { machine, jump, state: reported, tick } of steps) {
        if (jump > 85) follower = followerOf(testDb.db, clock)
        second = Math.max(0, second + jump)
        clock.advance(Math.max(0, second - (clock.now().getTime() - start) / 1000))
        await follower.frames([frame(machines[machine] ?? 0, second, reported)])
        if (tick) await follower.tick()
      }
      for (const id of machines) {
        const rows = await readRows(
          testDb.db.reads,
          sql<{ next: Date | null; t1: Date | null }>`select t1, lead(t0) over (order by t0) as next
            from machine_intervals where machine_id = ${id} order by t0`,
        )
        for (const { t1, next } of rows) expect(t1).toEqual(next)
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('counters are counted once, in the shift in which they rise, whoever reads them', async () => {
  const [one = 0] = await madeMachines(testDb.db, 1)
  const clock = testClock('2026-03-20T02:00:00Z')
  const read = async (second: number, output: number, follower = followerOf(testDb.db, clock)) => {
    clock.advance(second - (clock.now().getTime() - start) / 1000)
    const read = frame(one, second, 'running', { output })
    await storeFrames(testDb.db, [read])
    await follower.frames([read])
    await follower.tick()
    return follower
  }
  const first = await read(0, 100)
  await read(20, 107, first)
  // Another instance, and the first one once more with the same news.
  await read(40, 112)
  await read(41, 112, first)
  // 20:00 in Shanghai: the night shift.
  await read(10 * 3600 + 5, 120)
  const counts = await readRows(
    testDb.db.reads,
    sql<{ day: string; output: number; shift: string }>`select c.day::text as day, c.output, s.code as shift
      from machine_counts c join shifts s on s.id = c.shift_id order by c.shift_id`,
  )
  expect(counts).toEqual([
    { day: '2026-03-20', output: 12, shift: 'DAY' },
    { day: '2026-03-20', output: 8, shift: 'NIGHT' },
  ])
})
