import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testActor } from '../../../test/actor.ts'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { actionOf, formOf, newInspection, readAll } from '../../../test/made-inspections.ts'
import { madePieces } from '../../../test/made-pieces.ts'
import { planOf } from '../../../test/plan-of.ts'
import { ordersForQuality } from '../../app/ports.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { contributions } from '../../platform/auth/four-eyes.queries.ts'
import { measureCoat, judgeCoat } from '../coating/change-coat.ts'
import { openCoat } from '../coating/open-coat.ts'
import { coatSpecCrud } from '../coating/coat-specs.ts'
import { listCoats, oneCoat } from '../coating/coats.queries.ts'
import { correctInspection } from '../inspection/change-inspection.ts'
import { lockInspection, judgeInspection, submitInspection } from '../inspection/move-inspection.ts'
import { saveReadings } from '../inspection/save-readings.ts'
import { listCertificates, oneCertificate } from '../material/certificates.queries.ts'
import { acceptCertificate, changeCertificate } from '../material/save-certificate.ts'
import { releaseLot } from '../material/change-lot.ts'
import { listLots, oneLot } from '../material/lots.queries.ts'
import { goodValues, materialPerson } from '../material/material.fixtures.ts'
import { disposeNcr, approveNcr, finishNcr, startNcr, verifyNcr } from '../ncr/decide-ncr.ts'
import { editNcr } from '../ncr/edit-ncr.ts'
import { defectId, ncrNow, ncrPerson, raiseInput } from '../ncr/ncr.fixtures.ts'
import { listNcrs } from '../ncr/ncrs.queries.ts'
import { createRow } from '../../platform/crud/crud-commands.ts'

// Three people in turn: what the first and the second wrote was written over, and still they do not judge it.

const tags = [
  'quality.view',
  'quality.inspect',
  'quality.judge',
  'quality.concession',
  'quality.standards',
  'order.report',
]
const [first, second, third, other] = ['31', '32', '33', '34'].map((userId) =>
  testActor({ userId, tags }),
) as [Actor, Actor, Actor, Actor]
const now = new Date('2026-03-20T04:00:00Z')

let testDb: TestDatabase
beforeAll(async () => {
  testDb = await testDatabase()
})
beforeEach(() => testDb.wipe())
afterAll(() => testDb.close())

const own = (decision: string) => ({
  code: 'state.refused',
  facts: { params: expect.objectContaining({ reason: `four_eyes.${decision}` }) },
})

test('an inspection: nobody whose reading was overwritten judges it, nor a corrected version of it', async () => {
  const { id } = await newInspection(testDb.db, { quantity: 1 })
  await readAll(testDb.db, id, first)
  const again = async (of: string, actor: Actor) => {
    const { readings } = await formOf(testDb.db, of)
    const inputs = readings.map(({ itemId, pieceId, point, value }) => ({
      itemId,
      pieceId,
      point,
      value,
      was: value,
    }))
    await testDb.db.tx((write) => saveReadings(actionOf(write), actor, of, inputs))
  }
  await again(id, second)
  const versionOf = async (of: string) => ({ version: (await formOf(testDb.db, of)).version })
  const submit = async (of: string) => {
    const input = await versionOf(of)
    await testDb.db.tx((write) => submitInspection(actionOf(write), third, of, input))
  }
  const judge = async (of: string, actor: Actor) => {
    const input = { ...(await versionOf(of)), verdict: 'pass' as const, note: '' }
    await testDb.db.tx((write) => judgeInspection(actionOf(write), actor, of, input))
  }
  await submit(id)
  for (const actor of [first, second, third]) {
    expect((await formOf(testDb.db, id, actor)).can.judge).toBe('four_eyes.inspection_judge')
    await expect(judge(id, actor)).rejects.toMatchObject(own('inspection_judge'))
  }
  expect((await formOf(testDb.db, id, other)).can.judge).toBe(true)
  await judge(id, other)
  const judged = await versionOf(id)
  await testDb.db.tx((write) => lockInspection(actionOf(write), other, id, judged))
  const locked = { ...(await versionOf(id)), reason: '复核' }
  const next = String(await testDb.db.tx((write) => correctInspection(actionOf(write), third, id, locked)))
  await submit(next)
  expect((await formOf(testDb.db, next, first)).can.judge).toBe('four_eyes.inspection_judge')
  await judge(next, other)
})

test('a coat: who measured before the last one does not judge it', async () => {
  const { pieceIds } = await madePieces(testDb.db, { quantity: 1 })
  const spec = { code: 'C3', name: 'C3', layers: [], minUm: 125, maxUm: null, allowanceUm: 25, fire: null }
  const specId = await testDb.db.tx((write) =>
    createRow(coatSpecCrud, { write, actor: first, now }, { ...spec, rule: 'spot', active: true }),
  )
  const climate = { airC: 20, humidity: 50, substrateC: 18.5 }
  const pieces = pieceIds.map(String)
  const opened = {
    ...climate,
    specId,
    check: 'film' as const,
    appliedAt: now.toISOString(),
    note: '',
    pieceIds: pieces,
  }
  const id = String(await testDb.db.tx((write) => openCoat(write, first, ordersForQuality, opened, now)))
  for (const actor of [second, third]) {
    const { version } = await oneCoat(testDb.db.reads, actor, id)
    const readings = Array.from({ length: 5 }, () => ['130', '130', '130'])
    const input = { version, pieces: pieces.map((pieceId) => ({ pieceId, readings })) }
    await testDb.db.tx((write) => measureCoat(write, actor, ordersForQuality, id, input))
  }
  const { version } = await oneCoat(testDb.db.reads, other, id)
  const judge = (actor: Actor) =>
    testDb.db.tx((write) => judgeCoat(write, actor, ordersForQuality, id, { version }, now))
  for (const actor of [first, second, third]) {
    expect((await oneCoat(testDb.db.reads, actor, id)).can.judge).toBe('four_eyes.coat_judge')
    expect((await listCoats(testDb.db.reads, actor, {})).items[0]?.can.judge).toBe('four_eyes.coat_judge')
    await expect(judge(actor)).rejects.toMatchObject(own('coat_judge'))
  }
  expect((await listCoats(testDb.db.reads, other, {})).items[0]?.can.judge).toBe(true)
  await judge(other)
})

test('a mill certificate and its lot: who changed the values in between accepts and releases nothing', async () => {
  const person = materialPerson(testDb.db, ordersForQuality)
  const { items } = await person.receive()
  const [{ id: lotId, heat } = { id: '', heat: { id: '' } }] = items
  const { id, no } = await person.certify(heat.id, {}, {}, first)
  for (const actor of [second, third]) {
    const { version } = await oneCertificate(testDb.db.reads, actor, id)
    const lines = [{ heatId: heat.id, gradeCode: 'Q355B', thicknessMm: '16', values: goodValues }]
    const head = {
      no,
      kind: '3.1' as const,
      supplier: '北方钢联',
      issuedOn: '2026-03-10',
      note: actor.userId,
    }
    await testDb.db.tx((write) => changeCertificate(write, actor, id, { version, ...head, lines }))
  }
  const { version } = await oneCertificate(testDb.db.reads, other, id)
  const accept = (actor: Actor) =>
    testDb.db.tx((write) => acceptCertificate(write, actor, id, { version }, now))
  const listed = async (actor: Actor) =>
    (await listCertificates(testDb.db.reads, actor, {})).items[0]?.can.accept
  for (const actor of [first, second, third]) {
    expect(await listed(actor)).toBe('four_eyes.certificate_accept')
    await expect(accept(actor)).rejects.toMatchObject(own('certificate_accept'))
  }
  expect(await listed(other)).toBe(true)
  await accept(other)
  const lot = await oneLot(testDb.db.reads, other, lotId)
  const release = (actor: Actor) =>
    testDb.db.tx((write) => releaseLot(write, actor, lotId, { version: lot.version }, now))
  for (const actor of [first, second, third]) {
    expect((await listLots(testDb.db.reads, actor, {})).items[0]?.can.release).toBe('four_eyes.lot_release')
    await expect(release(actor)).rejects.toMatchObject(own('lot_release'))
  }
  expect((await listLots(testDb.db.reads, other, {})).items[0]?.can.release).toBe(true)
  await release(other)
})

test('a report of non-conformance: who described it anew or executed an earlier round does not verify it', async () => {
  const { pieceIds } = await madePieces(testDb.db, { quantity: 1 })
  const person = (actor: Actor) => ncrPerson(testDb.db, ordersForQuality, actor)
  const defect = await defectId(testDb.db)
  const id = await person(first).raise(raiseInput(defect, pieceIds))
  const known = {
    defectId: defect,
    severity: 'minor' as const,
    description: '咬边 0.8 mm',
    crewId: null,
    dueOn: null,
    cause: null,
    causeNote: '',
    cost: null,
  }
  await person(second).does(editNcr, id, known)
  const round = async (executing: Actor, passed: boolean) => {
    const rework = { disposition: 'rework' as const, processId: null, cause: 'man' as const }
    await person(other).does(disposeNcr, id, { ...known, ...rework, note: '打磨' })
    for (const actor of [first, second])
      expect((await person(actor).detail(id)).can.approve).toBe('four_eyes.ncr_approve')
    await person(other).does(approveNcr, id, { note: '', agreedBy: null })
    await person(executing).does(startNcr, id, { note: '' })
    await person(executing).does(finishNcr, id, { note: '', cost: null, replace: false })
    const verdict = { passed, note: '', reinspectionId: null }
    for (const actor of [first, second, third]) {
      const { items } = await listNcrs(testDb.db.reads, actor, {}, ncrNow)
      expect(items[0]?.can.verify).toBe('four_eyes.ncr_verify')
      await expect(person(actor).does(verifyNcr, id, verdict)).rejects.toMatchObject(own('ncr_verify'))
    }
    return person(other).does(verifyNcr, id, verdict)
  }
  expect((await round(third, false)).status).toBe('open')
  expect((await round(first, true)).status).toBe('closed')
})

test('contributions are looked up by record and person, however much a record was written to', async () => {
  await testDb.db.tx(async (write) => {
    await sql`
      insert into audit_log (plant_id, at, actor_id, actor_name, address, request_id, action, subject_kind, subject_id,
        subject_name, prev_hash, hash)
      select 1, now(), n % 50, 'x', '', '', 'coats.measure', 'coat', (n % 400)::text, 'x', n::text, n::text
      from generate_series(1, 40000) n`.execute(write)
    await sql`analyze audit_log`.execute(write)
  })
  const ids = Array.from({ length: 200 }, (_, index) => index)
  const query = contributions({ plantId: 1, userId: '7' }, ['coat_judge'], ids)
  const plan = await planOf(testDb.db, sql`(analyze) ${query}`)
  expect(plan).toContain('Index Only Scan using audit_log_by_contributor')
  expect(plan).not.toContain('Seq Scan on audit_log')
})
