import type { StandardFile, StandardFilePreview } from '@cloud-factory/contract/standards/standard-files'
import type { EditionRow, StandardItemRow, StandardRow } from '@cloud-factory/contract/standards/standards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { multipart } from '../../../../test/multipart.ts'

let app: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  app = await testApp({ demo: 'none' })
  headers = { authorization: (await app.signIn('admin')).token }
}, 120_000)
afterAll(() => app.close())

async function got<T>(url: string): Promise<T> {
  return (await app.inject({ url, headers })).json()
}
const change = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })

async function send(action: 'preview' | 'apply', content: unknown, fields: Record<string, string> = {}) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const form = multipart('file', [['standard.json', text]], fields)
  const url = `/api/standard-files/${action}`
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { ...form.headers, ...headers },
    payload: form.payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}
const preview = async (content: unknown, fields = {}) =>
  (await send('preview', content, fields)).body as StandardFilePreview

async function shipped(code = 'GB 50205') {
  const { items } = await got<{ items: StandardRow[] }>('/api/standards')
  const standard = items.find((row) => row.code === code)
  const edition = standard?.inUse ?? null
  if (standard === undefined || edition === null) throw new Error(`no standard ${code}`)
  const reply = await app.inject({
    url: `/api/editions/${edition.id}/file`,
    headers,
  })
  return { standard, edition, reply, file: reply.json() as StandardFile }
}
const itemsOf = async (id: string) => {
  const first = await got<{ items: StandardItemRow[]; total: number }>(
    `/api/editions/${id}/items?pageSize=200`,
  )
  return first.items
}
const facts = ({ id: _i, editionId: _e, position: _p, version: _v, can: _c, ...rest }: StandardItemRow) =>
  rest

test('an edition goes out as a file and comes back as the same items, under another number', async () => {
  const { edition, reply, file } = await shipped()
  expect(reply.headers['content-type']).toContain('application/json')
  expect(reply.headers['content-disposition']).toContain('GB 50205')
  expect(file).toMatchObject({ format: 'cloud-factory.standard', schema: 1, standard: { code: 'GB 50205' } })
  const same = await preview(file, { no: 'COPY' })
  expect(same).toMatchObject({ outcome: 'new_edition', no: 'COPY', errors: [], changes: [], version: null })
  expect(same.against?.id).toBe(edition.id)
  const { status, body } = await send('apply', file, { no: 'COPY' })
  expect([status, body.status, body.no]).toEqual([201, 'draft', 'COPY'])
  expect((await itemsOf(body.id)).map(facts)).toEqual((await itemsOf(edition.id)).map(facts))
})

test('a standard that is not there is written whole', async () => {
  const { file } = await shipped('AWS D1.1')
  const own = { ...file, standard: { ...file.standard, code: 'Q/CF 9' }, items: file.items.slice(0, 2) }
  expect(await preview(own)).toMatchObject({ outcome: 'new_standard', items: 2, against: null })
  const made = (await send('apply', own)).body as EditionRow
  expect(made).toMatchObject({ no: file.edition.no, status: 'draft', items: 2 })
  const { standard } = await shipped('Q/CF 9')
  expect(standard).toMatchObject({ names: file.standard.names, verdict: file.standard.verdict, editions: 1 })
})

test('a draft is changed item by item: what stays keeps its id, and only the version that was previewed is', async () => {
  const { file } = await shipped('EN 1090-2 (1)')
  const draft = (await send('apply', file, { no: 'DRAFT' })).body as EditionRow
  const before = await itemsOf(draft.id)
  const [first, second, ...rest] = file.items
  if (first === undefined || second === undefined) throw new Error('a shipped edition has items')
  const fresh = { ...first, names: { zh: '新项', en: 'New item', es: 'Ítem nuevo' } }
  // The first is gone, the last two have changed places, the second has another rule, a new one leads.
  const tight = { ...second, measures: 'deviation', nominalOf: null, rule: { kind: 'max', v: '0.5' } }
  const changed = { ...file, items: [fresh, tight, ...rest.slice(0, -2), rest.at(-1), rest.at(-2)] }
  const previewed = await preview(changed, { no: 'DRAFT' })
  expect(previewed).toMatchObject({ outcome: 'changed_draft', version: draft.version })
  expect(previewed.changes.map((one) => [one.change, one.names.en])).toEqual([
    ['added', 'New item'],
    ['changed', second.names.en],
    ['removed', first.names.en],
  ])
  const version = String(draft.version)
  for (const stale of [{ no: 'DRAFT' }, { no: 'DRAFT', version: '9' }, { no: 'GONE', version }])
    expect((await send('apply', changed, stale)).body.code).toBe('version.conflict')
  expect(await itemsOf(draft.id)).toEqual(before)

  const after = (await send('apply', changed, { no: 'DRAFT', version })).body as EditionRow
  expect(after).toMatchObject({ id: draft.id, version: draft.version + 1, items: file.items.length })
  const items = await itemsOf(draft.id)
  const ids = before.map(({ id }) => id)
  expect(items.map(facts)).toMatchObject(changed.items)
  expect(items.slice(1).map(({ id }) => id)).toEqual([...ids.slice(1, -2), ids.at(-1), ids.at(-2)])
  expect(ids).not.toContain(items[0]?.id)
  const again = await preview(changed, { no: 'DRAFT' })
  expect(again.changes).toEqual([])
})

test('an approved edition is never written over, nor a standard that judges by another rule', async () => {
  const { file } = await shipped()
  const draft = (await send('apply', file, { no: 'FINAL' })).body as EditionRow
  await change('POST', `/api/editions/${draft.id}/approve`, { version: draft.version })
  const wrong = async (content: unknown) => {
    const { outcome, errors } = await preview(content, { no: 'FINAL' })
    const { body } = await send('apply', content, { no: 'FINAL', version: String(draft.version) })
    return [outcome, errors, body.code, body.params?.reason]
  }
  const at = (field: string, reason: string) => [
    'refused',
    [{ item: null, field, reason }],
    'state.refused',
    reason,
  ]
  expect(await wrong(file)).toEqual(at('edition.no', 'edition.not_draft'))
  const other = {
    ...file,
    edition: { ...file.edition, no: 'NEW' },
    standard: { ...file.standard, verdict: 'all' },
  }
  expect((await preview(other)).errors).toEqual([
    { item: null, field: 'standard.verdict', reason: 'standard_file.other_verdict' },
  ])
})

test('what is wrong in a file is told by item and field, and nothing of it is written', async () => {
  const { file } = await shipped()
  const count = async () => (await got<{ total: number }>(`/api/standards`)).total
  const before = await count()
  const [item] = file.items
  const reported = async (content: unknown) =>
    (await preview(content)).errors.map(({ item: at, field, reason }) => [at, field, reason])
  const withItem = (...items: object[]) => ({
    ...file,
    standard: { ...file.standard, code: 'NEW 1' },
    items: items.map((one) => ({ ...item, ...one })),
  })
  expect(await reported('{')).toEqual([[null, '', 'standard_file.not_json']])
  expect(await reported('[]')).toEqual([[null, 'format', 'standard_file.other']])
  expect(await reported('"\\u0000"')).toEqual([[null, '', 'standard_file.not_json']])
  expect(await reported({ ...file, schema: 2 })).toEqual([[null, 'schema', 'standard_file.newer']])
  expect(await reported({ ...file, items: undefined })).toEqual([[null, 'items', 'missing']])
  expect(await reported(withItem({}, { points: 0, extra: 1 }))).toEqual([
    [2, 'points', 'too_small.number'],
    [2, 'extra', 'unknown_field'],
  ])
  expect(
    await reported(
      withItem(
        { measures: 'deviation', nominalOf: null, rule: { kind: 'max', v: '2,5' } },
        { rule: { kind: 'byPlace', joint: { kind: 'max', v: '1' }, other: { kind: 'ratio', of: 'L' } } },
        { rule: { kind: 'guess' } },
      ),
    ),
  ).toEqual([
    [1, 'rule.v', 'format.regex'],
    [2, 'rule.other.div', 'missing'],
    [2, 'rule.other.sign', 'invalid_value'],
    [3, 'rule', 'invalid_union'],
  ])
  expect(
    await reported(withItem({ measures: 'visual', nominalOf: null, rule: { kind: 'max', v: '1' } })),
  ).toEqual([[1, 'rule', 'item.by_eye']])
  const { body } = await send('apply', withItem({ points: 0 }))
  expect(body).toMatchObject({ code: 'state.refused', params: { reason: 'standard_file.wrong' } })
  expect(await count()).toBe(before)
})
