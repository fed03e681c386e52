import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testActor } from '../../apps/server/test/actor.ts'
import { madeMachines } from '../../apps/server/test/made-machines.ts'
import { takeOutOfService } from '../../apps/server/src/modules/machine-states/save-out-of-service.ts'
import {
  joinInterval,
  reasonInterval,
  splitInterval,
  reasonIntervals,
} from '../../apps/server/src/modules/machine-states/edit-interval.ts'
import { holdTrack, writeTimeline } from '../../apps/server/src/modules/machine-states/intervals.store.ts'
import { updateStopReason } from '../../apps/server/src/modules/machine-states/save-stop-reason.ts'
import { stopReasons } from '../../apps/server/src/modules/machine-states/stop-reasons.queries.ts'
import type { Write } from '../../apps/server/src/platform/db/handles.ts'
import { outcomes, raceDatabase, rounds } from './race-database.ts'

const app = await raceDatabase('states of machines')
const tags = ['equipment.view', 'equipment.edit', 'equipment.maintain']
const foreman = testActor({ userId: '31', cnName: '王班长', tags })
const keeper = testActor({ userId: '32', cnName: '设备员', tags })
const start = Date.parse('2026-03-20T01:00:00Z')
const now = new Date(start + 4 * 3_600_000)
const minute = 60_000

const there = () => {
  if (app === null) throw new Error('no database')
  return app
}
const tx = <T>(work: (write: Write) => Promise<T>) => there().tx(work)

let machines: readonly number[]
let reasons: Awaited<ReturnType<typeof stopReasons>>
beforeAll(async () => {
  if (app === null) return
  machines = await madeMachines(app, 2)
  reasons = await stopReasons(app.reads, keeper)
})
const reasonId = (code: string) => reasons.find((reason) => reason.code === code)?.id ?? null

/** Each machine ran for an hour and has been stopped since, without a reason. Returns the ids of the stops. */
async function current(): Promise<string[]> {
  return tx(async (write) => {
    await sql`delete from machine_outages`.execute(write)
    await sql`delete from machine_intervals`.execute(write)
    for (const id of machines) {
      const owner = { id, plantId: 1, source: 'real' }
      await holdTrack(write, owner, start)
      await writeTimeline(write, owner, {
        from: start,
        to: null,
        pieces: [
          { at: start, state: 'running' },
          { at: start + 60 * minute, state: 'idle' },
        ],
      })
    }
    const { rows } = await sql<{ id: number }>`select id from machine_intervals where state = 'idle'
      order by machine_id`.execute(write)
    return rows.map(({ id }) => String(id))
  })
}

interface StoredInterval {
  readonly state: string
  readonly reason_id: number | null
  readonly t0: Date
  readonly t1: Date | null
}
const storedIntervals = (machineId: number) =>
  tx(async (write) => {
    const { rows } = await sql<StoredInterval>`select state, reason_id, t0, t1 from machine_intervals
      where machine_id = ${machineId} order by t0`.execute(write)
    return rows
  })

/** Checks for no gaps, no overlaps, and one open interval at the end. */
function expectWhole(rows: readonly StoredInterval[]) {
  for (const [index, { t1 }] of rows.entries())
    expect(t1?.getTime() ?? null).toBe(rows[index + 1]?.t0.getTime() ?? null)
}

const give = (id: string, actor: typeof foreman, code: string) =>
  tx((write) => reasonInterval(write, actor, id, { version: 1, reasonId: reasonId(code), note: '', now }))
const cut = (id: string, actor: typeof foreman, after: number) =>
  tx((write) =>
    splitInterval(write, actor, id, {
      version: 1,
      at: new Date(start + after * minute).toISOString(),
      now,
    }),
  )
/** Late data: the machine was in a state for a while. */
const late = (machineId: number, from: number, to: number, state: 'fault' | 'running') =>
  tx(async (write) => {
    const owner = { id: machineId, plantId: 1, source: 'real' }
    await holdTrack(write, owner, start)
    await writeTimeline(write, owner, {
      from: start + from * minute,
      to: start + to * minute,
      pieces: [{ at: start + from * minute, state }],
    })
  })

describe.skipIf(app === null).each(rounds)('round %i', () => {
  test('two give the same stop a reason: one is written, the other is told', async () => {
    const [stop = ''] = await current()
    const ends = await outcomes([give(stop, foreman, 'MAT-01'), give(stop, keeper, 'FLT-01')])
    expect(ends.toSorted()).toEqual(['done', 'version.conflict'])
  })

  test('one cuts the stop while another gives its reason: one of both, and the machine’s line stays whole', async () => {
    const [stop = ''] = await current()
    const ends = await outcomes([cut(stop, foreman, 90), give(stop, keeper, 'FLT-01')])
    expect(ends.toSorted()).toEqual(['done', 'version.conflict'])
    expectWhole(await storedIntervals(machines[0] ?? 0))
  })

  test('late data rewrite the stop while its reason is given: the reason is there, or the person is told', async () => {
    const [stop = ''] = await current()
    const machine = machines[0] ?? 0
    const [written, assigned] = await outcomes([
      late(machine, 80, 100, 'fault'),
      give(stop, foreman, 'MAT-01'),
    ])
    expect(written).toBe('done')
    const rows = await storedIntervals(machine)
    expectWhole(rows)
    expect(rows.map(({ state }) => state)).toEqual(['running', 'idle', 'fault', 'idle'])
    const withReason = rows.filter(({ reason_id: reason }) => reason !== null)
    if (assigned === 'done') expect(withReason.every(({ state }) => state === 'idle')).toBe(true)
    else expect([assigned, withReason.length]).toEqual(['version.conflict', 0])
    if (assigned === 'done') expect(withReason.length).toBeGreaterThan(0)
  })

  test('late data take a whole stop away while it is cut or given a reason: nobody writes into what is gone', async () => {
    const [stop = ''] = await current()
    const machine = machines[0] ?? 0
    const ends = await outcomes([
      late(machine, 60, 600, 'running'),
      cut(stop, foreman, 90),
      give(stop, keeper, 'MAT-02'),
    ])
    expect(ends[0]).toBe('done')
    expect(ends.slice(1).filter((end) => end === 'done').length).toBeLessThanOrEqual(1)
    expectWhole(await storedIntervals(machine))
  })

  test('many stops at once, the machine written and its reason made a planned one: nothing waits for ever', async () => {
    const stops = await current()
    const [reason] = reasons.filter(({ code }) => code === 'ORG-02')
    if (reason === undefined) throw new Error('no reason')
    const { id, can: _can, version: _version, ...input } = reason
    const version = (await stopReasons(there().reads, keeper)).find((one) => one.id === id)?.version ?? 1
    const kind = version % 2 === 1 ? ('planned' as const) : ('unplanned' as const)
    const all = (items: readonly string[], actor: typeof foreman) =>
      tx((write) =>
        reasonIntervals(write, actor, {
          items: items.map((stop) => ({ id: stop, version: 1 })),
          reasonId: id,
          note: '',
          now,
        }),
      )
    const ends = await outcomes([
      all(stops, foreman),
      all(stops.toReversed(), keeper),
      late(machines[1] ?? 0, 30, 40, 'fault'),
      tx((write) => updateStopReason(write, keeper, id, { version, ...input, kind })),
      tx((write) =>
        takeOutOfService(write, keeper, {
          machineId: String(machines[0]),
          kind: 'unused',
          from: new Date(start).toISOString(),
          to: null,
          note: '',
        }),
      ),
    ])
    expect(ends).toEqual(['done', 'done', 'done', 'done', 'done'])
    for (const machine of machines) expectWhole(await storedIntervals(machine))
  })

  test('two take a machine out of service for the same time: one does', async () => {
    await current()
    const out = (actor: typeof foreman, hours: number) =>
      tx((write) =>
        takeOutOfService(write, actor, {
          machineId: String(machines[0]),
          kind: 'maintenance',
          from: new Date(start + hours * 60 * minute).toISOString(),
          to: new Date(start + 5 * 60 * minute).toISOString(),
          note: '',
        }),
      )
    expect((await outcomes([out(foreman, 1), out(keeper, 2)])).toSorted()).toEqual([
      'done',
      'out_of_service.overlap',
    ])
  })

  test('two join the same cut: it is joined once', async () => {
    const [stop = ''] = await current()
    await cut(stop, foreman, 90)
    const second = await tx(async (write) => {
      const { rows } = await sql<{ id: number }>`select id from machine_intervals
        where machine_id = ${machines[0] ?? 0} and is_cut`.execute(write)
      return String(rows[0]?.id)
    })
    const join = (actor: typeof foreman) =>
      tx((write) => joinInterval(write, actor, second, { version: 1, now }))
    expect((await outcomes([join(foreman), join(keeper)])).toSorted()).toEqual(['done', 'not_found'])
    expectWhole(await storedIntervals(machines[0] ?? 0))
  })
})
