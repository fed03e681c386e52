import type { MessageView } from '@cloud-factory/contract/inbox/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { addPerson } from '../../../test/people.ts'
import { ordersForQuality } from '../../app/ports.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import {
  approveNcr,
  cancelNcr,
  disposeNcr,
  finishNcr,
  rejectNcr,
  startNcr,
  verifyNcr,
} from '../ncr/decide-ncr.ts'
import { defectId, ncrNow, ncrPerson, raiseInput } from '../ncr/ncr.fixtures.ts'
import { seedProfiles } from '../machines/save-profile.ts'
import { listMessages } from './messages.queries.ts'
import { type DueThing, forgetOldMessages, remind } from './remind.ts'

let testDb: TestDatabase
let worker: Actor
let judge: Actor
let deputy: Actor
let guest: Actor
let ncr: string
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(async () => {
  await testDb.wipe()
  const quality = ['quality.view', 'quality.inspect', 'quality.judge', 'order.view']
  const add = (username: string, tags: readonly string[]) => addPerson(testDb.db, { username, tags })
  worker = await add('worker', [...quality, 'order.report'])
  judge = await add('judge', [...quality, 'quality.concession'])
  deputy = await add('deputy', [...quality, 'quality.concession', 'quality.standards'])
  guest = await add('guest', ['quality.view'])
  const { pieceIds } = await madePieces(testDb.db, { quantity: 1 })
  ncr = await as(worker).raise(raiseInput(await defectId(testDb.db), pieceIds))
})
afterAll(() => testDb.close())

const as = (actor: Actor) => ncrPerson(testDb.db, ordersForQuality, actor)
const messages = async (reader: Actor, unread?: 'true') =>
  (await listMessages(testDb.db.reads, reader, { unread })).items
const reasons = async (reader: Actor, unread?: 'true') =>
  (await messages(reader, unread)).map(({ reason }: MessageView) => reason)
const disposition = (kind: 'rework' | 'concession' = 'rework') => ({
  disposition: kind,
  note: '打磨补焊',
  processId: null,
  crewId: null,
  dueOn: null,
  cause: 'man' as const,
  causeNote: '',
  cost: 10,
})
const consent = { note: '同意', agreedBy: '设计院' }
const letOnePersonApprove = () =>
  testDb.db.tx((write) =>
    sql`insert into four_eyes_policies (plant_id, alone, updated_by_name) values (1, '{ncr_approve}', '')
      on conflict (plant_id) do update set alone = excluded.alone`.execute(write),
  )
/** People whose open pages were notified of messages since an event. */
const notifiedSince = async (seq: number) =>
  (
    await testDb.db.reads
      .selectFrom('outbox')
      .select('subject_id')
      .where('name', '=', 'messages.changed')
      .where('seq', '>', seq)
      .orderBy('seq')
      .execute()
  ).map((row) => row.subject_id)
const newest = async () =>
  (await testDb.db.reads.selectFrom('outbox').select('seq').orderBy('seq', 'desc').executeTakeFirst())?.seq ??
  0

describe('a decision of a second person', () => {
  test('is asked of all who may take it, not of who asks, did the work or has no right', async () => {
    const before = await newest()
    await as(judge).does(disposeNcr, ncr, disposition())
    expect(await messages(deputy)).toEqual([
      {
        id: expect.any(String),
        reason: 'approval_wanted',
        record: { kind: 'ncr', id: ncr, no: 'NC-2026-00001' },
        by: 'judge 先生',
        excerpt: null,
        count: null,
        dueOn: null,
        at: ncrNow.toISOString(),
        read: false,
      },
    ])
    for (const other of [judge, worker, guest]) expect(await messages(other)).toEqual([])
    expect(await notifiedSince(before)).toEqual([deputy.userId])
    // Nothing of a record is said to who may not see it.
    expect(await messages({ ...deputy, tags: ['order.view'] })).toEqual([])
  })

  test('is asked of who did the work where the plant lets one person do both', async () => {
    await letOnePersonApprove()
    await as(judge).does(disposeNcr, ncr, disposition())
    expect(await reasons(worker)).toEqual(['approval_wanted'])
  })

  test('on a concession is asked of those with the right for concessions', async () => {
    await letOnePersonApprove()
    await as(judge).does(disposeNcr, ncr, disposition('concession'))
    expect([await reasons(deputy), await reasons(worker)]).toEqual([['approval_wanted'], []])
  })

  test('goes back to who asked, and nobody else is asked any more', async () => {
    await as(judge).does(disposeNcr, ncr, disposition())
    await as(deputy).does(rejectNcr, ncr, { note: '先复测' })
    expect([await reasons(judge), await reasons(deputy, 'true')]).toEqual([['refused'], []])
    await as(judge).does(disposeNcr, ncr, disposition())
    expect(await reasons(deputy, 'true')).toEqual(['approval_wanted'])
    await as(deputy).does(approveNcr, ncr, consent)
    expect(await messages(judge)).toMatchObject([
      { reason: 'approved', by: 'deputy 先生' },
      { reason: 'refused', by: 'deputy 先生' },
    ])
    await as(worker).does(startNcr, ncr, { note: '' })
    await as(worker).does(finishNcr, ncr, { note: '已打磨', cost: null, replace: false })
    expect(await reasons(judge, 'true')).toEqual(['approval_wanted', 'approved', 'refused'])
    await as(judge).does(verifyNcr, ncr, { passed: true, note: '', reinspectionId: null })
    expect([await reasons(worker), await reasons(deputy, 'true')]).toEqual([['approved'], []])
  })

  test('that is no longer needed is asked of nobody; one’s own answer is no message', async () => {
    await as(judge).does(disposeNcr, ncr, disposition())
    const before = await newest()
    await as(deputy).does(cancelNcr, ncr, { note: '误报' })
    expect([await reasons(deputy, 'true'), await reasons(judge)]).toEqual([[], []])
    expect(await notifiedSince(before)).toEqual([deputy.userId])
  })
})

describe('what falls due', () => {
  const now = new Date('2026-03-20T02:00:00Z')
  const due = (more: Partial<DueThing> = {}): DueThing => ({
    kind: 'instrument',
    id: 0,
    term: 'instrument-1/2026-04-01',
    dueOn: '2026-04-01',
    isOverdue: false,
    ...more,
  })
  let instrument = 0
  beforeEach(async () => {
    instrument = await testDb.db.tx(async (write) => {
      const { id } = await write
        .insertInto('instruments')
        .values({
          plant_id: 1,
          code: 'KC-01',
          name: '卡尺',
          updated_by_name: '',
          calibrated_until: '2026-04-01',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  })
  const run = (things: readonly DueThing[], at = now) =>
    remind({ db: testDb.db, due: async () => things.map((one) => ({ ...one, id: instrument })) }, 1, at)

  test('is announced once before its day and once after it, to those responsible', async () => {
    await run([due()])
    await run([due()])
    expect(await messages(deputy)).toMatchObject([
      { reason: 'due', record: { kind: 'instrument', no: 'KC-01' }, dueOn: '2026-04-01', by: null },
    ])
    expect(await messages(judge)).toEqual([])
    await Promise.all([run([due({ isOverdue: true })]), run([due({ isOverdue: true })])])
    await run([due({ term: 'instrument-1/2027-04-01', dueOn: '2027-04-01' })])
    expect(await reasons(deputy)).toEqual(['due', 'overdue', 'due'])
  })

  test('reaches a person who comes later, and no more when its record is gone', async () => {
    await run([due()])
    const later = await addPerson(testDb.db, {
      username: 'later',
      tags: ['quality.view', 'quality.standards'],
    })
    const before = await newest()
    await run([due()])
    expect([await reasons(later), await notifiedSince(before)]).toEqual([['due'], [later.userId]])
    await testDb.db.tx((write) => sql`delete from instruments`.execute(write))
    expect(await messages(later)).toEqual([])
  })

  test('nobody gets a message about what was late when reminders began; for what becomes late afterwards they do, for a month', async () => {
    const requested: string[] = []
    const on = async (at: string) => {
      const late = due({ dueOn: '2026-03-19', isOverdue: true })
      const port = async (_: unknown, __: number, ___: Date, since: string) => {
        requested.push(since)
        return late.dueOn < since ? [] : [{ ...late, id: instrument }]
      }
      await remind({ db: testDb.db, due: port }, 1, new Date(at))
    }
    await on('2026-03-20T02:00:00Z')
    await on('2026-03-21T02:00:00Z')
    expect(await reasons(deputy)).toEqual([])
    await on('2026-06-01T02:00:00Z')
    expect(requested).toEqual(['2026-03-20', '2026-03-20', '2026-05-02'])
    const later = due({ term: 'instrument-1/2026-03-20', dueOn: '2026-03-20', isOverdue: true })
    await run([later], new Date('2026-03-21T02:00:00Z'))
    expect(await reasons(deputy)).toEqual(['overdue'])
  })

  test('of two maintenance plans of a machine each is named', async () => {
    const keeper = await addPerson(testDb.db, {
      username: 'keeper',
      tags: ['equipment.view', 'equipment.maintain'],
    })
    const plans = await testDb.db.tx(async (write) => {
      await seedProfiles(write, 1)
      const { rows } = await sql<{ id: number; machine_id: number }>`
        with machine as (
          insert into machines (plant_id, code, line, name, profile_id, search, updated_by_name)
          select 1, 'DRL-9', 'a', '三维钻', (select id from machine_profiles order by id limit 1), '', '' returning id)
        insert into maintenance_plans (plant_id, machine_id, title, every, last_done_on, due_on, updated_by_name)
        select 1, machine.id, title, 30, '2026-03-01', '2026-03-31', ''
        from machine, unnest(array['换油', '更换滤芯']) title returning id, machine_id`.execute(write)
      return rows
    })
    const things = plans.map(({ id, machine_id: machine }) => {
      const term = `plan-${id}/2026-03-31`
      return due({ kind: 'machine', id: machine, term, dueOn: '2026-03-31' })
    })
    await remind({ db: testDb.db, due: async () => things }, 1, now)
    const named = (await messages(keeper)).map(({ record, excerpt }) => [record.no, excerpt])
    expect(named).toEqual([
      ['DRL-9', '更换滤芯'],
      ['DRL-9', '换油'],
    ])
  })

  test('messages are deleted after the set number of days, read or not', async () => {
    await run([due()])
    await run([due({ isOverdue: true })], new Date('2026-03-21T02:00:00Z'))
    await forgetOldMessages(testDb.db, new Date('2026-09-16T02:00:01Z'), 180)
    expect(await reasons(deputy)).toEqual(['overdue'])
  })
})
