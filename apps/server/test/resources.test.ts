import { coatSpecs } from '@cloud-factory/domain/coating/coating-resources'
import {
  byType,
  type ByType,
  initialChoice,
  maxCode,
  type Resource,
} from '@cloud-factory/domain/resource/resource'
import { resources } from '@cloud-factory/domain/resource/resources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'

type Values = Readonly<Record<string, unknown>>
interface Row extends Values {
  readonly id: string
  readonly version: number
}

let app: TestApp
let admin: string
let viewer: string
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).token
  viewer = (await app.signIn('viewer')).token
})
afterAll(() => app.close())

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  token = admin,
) {
  const url = `/api/${path}`
  const headers = { authorization: token }
  const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
}

/** Values that a new record needs because a rule of its module forbids those of the copied one. */
const special: Readonly<Record<string, Values>> = {
  // A kind of marks has one active route.
  routes: { kinds: [] },
  'screen-groups': { schedule: [] },
  // Active ones of these do not overlap.
  'labour-rates': { active: false },
  'standard-hours': { active: false },
  shifts: { active: false },
}

/** A value within a field's limits. */
const usual: ByType<[], unknown> = {
  code: () => 'NEW',
  text: () => 'x',
  names: () => ({ zh: '新', en: 'New', es: 'Nuevo' }),
  number: ({ min = 0 }) => min,
  decimal: () => '1',
  flag: () => true,
  choice: ({ values: [first] }) => first,
  choices: ({ values: [first] }) => [first],
  range: ({ max }) => ({ min: 0, max }),
  own: () => null,
  id: () => null,
  ids: () => [],
  day: () => '2026-01-01',
  time: () => '08:00',
}

/** A record like the first one of the demo factory, if it has one, with a code of its own. */
async function inputOf(resource: Resource): Promise<Values> {
  const [first] = (await call('GET', resource.path)).body.items as Row[]
  const { fields, unique, path } = resource
  const values = Object.entries(fields).map(
    ([key, field]) => [key, first === undefined ? byType(usual, field) : first[key]] as const,
  )
  return {
    ...Object.fromEntries(values),
    ...special[path],
    ...(unique !== undefined && { [unique]: 'NEW-1' }),
  }
}

/** An input that differs in one field. */
function changed({ fields, unique }: Resource, input: Values): Values {
  const [key, field] =
    Object.entries(fields).find(
      ([one, { type }]) => one !== unique && ['text', 'names', 'code'].includes(type),
    ) ??
    Object.entries(fields).find(([, { type }]) => type === 'number') ??
    Object.entries(fields).find(([, { type }]) => type === 'flag') ??
    []
  if (key === undefined || field === undefined) throw new Error('nothing to change')
  const other = { names: { zh: '另一个', en: 'Another', es: 'Otro' }, number: 1, flag: input[key] !== true }
  return { ...input, [key]: other[field.type as 'names'] ?? 'Another' }
}

/** A value beyond a field's limit, and where the server reports it; null: there is none. */
const tooMuch: ByType<[], readonly [at: string, value: unknown] | null> = {
  code: () => ['', 'x'.repeat(maxCode + 1)],
  text: ({ max }) => ['', 'x'.repeat(max + 1)],
  names: ({ max }) => ['.zh', { zh: 'x'.repeat(max + 1), en: 'x', es: 'x' }],
  number: ({ max }) => ['', max + 1],
  decimal: () => ['', '0.1234567'],
  flag: () => ['', 'perhaps'],
  choice: () => ['', 'nothing of the list'],
  choices: () => ['.0', ['nothing of the list']],
  range: ({ max }) => ['.max', { min: 0, max: max + 1 }],
  // Its schema is written out, and tested by its module.
  own: () => null,
  id: () => ['', '0'],
  ids: ({ max }) => ['', Array.from({ length: max + 1 }, (_, index) => String(index + 1))],
  day: () => ['', '2026-02-30'],
  time: () => ['', '24:00'],
}
/** The same below the limit, or with more decimals. */
const tooLittle: typeof tooMuch = {
  code: () => ['', ' '],
  text: ({ required }) => (required === true ? ['', ' '] : null),
  names: () => ['.zh', { zh: ' ', en: 'x', es: 'x' }],
  number: ({ min = 0, decimals = 0 }) => ['', min + 10 ** -(decimals + 1)],
  decimal: () => ['', 'three'],
  flag: () => ['', null],
  choice: () => ['', ''],
  choices: () => ['', null],
  range: () => ['.min', { min: -1, max: 1 }],
  own: () => null,
  id: () => ['', ''],
  ids: () => ['', []],
  day: () => ['', ''],
  time: () => ['', ''],
}

describe.each(resources.map((resource) => [resource.path, resource] as const))('%s', (path, resource) => {
  const rowOf = async (id: string): Promise<Row | undefined> => {
    for (let page = 1; ; page += 1) {
      const paged = await call('GET', `${path}?pageSize=200&page=${page}`)
      // A short list is sent whole and takes no page.
      const { items } = (paged.status === 400 ? await call('GET', path) : paged).body as { items: Row[] }
      const row = items.find((one) => one.id === id)
      if (row !== undefined || items.length < 200) return row
    }
  }

  test('is added, changed and deleted; an old version is rejected and changes nothing', async () => {
    const input = await inputOf(resource)
    const added = await call('POST', path, input)
    expect(added).toMatchObject({ status: 201, body: { ...input, version: 1 } })
    const one = `${path}/${added.body.id}`
    const next = changed(resource, input)
    expect(await call('PATCH', one, { ...next, version: 1 })).toMatchObject({
      status: 200,
      body: { ...next, version: 2 },
    })
    const stored = await rowOf(added.body.id)
    expect(stored).toMatchObject({ ...next, version: 2 })

    const conflict = { status: 409, body: { code: 'version.conflict', current: { ...next, version: 2 } } }
    expect(await call('PATCH', one, { ...input, version: 1 })).toMatchObject(conflict)
    expect(await call('DELETE', `${one}?version=1`)).toMatchObject(conflict)
    expect(await rowOf(added.body.id)).toEqual(stored)

    expect((await call('DELETE', `${one}?version=2`)).status).toBe(204)
    expect(await rowOf(added.body.id)).toBeUndefined()
    expect((await call('PATCH', one, { ...input, version: 2 })).status).toBe(404)
  })

  test('a viewer may not write', async () => {
    const input = await inputOf(resource)
    const added = await call('POST', path, input)
    const one = `${path}/${added.body.id}`
    const denied = { status: 403, body: { code: 'permission.denied' } }
    expect(await call('POST', path, input, viewer)).toMatchObject(denied)
    expect(await call('PATCH', one, { ...changed(resource, input), version: 1 }, viewer)).toMatchObject(
      denied,
    )
    expect(await call('DELETE', `${one}?version=1`, undefined, viewer)).toMatchObject(denied)
    expect(await rowOf(added.body.id)).toEqual(added.body)
    expect((await call('DELETE', `${one}?version=1`)).status).toBe(204)
  })

  test.each([
    ['too much', tooMuch],
    ['too little', tooLittle],
  ])('%s is rejected by the name of each field', async (_name, table) => {
    const wrong = Object.entries(resource.fields).flatMap(([key, field]) => {
      const found = byType(table, field)
      return found === null ? [] : [{ key, path: `body.${key}${found[0]}`, value: found[1] }]
    })
    const values = Object.fromEntries(wrong.map(({ key, value }) => [key, value]))
    const reply = await call('POST', path, { ...(await inputOf(resource)), ...values })
    expect(reply).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    const named = (reply.body.errors as { path: string }[]).map((error) => error.path)
    expect([...new Set(named)].toSorted()).toEqual(wrong.map((one) => one.path).toSorted())
  })

  test('0 and empty are values', async () => {
    const input = await inputOf(resource)
    const least = Object.entries(resource.fields).flatMap(([key, field]): [string, unknown][] => {
      if (field.optional === true) return [[key, null]]
      if (field.type === 'number') return [[key, field.min ?? 0]]
      return field.type === 'text' && field.required !== true ? [[key, '']] : []
    })
    const empty = { ...input, ...Object.fromEntries(least), ...special[path] }
    const added = await call('POST', path, empty)
    expect(added).toMatchObject({ status: 201, body: empty })
    expect((await call('DELETE', `${path}/${added.body.id}?version=1`)).status).toBe(204)
  })
})

test.each(
  resources.flatMap((resource) =>
    resource.unique === undefined ? [] : [[resource, resource.unique] as const],
  ),
)('$path: a second record with the same code is a duplicate', async (resource, unique) => {
  const { path } = resource
  const input = await inputOf(resource)
  const added = await call('POST', path, input)
  const other = await call('POST', path, { ...input, [unique]: 'NEW-2' })
  const duplicate = {
    status: 409,
    body: { code: 'duplicate', params: { field: unique, value: input[unique] } },
  }
  expect(await call('POST', path, input)).toMatchObject(duplicate)
  expect(await call('PATCH', `${path}/${other.body.id}`, { ...input, version: 1 })).toMatchObject(duplicate)
  for (const { body } of [added, other])
    expect((await call('DELETE', `${path}/${body.id}?version=1`)).status).toBe(204)
})

test.each(
  resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([key, field]) =>
      field.type === 'choice' ? [{ path: resource.path, key, field, resource }] : [],
    ),
  ),
)('$path: a new record without $key', async ({ path, key, field, resource }) => {
  const { [key]: _, ...input } = await inputOf(resource)
  const added = await call('POST', path, input)
  if (field.omissible !== true) {
    expect(added).toMatchObject({ status: 400, body: { errors: [{ path: `body.${key}` }] } })
    return
  }
  expect(added).toMatchObject({ status: 201, body: { [key]: initialChoice(field) } })
  const one = `${path}/${added.body.id}`
  expect((await call('PATCH', one, { ...input, version: 1 })).status).toBe(400)
  expect((await call('DELETE', `${one}?version=1`)).status).toBe(204)
})

test('a specification of coats without a rule is judged by spots', async () => {
  const { rule: _, ...input } = await inputOf(coatSpecs)
  expect(await call('POST', 'coat-specs', { ...input, code: 'NEW-3' })).toMatchObject({
    status: 201,
    body: { rule: 'spot' },
  })
})
