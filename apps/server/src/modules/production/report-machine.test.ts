import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { madeMachines } from '../../../test/made-machines.ts'
import { latestCrews, lastMachines } from './order-facts.queries.ts'
import { foreman, passing, report, reportInput } from './work.fixtures.ts'
import { workedOrder } from './worked-order.fixtures.ts'

const work = workedOrder()
const { id, first, reports, cut } = work

describe('the machine of a report', () => {
  test('is named by the reported step, not by steps filled in before it, and none need be', async () => {
    const [machine = 0] = await madeMachines(work.db, 1)
    const input = reportInput(id('Drilled'), [first()], { withEarlier: true, machineId: String(machine) })
    await report(work.db, foreman, input)
    expect((await reports()).map(({ source, machine: name }) => [source, name])).toEqual([
      ['list', 'real-01 焊机1'],
      ['earlier', null],
    ])
    await cut({}, work.pieces.slice(1))
    expect(await reports(work.pieces[1])).toMatchObject([{ machine: null }])
  })

  test('is one of the factory in use: no other, none out of use, none that is simulated', async () => {
    const [real = 0] = await madeMachines(work.db, 1)
    const [simulated = 0] = await madeMachines(work.db, 1, 'sim')
    const refused = { code: 'not_found', facts: { params: { field: 'machineId' } } }
    await expect(cut({ machineId: '999' })).rejects.toMatchObject(refused)
    await expect(cut({ machineId: String(simulated) })).rejects.toMatchObject(refused)
    const names = async () => (await passing.machines.working(work.db.reads, 1)).map(({ code }) => code)
    expect(await names()).toEqual(['real-01'])
    await work.db.tx((write) => sql`update machines set active = false where id = ${real}`.execute(write))
    await expect(cut({ machineId: String(real) })).rejects.toMatchObject(refused)
    expect(await names()).toEqual([])
    expect(await reports()).toEqual([])
    await cut()
    // Whoever writes past the commands cannot name a simulated one either.
    await expect(
      work.db.tx((write) => sql`update work_reports set machine_id = ${simulated}`.execute(write)),
    ).rejects.toThrow('simulated')
  })

  test('last known of a piece is that of its last step up to a process; what was taken back does not count', async () => {
    const [one = 0, other = 0] = await madeMachines(work.db, 2)
    const piece = Number(first())
    const last = async (process: string | null) =>
      (await lastMachines(work.db.reads, 1, [piece], process === null ? null : Number(id(process)))).get(
        piece,
      )
    expect(await last(null)).toBeUndefined()
    await cut({ machineId: String(one) })
    await report(work.db, foreman, reportInput(id('Drilled'), [first()], { machineId: String(other) }))
    expect([await last(null), await last('CutComp'), await last('Drilled')]).toEqual([other, one, other])
    await work.db.tx((write) =>
      sql`update work_reports set undone_at = now(), undone_by_name = 'x' where machine_id = ${other}`.execute(
        write,
      ),
    )
    expect([await last(null), await last('Drilled')]).toEqual([one, one])
  })
})

test('the crew that made a piece is that of its work, never that of those who looked at it', async () => {
  const { rows } = await work.db.tx((write) =>
    sql<{ id: number }>`
      with w as (insert into workshops (plant_id, code, name, updated_by_name) values (1, 'WS', '车间', 'x') returning id)
      insert into crews (plant_id, workshop_id, code, name, updated_by_name)
      select 1, w.id, c, c, 'x' from w, unnest(array['下料', '装配', '检验', '涂装']) with ordinality as n (c, at) order by at
      returning id`.execute(write),
  )
  const [cutters = 0, fitters = 0, inspectors = 0, painters = 0] = rows.map(({ id: crew }) => crew)
  const piece = Number(first())
  const done = (process: string, crew: number) => {
    const input = { crewId: String(crew), withEarlier: true }
    return report(work.db, foreman, reportInput(id(process), [first()], input))
  }
  const judging = ['DimInspected', 'SignedOff'].map((process) => Number(id(process)))
  const made = async (process: string | null, requested = judging) => {
    const processId = process === null ? null : Number(id(process))
    return (await latestCrews(work.db.reads, 1, [piece], { processId, judging: requested })).get(piece)
  }
  await cut({ crewId: String(cutters) })
  // Nobody has reported the fit-up that is judged: it was not the crew that cut.
  expect([await made('FitUpComp'), await made('DimInspected'), await made(null)]).toEqual([
    undefined,
    cutters,
    cutters,
  ])
  await done('FitUpComp', fitters)
  await done('DimInspected', inspectors)
  expect([await made('FitUpComp'), await made('DimInspected'), await made(null)]).toEqual([
    fitters,
    fitters,
    fitters,
  ])
  await done('WeldNDTComp', inspectors)
  await done('PaintComp', painters)
  expect([await made('DimInspected'), await made('PaintComp')]).toEqual([fitters, painters])
  expect(await made('WeldNDTComp', [...judging, Number(id('WeldNDTComp'))])).toBe(fitters)
  expect(await made('SignedOff', [...judging, Number(id('WeldNDTComp'))])).toBe(painters)
  await work.db.tx((write) =>
    sql`update work_reports set undone_at = now(), undone_by_name = 'x' where crew_id = ${fitters}`.execute(
      write,
    ),
  )
  expect([await made('FitUpComp'), await made('DimInspected')]).toEqual([undefined, cutters])
})
