import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '@cloud-factory/contract/api'
import { type TestApp, testApp } from '../../test/app.ts'

/** Inputs made from each endpoint's own schema, then bent: never a fault, and never a status the document does not name. */
interface Operation {
  readonly parameters?: { name: string; in: string; schema: Schema }[]
  readonly requestBody?: { content: Record<string, { schema: Schema }> }
  readonly responses: Record<string, unknown>
}
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

const hostile = [
  '',
  ' ',
  '\0',
  '\ud800',
  '../../etc/passwd',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '<img src=x onerror=alert(1)>',
  '=1+1',
  '1e999',
  '-1',
  '0',
  '9'.repeat(18),
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '☃'.repeat(50),
  '__proto__',
  'constructor',
  'x'.repeat(5000),
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  [],
  {},
  [[]],
  { __proto__: null },
]

const bent = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostile) }, fc.jsonValue({ maxDepth: 3 }))

const byType: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  object: ({ properties = {} }) =>
    fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sometimesBent(inner)])),
    ),
  array: ({ items = {} }) => fc.array(fitting(items), { maxLength: 4 }),
  integer: ({ minimum = -5, maximum = 1000 }) =>
    fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 1000)) }),
  number: ({ minimum = -5 }) => fc.double({ min: minimum, max: 1e6, noNaN: true }),
  boolean: () => fc.boolean(),
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  return (byType[type ?? ''] ?? text)(schema)
}

function text({ format, pattern }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date') return fc.constantFrom('2026-11-21', '2027-01-31', '1900-01-01')
  if (format === 'date-time') return fc.constantFrom('2026-11-21T08:00:00Z', '2026-11-21T08:00:00+08:00')
  if (pattern?.includes('[1-9]')) return fc.integer({ min: 2, max: 60 }).map(String)
  return fc.oneof(
    fc.string({ maxLength: 30, unit: 'grapheme' }),
    fc.constantFrom('A-1', 'planner', '钢梁', '/order/list'),
  )
}

const sometimesBent = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: bent })

let house: TestApp
let token: string
beforeAll(async () => {
  house = await testApp({ demo: 'all' })
  token = (await house.signIn('admin')).token
})
afterAll(() => house.close())

/** The fuzz ends sessions and guesses passwords; both are its right, and it goes on as the same person. */
async function signInAnew(): Promise<void> {
  await house.database.db.tx((write) => write.deleteFrom('attempts').execute())
  token = (await house.signIn('admin')).token
}

// A stream has no end to wait for.
const skipped = new Set([
  'GET /api/live',
  'GET /api/wall/stream',
  'POST /api/auth/logout',
  'GET /metrics',
  'GET /api/openapi.json',
])
const keys = Object.keys(api).filter((key) => !skipped.has(key))

describe('no input is a fault', () => {
  // Forty of the largest papers take long where there is much else to do.
  it.each(keys)('%s', { timeout: 300_000 }, async (key) => {
    const document = house.document() as { paths: Record<string, Record<string, Operation>> }
    const [method, path] = key.split(' ') as [string, string]
    const operation = document.paths[path.replace(/:([a-z]+)/gi, '{$1}')]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${key} is not in the document`)
    const body = operation.requestBody?.content['application/json']?.schema
    const inputs = fc.record({
      parameters: fc.tuple(...(operation.parameters ?? []).map(({ schema }) => sometimesBent(schema))),
      use: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      body: body === undefined ? fc.constant(undefined) : sometimesBent(body),
    })
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const request = requestOf(method, path, operation, input)
        const reply = await house.inject(request)
        if (reply.statusCode === 401) await signInAnew()
        expect(reply.statusCode, `${request.url} ${reply.body}`).not.toBe(500)
        const documented = Object.keys(operation.responses).map(Number)
        expect(documented, `${request.url} ${reply.body}`).toContain(reply.statusCode)
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 40), seed: 20261121 },
    )
  })
})

function requestOf(
  method: string,
  path: string,
  operation: Operation,
  input: { parameters: unknown[]; use: boolean[]; body: unknown },
) {
  let url = path
  const query: string[] = []
  const write = (value: unknown): string =>
    encodeURIComponent(
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
    ).slice(0, 3000)
  operation.parameters?.forEach((parameter, index) => {
    const value = write(input.parameters[index])
    if (parameter.in === 'path') url = url.replace(`:${parameter.name}`, value === '' ? '0' : value)
    if (parameter.in === 'query' && input.use[index % 20]) query.push(`${parameter.name}=${value}`)
  })
  return {
    method,
    remoteAddress: '10.0.0.9',
    url: query.length === 0 ? url : `${url}?${query.join('&')}`,
    headers: {
      authorization: token,
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { payload: JSON.stringify(input.body) }),
  }
}
