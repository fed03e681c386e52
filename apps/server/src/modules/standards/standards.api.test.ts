import type {
  EditionRow,
  ItemChange,
  StandardItemRow,
  StandardRow,
} from '@cloud-factory/contract/standards/standards'
import type { LimitRow } from '@cloud-factory/contract/standards/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { seedStandards } from './shipped/take-shipped.ts'

let app: TestApp
let tokens: Record<'admin' | 'inspector', string>
beforeAll(async () => {
  app = await testApp()
  const [admin, inspector] = await Promise.all([app.signIn('admin'), app.signIn('inspector')])
  tokens = { admin: admin.token, inspector: inspector.token }
}, 120_000)
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
async function ask(method: Method, url: string, payload?: object, who: keyof typeof tokens = 'admin') {
  const headers = { authorization: tokens[who] }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}
const items = async <T>(url: string): Promise<T[]> => {
  const { status, body } = await ask('GET', url)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
async function done<T>(method: Method, url: string, payload?: object): Promise<T> {
  const { status, body } = await ask(method, url, payload)
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
async function refused(method: Method, url: string, payload?: object, who: keyof typeof tokens = 'admin') {
  const { status, body } = await ask(method, url, payload, who)
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  return {
    code: body.code,
    reason: body.params?.reason,
    fields: body.errors?.map((e: { path: string }) => e.path),
  }
}

const shipped = async (code: string) => {
  const standard = (await items<StandardRow>('/api/standards')).find((row) => row.code === code)
  if (standard === undefined || standard.inUse === null) throw new Error(`${code} is not shipped`)
  return { standard, editionId: standard.inUse.id }
}
const draftOf = async (no: string) => {
  const { standard, editionId } = await shipped('GB 50205')
  const body = { no, validFrom: null, source: '', copyOf: editionId }
  return done<EditionRow>('POST', `/api/standards/${standard.id}/editions`, body)
}
const newItem = {
  shape: 'beam',
  stages: ['final'],
  names: { zh: '挠度', en: 'Deflection', es: 'Deformación' },
  class: 'general',
  measures: 'deviation',
  nominalOf: null,
  rule: { kind: 'max', v: '2.0' },
  optional: false,
  unit: 'mm',
  tool: 'wire',
  method: '',
  points: 1,
  sampling: '',
  clause: '8.5',
  certainty: 'official',
  source: '',
}

test('four sets are shipped as drafts with their sources, once', async () => {
  const before = await items<StandardRow>('/api/standards')
  expect(before.map(({ code }) => code)).toEqual(['AWS D1.1', 'EN 1090-2 (1)', 'EN 1090-2 (2)', 'GB 50205'])
  for (const { inUse } of before) expect(inUse?.status).toBe('draft')
  await app.database.db.tx((write) => seedStandards(write, 1))
  expect(await items<StandardRow>('/api/standards')).toEqual(before)
  const { standard, editionId } = await shipped('GB 50205')
  const [edition] = await items<EditionRow>(`/api/standards/${standard.id}/editions`)
  expect(edition?.source).toContain('未核对')
  expect(edition?.items).toBeGreaterThan(70)
  const beams = await items<StandardItemRow>(`/api/editions/${editionId}/items?shape=beam`)
  expect(beams.length).toBeGreaterThan(5)
  expect(beams.every(({ certainty }) => certainty !== 'official')).toBe(true)
})

test('an approved edition is signed and never changes; a correction is a new edition that shows its difference', async () => {
  const draft = await draftOf('2020-A')
  expect(draft).toMatchObject({ status: 'draft', items: expect.any(Number) as number })
  const added = await done<StandardItemRow>('POST', `/api/editions/${draft.id}/items`, {
    version: 1,
    ...newItem,
  })
  const list = await items<StandardItemRow>(`/api/editions/${draft.id}/items?shape=beam`)
  expect(list.at(-1)?.id).toBe(added.id)
  const length = list[0]
  if (length === undefined) throw new Error('a beam has items')

  const { can: _can, id: lengthId, editionId: _edition, position: _position, verified: _v, ...facts } = length
  const tighter = { ...facts, rule: { kind: 'abs', lo: '-1', hi: '1' } }
  expect(await refused('PATCH', `/api/standard-items/${lengthId}`, { ...tighter, version: 1 })).toMatchObject(
    {
      code: 'version.conflict',
    },
  )
  const changed = await done<StandardItemRow>('PATCH', `/api/standard-items/${lengthId}`, tighter)
  const second = list[1]
  await done('DELETE', `/api/standard-items/${second?.id}?version=${changed.version}`)

  const { editionId } = await shipped('GB 50205')
  const difference = await items<ItemChange>(`/api/editions/${draft.id}/difference?against=${editionId}`)
  expect(difference.map(({ change, names, fields }) => [change, names.en, fields])).toEqual([
    ['changed', 'Length', ['rule']],
    ['added', 'Deflection', []],
    ['removed', 'Length with end plates', []],
  ])

  const version = changed.version + 1
  const approved = await done<EditionRow>('POST', `/api/editions/${draft.id}/approve`, { version })
  expect(approved).toMatchObject({ status: 'approved', approvedBy: expect.any(String) as string })
  expect(approved.approvedAt).not.toBeNull()
  const now = approved.version
  const locked = { code: 'state.refused', reason: 'edition.not_draft' }
  expect(await refused('POST', `/api/editions/${draft.id}/approve`, { version: now })).toMatchObject(locked)
  expect(await refused('PATCH', `/api/standard-items/${lengthId}`, { ...facts, version: now })).toMatchObject(
    locked,
  )
  expect(await refused('DELETE', `/api/editions/${draft.id}?version=${now}`)).toMatchObject(locked)
  const write = app.database.db.tx((tx) => tx.updateTable('standard_items').set({ unit: 'cm' }).execute())
  await expect(write).rejects.toThrow('is approved')

  expect((await shipped('GB 50205')).editionId).toBe(draft.id)
  const retired = await done<EditionRow>('POST', `/api/editions/${draft.id}/retire`, { version: now })
  expect(retired.status).toBe('retired')
  expect((await shipped('GB 50205')).editionId).toBe(editionId)
})

test('items of a shape are put in order, all of them or none', async () => {
  const draft = await draftOf('2020-B')
  const list = await items<StandardItemRow>(`/api/editions/${draft.id}/items?shape=truss`)
  const itemIds = list.map(({ id }) => id).toReversed()
  const other = await items<StandardItemRow>(`/api/editions/${draft.id}/items?shape=tube`)
  const order = (ids: string[]) => ({ version: draft.version, shape: 'truss', itemIds: ids })
  expect(await refused('PUT', `/api/editions/${draft.id}/order`, order(itemIds.slice(1)))).toMatchObject({
    reason: 'items.incomplete',
  })
  await done('PUT', `/api/editions/${draft.id}/order`, order(itemIds))
  const after = await items<StandardItemRow>(`/api/editions/${draft.id}/items?shape=truss`)
  expect(after.map(({ id }) => id)).toEqual(itemIds)
  const same = await items<StandardItemRow>(`/api/editions/${draft.id}/items?shape=tube`)
  expect(same.map(({ position }) => position)).toEqual(other.map(({ position }) => position))
})

test('what does not fit together is refused at its field', async () => {
  const draft = await draftOf('2020-C')
  const wrong = async (change: object) =>
    (await refused('POST', `/api/editions/${draft.id}/items`, { version: 1, ...newItem, ...change })).fields
  const two = { kind: 'max', v: '2' }
  expect(await wrong({ measures: 'size' })).toEqual(['body.nominalOf'])
  expect(await wrong({ nominalOf: 'L' })).toEqual(['body.nominalOf'])
  expect(await wrong({ measures: 'visual' })).toEqual(['body.rule'])
  expect(await wrong({ rule: { kind: 'none' } })).toEqual(['body.rule'])
  expect(await wrong({ rule: { kind: 'abs', lo: '2', hi: '1' } })).toEqual(['body.rule.lo'])
  expect(
    await wrong({ rule: { kind: 'piecewise', by: 'h', bands: [{ rule: two }, { rule: two }] } }),
  ).toEqual(['body.rule.bands.0.value'])
  expect(await wrong({ rule: { kind: 'ratio', of: 'L', div: '0', sign: 'pm' } })).toHaveLength(1)
  expect(await wrong({ rule: { kind: 'max', v: '2,5' } })).toHaveLength(1)
})

test('an inspector reads standards and computes limits, and keeps none', async () => {
  const { standard, editionId } = await shipped('GB 50205')
  expect(await refused('POST', '/api/standards', {}, 'inspector')).toMatchObject({
    code: 'permission.denied',
  })
  const url = `/api/limits?editionId=${editionId}&shape=column_h&L=9000&h=400`
  const { body, status } = await ask('GET', url, undefined, 'inspector')
  expect(status).toBe(200)
  const rows: LimitRow[] = body.items
  const bow = rows.find(({ names }) => names.en === 'Bow of the column')
  expect(bow?.limits).toMatchObject([
    {
      place: 'any',
      lower: '-7.5',
      upper: '7.5',
      missing: [],
      working: { ratio: { size: '9000', raw: '7.5', bound: null } },
    },
  ])
  const square = rows.find(({ names }) => names.en === 'Flange squareness')
  expect(square?.limits).toMatchObject([
    { place: 'joint', upper: '1.5', missing: [] },
    { place: 'other', upper: null, missing: ['b'] },
  ])
  for (const bad of ['L=0', 'L=-1', 'L=1e3', 'L=1,5', 'x=1'])
    expect((await ask('GET', `${url.replace('&L=9000', '')}&${bad}`)).status, bad).toBe(400)
  expect((await ask('GET', url.replace(editionId, '999999'))).status).toBe(404)
  const listed = (await ask('GET', '/api/standards', undefined, 'inspector')).body.items as StandardRow[]
  expect(listed[0]?.can.edit).toBe('permission.denied')
  expect((await ask('GET', `/api/standards/${standard.id}/editions`, undefined, 'inspector')).status).toBe(
    200,
  )
})

test('a standard of one’s own: added once, changed on its version, deleted with its drafts', async () => {
  const input = {
    code: 'Q/CF 001',
    names: { zh: '厂标', en: 'Factory standard', es: 'Norma propia' },
    verdict: 'all',
    active: true,
  }
  const made = await done<StandardRow>('POST', '/api/standards', input)
  expect(await refused('POST', '/api/standards', input)).toMatchObject({ code: 'duplicate' })
  const body = { no: '1', validFrom: '2026-01-01', source: '', copyOf: null }
  const edition = await done<EditionRow>('POST', `/api/standards/${made.id}/editions`, body)
  expect(await refused('POST', `/api/standards/${made.id}/editions`, body)).toMatchObject({
    code: 'duplicate',
  })
  expect(edition.can.approve).toBe('edition.no_items')
  const renamed = await done<StandardRow>('PATCH', `/api/standards/${made.id}`, {
    ...input,
    active: false,
    version: 1,
  })
  expect(renamed).toMatchObject({ active: false, version: 2 })
  expect(await refused('DELETE', `/api/standards/${made.id}?version=1`)).toMatchObject({
    code: 'version.conflict',
  })
  await done('DELETE', `/api/standards/${made.id}?version=2`)
  expect((await ask('GET', `/api/editions/${edition.id}/items`)).status).toBe(404)
})
