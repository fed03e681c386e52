import { sql } from 'kysely'
import { expect } from 'vitest'
import { newStandard, readAll, actionOf, formOf, chief, inspector } from '../../../test/made-inspections.ts'
import { testActor } from '../../../test/actor.ts'
import { ordersForQuality } from '../../app/ports.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { openCoat } from '../coating/open-coat.ts'
import { coatSpecCrud } from '../coating/coat-specs.ts'
import { measureCoat, judgeCoat } from '../coating/change-coat.ts'
import { oneCoat } from '../coating/coats.queries.ts'
import { createInspections } from '../inspection/create-inspections.ts'
import { lockInspection, judgeInspection, submitInspection } from '../inspection/move-inspection.ts'
import { materialPerson } from '../material/material.fixtures.ts'
import { approveNcr, disposeNcr, finishNcr, startNcr, verifyNcr } from '../ncr/decide-ncr.ts'
import { defectId, ncrPerson, raiseInput } from '../ncr/ncr.fixtures.ts'
import { createRow } from '../../platform/crud/crud-commands.ts'
import { noon, result, testableWelds, weld } from '../welding/welds.fixtures.ts'

const judge = testActor({ userId: '21', cnName: '质检主任', tags: [...inspector.tags, 'quality.concession'] })
const worker = testActor({ userId: '22', cnName: '王班长', tags: ['order.report', 'quality.view'] })

/** Submits, judges and locks an inspection whose points are all read. */
export async function lockAll(db: Database, id: string): Promise<void> {
  await readAll(db, id)
  const version = async () => (await formOf(db, id)).version
  const currentVersion = await version()
  await db.tx((write) => submitInspection(actionOf(write), inspector, id, { version: currentVersion }))
  const submitted = await version()
  const verdict = { verdict: 'pass', note: '' } as const
  await db.tx((write) => judgeInspection(actionOf(write), chief, id, { version: submitted, ...verdict }))
  const judged = await version()
  await db.tx((write) => lockInspection(actionOf(write), chief, id, { version: judged }))
}

/** A coat of pieces with every reading of 150 µm; judged unless stated otherwise. */
export async function madeCoat(db: Database, pieceIds: readonly number[], isJudged = true): Promise<string> {
  const actor = testActor({ cnName: '涂装检验员', tags: [...inspector.tags] })
  const layers = [{ layer: 'primer' as const, product: '环氧富锌', minUm: 60 }]
  const limits = { minUm: 125, maxUm: 300, allowanceUm: 25, rule: 'spot' as const, fire: null, active: true }
  const spec = { code: 'C3-M', name: '室内', layers, ...limits }
  const [known] = await readRows(
    db.reads,
    sql<{ id: number }>`select id from coat_specs where plant_id = 1 and code = ${spec.code}`,
  )
  const specId =
    known === undefined
      ? await db.tx((write) => createRow(coatSpecCrud, { write, actor, now: noon }, spec))
      : String(known.id)
  const climate = { airC: 20, humidity: 50, substrateC: 18.5 }
  const input = { specId, check: 'film' as const, appliedAt: noon.toISOString(), note: '', ...climate }
  const opened = { ...input, pieceIds: pieceIds.map(String) }
  const id = String(await db.tx((write) => openCoat(write, actor, ordersForQuality, opened, noon)))
  const version = async () => (await oneCoat(db.reads, actor, id)).version
  const readings = [1, 2, 3, 4, 5].map(() => ['150', '151.5', '149'])
  const measured = {
    version: await version(),
    pieces: pieceIds.map((piece) => ({ pieceId: String(piece), readings })),
  }
  await db.tx((write) => measureCoat(write, actor, ordersForQuality, id, measured))
  const currentVersion = await version()
  if (isJudged)
    await db.tx((write) => judgeCoat(write, judge, ordersForQuality, id, { version: currentVersion }, noon))
  return id
}

/** A report on pieces, raised and decided; carried out, verified and closed unless stated otherwise. */
export async function madeNcr(db: Database, pieceIds: readonly number[], isClosed = true): Promise<string> {
  const chiefs = ncrPerson(db, ordersForQuality, judge)
  const workers = ncrPerson(db, ordersForQuality, worker)
  const id = await workers.raise(raiseInput(await defectId(db), pieceIds))
  await chiefs.does(disposeNcr, id, {
    disposition: 'rework' as const,
    note: '打磨补焊',
    processId: null,
    crewId: null,
    dueOn: null,
    cause: 'man' as const,
    causeNote: '电流过大',
    cost: 120.5,
  })
  await chiefs.does(approveNcr, id, { note: '同意', agreedBy: null })
  if (!isClosed) return id
  await workers.does(startNcr, id, { note: '' })
  await workers.does(finishNcr, id, { note: '已补焊', cost: 120.5, replace: false })
  const { status } = await chiefs.does(verifyNcr, id, { passed: true, note: '合格', reinspectionId: null })
  expect(status).toBe('closed')
  return id
}

/** An order with heats, a locked inspection, tested welds, a judged coat and a closed report. */
export async function documentedOrder(db: Database) {
  const made = await testableWelds(db, [weld('W1'), weld('W2')], 2)
  for (const [index, id] of made.weldIds.entries())
    await result(db, made.request, id, index === 0 ? { verdict: 'fail' } : {})
  const material = materialPerson(db, ordersForQuality)
  await material.assign((await material.released()).id, made.pieceIds, 50)
  await newStandard(db)
  const pieces = made.pieceIds.map(String)
  const processId = String(made.processes['DimInspected'] ?? 0)
  const { ids } = await db.tx((write) => createInspections(actionOf(write), inspector, { pieces, processId }))
  const inspection = String(ids[0] ?? 0)
  await lockAll(db, inspection)
  const coat = await madeCoat(db, made.pieceIds)
  const ncr = await madeNcr(db, made.pieceIds.slice(0, 1))
  return { ...made, orderId: String(made.orderId), inspection, coat, ncr }
}
