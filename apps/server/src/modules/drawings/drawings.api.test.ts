import type { DrawingFileRow, DrawingRow } from '@cloud-factory/contract/drawings/drawings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runs } from '../../../test/depth.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { multipart } from '../../../test/multipart.ts'
import { getDocumentProxy } from 'unpdf'
import { pdfText } from '../../../test/pdf-text.ts'
import { drawingPdf, titleBlock } from './drawings.fixtures.ts'

let app: TestApp
let orderId: string
let marks: { id: string; mark: string }[]
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ demo: 'all' })
  for (const name of ['planner', 'viewer', 'foreman']) tokens.set(name, (await app.signIn(name)).token)
  const { body } = await call('GET', '/api/orders?status=in_production&pageSize=50')
  const order = body.items.find((one: { marks: number }) => one.marks >= 3)
  orderId = order.id
  await run(sql`update marks set drawing_no = null where order_id = ${orderId}`)
  marks = (await call('GET', `/api/orders/${orderId}/marks?pageSize=3`)).body.items
})
afterAll(() => app.close())
beforeEach(() => run(sql`delete from drawings`).then(() => run(sql`delete from drawing_files`)))

const run = <T>(statement: ReturnType<typeof sql<T>>) =>
  app.database.db.tx((write) => statement.execute(write))
type Method = 'GET' | 'POST' | 'PATCH'
async function call(method: Method, url: string, payload?: object, person = 'planner') {
  const headers = { authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}
type File = readonly [name: string, content: string]
async function send(files: readonly File[], person = 'planner') {
  const { payload, headers } = multipart('files', files, {})
  const url = `/api/orders/${orderId}/drawing-files`
  const all = { ...headers, authorization: tokens.get(person) ?? '' }
  const reply = await app.inject({ method: 'POST', url, headers: all, payload })
  return { status: reply.statusCode, body: reply.json() }
}
let content = 0
const pdf = (...pages: Parameters<typeof drawingPdf>[0]) =>
  drawingPdf(pages.length > 0 ? pages : [[[`content ${(content += 1)}`, 100, 100]]])
const mark = (at: number) => marks[at]?.mark ?? ''
const confirm = async () => (await call('POST', `/api/orders/${orderId}/drawing-files/confirm`, {})).body
const add = async (name: string, bytes = pdf()) => {
  await send([[name, bytes]])
  return confirm()
}
const drawings = async (): Promise<DrawingRow[]> =>
  (await call('GET', `/api/orders/${orderId}/drawings?pageSize=200`)).body.items
const issue = (drawingIds?: string[]) => call('POST', `/api/orders/${orderId}/drawings/issue`, { drawingIds })
const waiting = async (query = ''): Promise<DrawingFileRow[]> =>
  (await call('GET', `/api/orders/${orderId}/drawing-files${query}`)).body.items
const outcomes = async () => Object.fromEntries((await waiting()).map((one) => [one.fileName, one.outcome]))

const assign = (file: DrawingFileRow | undefined, change: object) =>
  call('PATCH', `/api/drawing-files/${file?.id}`, { version: file?.version, ...change })

describe('a folder of drawings', () => {
  test('is matched by file names, otherwise by title blocks; the rest waits for a decision', async () => {
    const files: File[] = [
      [`${mark(0)}_Rev2.pdf`, pdf()],
      ['scan0001.pdf', pdf([['general notes', 60, 500]], titleBlock(mark(1), 'B'))],
      ['scan0002.pdf', pdf([['nothing', 60, 500]])],
      [`${mark(2)}.pdf`, '%PDF-1.7 damaged'],
    ]
    expect((await send(files)).body.items).toMatchObject([
      { outcome: 'matched', drawingNo: mark(0), revision: '2', source: 'name', marks: [{ mark: mark(0) }] },
      { outcome: 'matched', drawingNo: mark(1), revision: 'B', source: 'text', pages: 2 },
      { outcome: 'unmatched', drawingNo: 'scan0002', source: null },
      { outcome: 'unreadable', pages: null },
    ])
    expect(await confirm()).toEqual({ drawings: 2, revisions: 2, unchanged: 0, left: 2 })
    const rows = await drawings()
    expect(rows.map(({ drawingNo }) => drawingNo).sort()).toEqual([mark(0), mark(1)].sort())
    // The text says which page shows the drawing.
    expect(rows.find(({ drawingNo }) => drawingNo === mark(1))?.current).toMatchObject({
      page: 2,
      revision: 'B',
    })
    expect(await outcomes()).toEqual({ 'scan0002.pdf': 'unmatched', [`${mark(2)}.pdf`]: 'unreadable' })
  })

  test('both revisions of one drawing are added; the higher is current, whatever their order', async () => {
    await send([
      [`${mark(0)}-B.pdf`, pdf()],
      [`${mark(0)}-A.pdf`, pdf()],
    ])
    expect(await outcomes()).toEqual({ [`${mark(0)}-B.pdf`]: 'matched', [`${mark(0)}-A.pdf`]: 'older' })
    expect(await confirm()).toMatchObject({ drawings: 1, revisions: 2 })
    const [row] = await drawings()
    const { body } = await call('GET', `/api/drawings/${row?.id}`)
    expect(body.revisions).toMatchObject([
      { revision: 'B', status: 'received' },
      { revision: 'A', status: 'superseded' },
    ])
  })

  test('says what each file is beside what the order has', async () => {
    const bytes = pdf()
    await add(`${mark(0)}-B.pdf`, bytes)
    await send([
      [`${mark(0)} rev B.pdf`, bytes],
      [`${mark(0)}_B.pdf`, pdf()],
      [`${mark(0)}-A.pdf`, pdf()],
      [`${mark(0)}-C.pdf`, pdf()],
    ])
    expect(await outcomes()).toEqual({
      [`${mark(0)} rev B.pdf`]: 'same_file',
      [`${mark(0)}_B.pdf`]: 'revision_differs',
      [`${mark(0)}-A.pdf`]: 'older',
      [`${mark(0)}-C.pdf`]: 'new_revision',
    })
    expect(await confirm()).toEqual({ drawings: 0, revisions: 2, unchanged: 1, left: 1 })
  })

  test('with the number of another order is not added', async () => {
    const { rows } = await run(sql<{ mark: string; no: string }>`
      select m.mark, o.no from marks m join orders o on o.id = m.order_id where o.id <> ${orderId}
        and m.mark not in (select mark from marks where order_id = ${orderId}) order by o.id desc limit 1`)
    await send([[`${rows[0]?.mark}_Rev1.pdf`, pdf()]])
    expect(await waiting()).toMatchObject([{ outcome: 'other_order', drawingNo: rows[0]?.mark }])
    expect((await waiting())[0]?.other).not.toBeNull()
    expect(await confirm()).toMatchObject({ drawings: 0, left: 1 })
  })

  test('by hand a file gets its number and its marks, or leaves the list', async () => {
    await send([
      ['a.pdf', pdf()],
      ['b.pdf', pdf()],
    ])
    const [a, b] = await waiting()
    const input = { drawingNo: 'GA-1', revision: '0', title: 'Plan', kind: 'erection' }
    const change = { ...input, markIds: marks.map(({ id }) => id) }
    const changed = await assign(a, change)
    expect(changed.body).toMatchObject({ outcome: 'matched', source: 'hand', ...input })
    expect(await assign(a, change)).toMatchObject({ status: 409 })
    // A number that is a mark makes it an assembly drawing.
    const { body: assembly } = await assign(b, { ...input, kind: undefined, drawingNo: mark(0), markIds: [] })
    expect(assembly).toMatchObject({ kind: 'assembly', marks: [{ mark: mark(0) }] })
    const removal = { ids: [b?.id] }
    expect((await call('POST', `/api/orders/${orderId}/drawing-files/remove`, removal)).body).toEqual({
      removed: 1,
    })
    await confirm()
    const [row] = await drawings()
    expect(row).toMatchObject({ drawingNo: 'GA-1', kind: 'erection', title: 'Plan' })
    expect(row?.marks.map(({ id }) => id).sort()).toEqual(marks.map(({ id }) => id).sort())
    const { version } = row ?? {}
    const fewer = { version, title: 'Ground floor', kind: 'general', markIds: [marks[0]?.id] }
    expect((await call('PATCH', `/api/drawings/${row?.id}`, fewer)).body).toMatchObject({
      title: 'Ground floor',
      marks: [{ id: marks[0]?.id }],
    })
  })

  test('of many files is read and added within one list', async () => {
    const count = runs(40, 200)
    const numbers = Array.from({ length: count }, (_, at) => `Z${String(at).padStart(3, '0')}`)
    await run(sql`insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, weight_source, updated_by_name)
      select plant_id, id, z, 'test', 'beam', '', 1, 'none', '' from orders cross join unnest(${numbers}::text[]) z
      where id = ${orderId}`)
    for (let from = 0; from < count; from += 20) {
      const names = numbers.slice(from, from + 20)
      // Every tenth has only its title block.
      await send(
        names.map((no, at): File => {
          const bytes = pdf([[`sheet ${no}`, 50, 500], ...titleBlock(no, 'A')])
          return [at % 10 === 0 ? `print${no.slice(1)}x.pdf` : `${no}_RevA.pdf`, bytes]
        }),
      )
    }
    const { body } = await call('GET', `/api/orders/${orderId}/drawing-files`)
    expect(body).toMatchObject({ total: count, ready: count, counts: { matched: count } })
    expect(await confirm()).toEqual({ drawings: count, revisions: count, unchanged: 0, left: 0 })
    await run(sql`delete from marks where order_id = ${orderId} and mark = any(${numbers}::text[])`)
  })

  test('is refused without the right, of other types, and in a closed order', async () => {
    expect((await send([['a.pdf', pdf()]], 'viewer')).status).toBe(403)
    expect(await send([['a.txt', 'x']])).toMatchObject({ status: 400, body: { code: 'file.unknown_type' } })
    expect((await call('GET', '/api/orders/99999999/drawings')).status).toBe(404)
    await run(sql`update orders set status = 'closed' where id = ${orderId}`)
    expect(await send([['a.pdf', pdf()]])).toMatchObject({ body: { params: { reason: 'order.closed' } } })
    await run(sql`update orders set status = 'in_production' where id = ${orderId}`)
  })
})

describe('revisions in the workshop', () => {
  const piece = async () =>
    (await call('GET', `/api/orders/${orderId}/pieces?pageSize=200&markId=${marks[0]?.id}`)).body.items[0]
  const ofPiece = async (id: string) =>
    (await call('GET', `/api/pieces/${id}/drawings`, undefined, 'foreman')).body.items

  test('the issued revision is valid until a higher one is issued; then it is marked', async () => {
    const file = async (id: string) => {
      const headers = { authorization: tokens.get('viewer') ?? '' }
      const reply = await app.inject({ url: `/api/drawing-revisions/${id}/file`, headers })
      const page = await (await getDocumentProxy(new Uint8Array(reply.rawPayload))).getPage(1)
      const notes = (await page.getAnnotations()).map((note) => [note.subtype, note.contentsObj?.str])
      return { name: reply.headers['content-disposition'], text: await pdfText(reply.rawPayload), notes }
    }
    await add(`${mark(0)}-A.pdf`, pdf([['first', 100, 100]]))
    expect((await issue()).body).toEqual({ issued: 1 })
    await add(`${mark(0)}-B.pdf`, pdf([['second', 100, 100]]))
    const [row] = await drawings()
    expect(row).toMatchObject({ current: { revision: 'B', status: 'received' }, issued: { revision: 'A' } })
    const { id } = await piece()
    expect(await ofPiece(id)).toMatchObject([{ valid: { revision: 'A' }, madeTo: null, isOutdated: false }])
    const old = row?.issued?.id ?? ''
    expect(await file(old)).toMatchObject({ text: 'first', notes: [] })
    const print = await call('POST', `/api/drawing-revisions/${old}/prints`, { way: 'print' }, 'foreman')
    expect(print).toMatchObject({ status: 201, body: { revision: 'A', status: 'issued', returned: null } })
    const prints = async () =>
      (await call('GET', `/api/orders/${orderId}/drawing-prints?open=true`, undefined, 'foreman')).body.items
    expect(await prints()).toEqual([])

    await issue([row?.id ?? ''])
    expect(await ofPiece(id)).toMatchObject([{ valid: { revision: 'B', status: 'issued' } }])
    const marked = await file(old)
    expect(marked.name).toContain('superseded')
    expect(marked.text).toContain('first')
    expect(marked.notes).toEqual([
      ['Ink', ''],
      ['FreeText', 'SUPERSEDED BY REV. B'],
    ])
    expect(await prints()).toMatchObject([{ id: print.body.id, status: 'superseded', by: print.body.by }])
    const back = `/api/drawing-prints/${print.body.id}/take-back`
    expect((await call('POST', back, undefined, 'viewer')).status).toBe(403)
    expect((await call('POST', back, undefined, 'foreman')).body.returned).not.toBeNull()
    expect((await call('POST', back, undefined, 'foreman')).status).toBe(409)
    expect(await prints()).toEqual([])
  })

  test('a piece keeps the revision of its first work report, until that is undone', async () => {
    const { rows } = await run(sql<{ id: string; mark: string; mark_id: string; process: string }>`
      select p.id::text, m.mark, m.id::text as mark_id, p.next_process_id::text as process
      from pieces p join marks m on m.id = p.mark_id join processes s on s.id = p.next_process_id
      where p.order_id = ${orderId} and p.steps_done = 0 and p.step_part = 0 and p.holds = 0 and p.status = 'issued' limit 1`)
    const target = rows[0]
    if (target === undefined) throw new Error('no piece without work')
    await add(`${target.mark}-A.pdf`)
    await issue()
    const step = { processId: target.process, pieces: [target.id], part: 0.5, source: 'list' }
    const unspecified = { crewId: null, worker: null, hours: null, withEarlier: false }
    const body = { ...step, ...unspecified, clientKey: crypto.randomUUID() }
    const reported = await call('POST', '/api/work-reports', body, 'foreman')
    expect(reported.body.items).toMatchObject([{ outcome: 'reported' }])
    await add(`${target.mark}-B.pdf`)
    expect(await ofPiece(target.id)).toMatchObject([{ madeTo: { revision: 'A' }, isOutdated: false }])
    await issue()
    expect(await ofPiece(target.id)).toMatchObject([
      { madeTo: { revision: 'A', status: 'superseded' }, valid: { revision: 'B' }, isOutdated: true },
    ])
    const again = { ...body, part: 0.5, clientKey: crypto.randomUUID() }
    await call('POST', '/api/work-reports', again, 'foreman')
    expect(await ofPiece(target.id)).toMatchObject([{ madeTo: { revision: 'A' } }])
    const { items } = (await call('GET', `/api/work-reports?pieceId=${target.id}&sort=-reportedAt`)).body
    for (const { id } of items)
      await call('POST', `/api/work-reports/${id}/undo`, { reason: 'wrong piece' }, 'foreman')
    const anew = { ...body, clientKey: crypto.randomUUID() }
    await call('POST', '/api/work-reports', anew, 'foreman')
    expect(await ofPiece(target.id)).toMatchObject([{ madeTo: { revision: 'B' }, isOutdated: false }])
  })
})

describe('release of an order', () => {
  test('names the marks without an issued drawing where the project requires them', async () => {
    const { rows } = await run(sql<{ id: string; project_id: string }>`
      select o.id::text, project_id::text from orders o where status = 'confirmed' and marks > 1 order by marks limit 1`)
    const order = rows[0]
    if (order === undefined) throw new Error('no confirmed order')
    const first = orderId
    orderId = order.id
    await run(sql`update projects set drawings_required = true where id = ${order.project_id}`)
    const release = async () => {
      const { version } = (await call('GET', `/api/orders/${order.id}`)).body
      return call('POST', `/api/orders/${order.id}/release`, { version, reason: 'test' })
    }
    const names = (
      await run(sql<{ mark: string; no: string }>`
      select mark, coalesce(drawing_no, mark) as no from marks where order_id = ${order.id} order by mark`)
    ).rows
    const refused = { reason: 'order.drawings_missing', marks: names.length }
    expect((await release()).body).toMatchObject({ code: 'state.refused', params: refused })
    const all = [...new Set(names.map(({ no }) => no))]
    for (let from = 0; from < all.length; from += 20)
      await send(all.slice(from, from + 20).map((no): File => [`${no}_Rev1.pdf`, pdf()]))
    expect(await confirm()).toMatchObject({ drawings: all.length })
    expect((await release()).body.params).toMatchObject(refused)
    await issue()
    expect((await release()).status).toBe(200)
    orderId = first
  })
})
