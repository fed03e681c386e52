import type { MachineInterval, StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testClock } from '../../../test/clock.ts'
import { madeMachines } from '../../../test/made-machines.ts'
import { readRows } from '../../platform/db/handles.ts'

let app: TestApp
let token: string
let machine = 0
// Friday, 11:00 in the factory.
const now = '2026-03-20T03:00:00Z'
const clock = testClock(now)
const ago = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000)
beforeAll(async () => {
  app = await testApp({ demo: 'none', clock })
  ;[machine = 0] = await madeMachines(app.database.db, 1)
  token = (await app.signIn('admin')).token
}, 300_000)
afterAll(() => app.close())
beforeEach(() =>
  app.database.db.tx(async (write) => {
    for (const table of ['telemetry_events', 'alarms', 'alarm_events', 'stop_reason_codes'])
      await sql`truncate ${sql.table(table)} cascade`.execute(write)
    await sql`delete from machine_intervals`.execute(write)
  }),
)

async function ask<T>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  return { status: reply.statusCode, body: reply.json<T>() }
}
const reasons = async () => (await ask<{ items: StopReasonRow[] }>('GET', '/api/stop-reasons')).body.items
const reason = async (code: string) => (await reasons()).find((one) => one.code === code) as StopReasonRow
const prompts = async () => (await ask<{ items: MachineInterval[] }>('GET', '/api/stop-prompts')).body.items
/** Gives a reason these codes, as the equipment keeper does. */
async function meaning(code: string, ...codes: StopReasonRow['codes']) {
  const { id, can: _can, ...row } = await reason(code)
  return ask<StopReasonRow>('PATCH', `/api/stop-reasons/${id}`, { ...row, codes })
}
const everywhere = (code: string) => ({ code, class: null })

/** The machine stood for so many minutes from so many minutes ago. */
const stood = (from: number, minutes: number, state = 'fault') =>
  app.database.db.tx((write) =>
    sql`insert into machine_intervals (plant_id, machine_id, source, state, t0, t1)
      values (1, ${machine}, 'real', ${state}, ${ago(from)}, ${ago(from - minutes)})`.execute(write),
  )
const notifies = (minutesAgo: number, data: object, type = 'alarm') =>
  app.database.db.tx((write) =>
    sql`insert into telemetry_events (machine_id, event_key, at, received_at, type, data)
      values (${machine}, ${`e${minutesAgo}${type}`}, ${ago(minutesAgo)}, ${ago(minutesAgo)}, ${type},
        ${JSON.stringify(data)}::jsonb)`.execute(write),
  )

describe('a reason is proposed', () => {
  test('by the machine’s own code, and nobody has given it', async () => {
    const { id } = (await meaning('FLT-05', everywhere('E102'))).body
    await stood(60, 20)
    await notifies(61, { code: 'E102', text: 'Torch collision', on: true })
    expect(await prompts()).toMatchObject([
      {
        reasonId: null,
        reasonedBy: '',
        proposal: { reasonId: id, from: 'event', code: 'E102', text: 'Torch collision', names: null },
      },
    ])
  })

  test('by the code of a rule’s alarm, by its name', async () => {
    const rule = {
      code: 'GAS',
      names: { zh: '气压低', en: 'Gas low', es: 'Gas bajo' },
      class: null,
      machineId: String(machine),
      kind: 'offline',
      role: null,
      signal: null,
      limit: null,
      critical: null,
      deadBand: 0,
      state: null,
      onDelayS: 0,
      offDelayS: 0,
      severity: 'warning',
      escalateMin: null,
      quietMin: 10,
      advice: null,
      active: true,
    }
    const { id: ruleId } = (await ask<{ id: string }>('POST', '/api/alarm-rules', rule)).body
    await meaning('MAT-03', everywhere('GAS'))
    await stood(60, 20)
    await app.database.db.tx((write) =>
      sql`insert into alarms (plant_id, machine_id, source, rule_id, state, severity, raised_at, active_at)
        values (1, ${machine}, 'real', ${ruleId}, 'unack', 'warning', ${ago(59)}, ${ago(59)})`.execute(write),
    )
    expect(await prompts()).toMatchObject([
      { proposal: { from: 'alarm', code: 'GAS', text: '', names: { en: 'Gas low' } } },
    ])
  })

  test('by what the operator chose at the panel, and on the machine’s page too', async () => {
    const crane = await reason('MAT-02')
    await stood(60, 20, 'idle')
    await notifies(50, { code: 'MAT-02' }, 'reason')
    const span = `from=${ago(120).toISOString()}&to=${now}`
    const { intervals } = (
      await ask<{ intervals: MachineInterval[] }>('GET', `/api/machines/${machine}/states?${span}`)
    ).body
    expect(intervals).toMatchObject([{ proposal: { reasonId: crane.id, from: 'event' } }])
  })

  test('by nothing that is over, of another class, or of a reason out of use', async () => {
    await meaning('FLT-05', { code: 'E102', class: 'robot' })
    await meaning('FLT-04', everywhere('E2'))
    await stood(60, 20)
    await notifies(61, { code: 'E102' })
    await notifies(59, { code: 'E2', on: false })
    expect(await prompts()).toMatchObject([{ proposal: null }])
    await notifies(58, { code: 'E2', on: true })
    expect((await prompts())[0]?.proposal).toMatchObject({ code: 'E2' })
    const { id, can: _can, ...row } = await reason('FLT-04')
    await ask('PATCH', `/api/stop-reasons/${id}`, { ...row, active: false })
    expect(await prompts()).toMatchObject([{ proposal: null }])
    const { version } = await reason('FLT-04')
    await ask('PATCH', `/api/stop-reasons/${id}`, { ...row, version })
  })
})

describe('a proposal', () => {
  test('is taken over for many at once, each with its own reason; the others stay', async () => {
    await meaning('FLT-05', everywhere('E102'))
    await meaning('FLT-02', everywhere('E305'))
    await stood(120, 20)
    await stood(80, 20)
    await stood(40, 20)
    await notifies(121, { code: 'E102', text: 'Torch collision' })
    await notifies(80, { code: 'E305' })
    const waiting = await prompts()
    const items = waiting.map(({ id, version, proposal }) => ({
      id,
      version,
      reasonId: proposal?.reasonId ?? '1',
    }))
    const done = await ask<{ items: { refused: string | null }[] }>(
      'POST',
      '/api/machine-intervals/proposals',
      { items },
    )
    expect(
      done.body.items
        .map(({ refused }) => refused)
        .toSorted((one, other) => (one ?? '').localeCompare(other ?? '')),
    ).toEqual([null, null, 'proposal.changed'])
    expect(await prompts()).toHaveLength(1)
    const stored = await readRows(
      app.database.db.reads,
      sql<{ code: string | null; note: string; reasoned_by: string }>`
        select r.code, i.note, i.reasoned_by from machine_intervals i left join stop_reasons r on r.id = i.reason_id
        order by i.t0`,
    )
    expect(stored).toMatchObject([
      { code: 'FLT-05', note: 'E102 Torch collision', reasoned_by: expect.stringMatching(/./) },
      { code: 'FLT-02', note: 'E305' },
      { code: null, note: '', reasoned_by: '' },
    ])
  })

  test('that is another by now, or of a stop that has its reason, is not taken over', async () => {
    await meaning('FLT-05', everywhere('E102'))
    await stood(60, 20)
    await notifies(60, { code: 'E102' })
    const [stop] = await prompts()
    if (stop === undefined || stop.proposal === null) throw new Error('nothing is proposed')
    const { reasonId: proposed } = stop.proposal
    const accept = (reasonId: string, version = stop.version) =>
      ask<{ items: object[] }>('POST', '/api/machine-intervals/proposals', {
        items: [{ id: stop.id, version, reasonId }],
      })
    const other = await reason('MAT-01')
    expect((await accept(other.id)).body.items).toMatchObject([{ refused: 'proposal.changed' }])
    expect((await accept(proposed)).body.items).toMatchObject([{ refused: null }])
    expect((await accept(proposed)).body.items).toMatchObject([{ refused: 'version.conflict' }])
    expect((await accept(proposed, stop.version + 1)).body.items).toMatchObject([
      { refused: 'proposal.changed' },
    ])
    expect(await prompts()).toEqual([])
  })
})

describe('a code', () => {
  test('stands for one reason of a class only', async () => {
    expect((await meaning('FLT-05', everywhere('E9'), { code: 'E9', class: 'robot' })).status).toBe(200)
    expect(await meaning('FLT-04', everywhere('E9'))).toMatchObject({
      status: 409,
      body: { code: 'duplicate', params: { field: 'codes', value: 'E9' } },
    })
    expect((await meaning('FLT-04', { code: 'E9', class: 'laser' })).body.codes).toEqual([
      { code: 'E9', class: 'laser' },
    ])
  })

  test('stays when a change says nothing of codes, and goes with its reason', async () => {
    await meaning('FLT-05', everywhere('E9'))
    const { id, can: _can, codes: _codes, ...row } = await reason('FLT-05')
    const saved = await ask<StopReasonRow>('PATCH', `/api/stop-reasons/${id}`, { ...row, position: 9 })
    expect(saved.body).toMatchObject({ position: 9, codes: [everywhere('E9')] })
    const group = await reason('FLT')
    const made = await ask<StopReasonRow>('POST', '/api/stop-reasons', {
      code: 'FLT-99',
      names: row.names,
      parentId: group.id,
      kind: 'unplanned',
      position: 99,
      active: true,
      codes: [everywhere('E10')],
    })
    expect(made).toMatchObject({ status: 201, body: { codes: [everywhere('E10')] } })
    const { version } = made.body
    const headers = { authorization: token }
    await app.inject({
      method: 'DELETE',
      url: `/api/stop-reasons/${made.body.id}?version=${version}`,
      headers,
    })
    expect((await meaning('FLT-04', everywhere('E10'))).status).toBe(200)
  })
})
