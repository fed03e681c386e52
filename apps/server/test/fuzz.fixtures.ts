import { randomInt } from 'node:crypto'
import { api } from '@cloud-factory/contract/api'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from './app.ts'
import { isDeep, runs } from './depth.ts'
import { bentInputs, hostileInput, type Input, type Operation, randomInput } from './fuzz-inputs.ts'

/**
 * Sends valid and invalid inputs made from each endpoint's schemas. Expects no server error and only documented
 * statuses.
 */

/** Path prefixes of the endpoints that each test file covers. `rest` is all others, so that none is left out. */
const parts = {
  orders:
    /^\/api\/(production-lots|crews|deliveries|document|import|marks|order|packages|parts|pieces|processes|projects|ready|reports|routes|scanned|shifts|work-(machines|reports)|workshops|exports\/(orders|production))/,
  quality:
    /^\/api\/(automatic|coat|defects|due|editions|gate-plans|heat|inspection|instruments|limits|lots|material|mill|ncr|ndt|quality|receipts|shipped|standard|steel|verifications|weld|wps)/,
}
type Part = keyof typeof parts | 'rest'

// A stream never ends.
const skipped: ReadonlySet<string> = new Set([
  'GET /api/live',
  'GET /api/wall/stream',
  'POST /api/auth/logout',
  'GET /metrics',
  'GET /api/openapi.json',
])

function partOf(key: string): Part {
  const [, path = ''] = key.split(' ')
  const found = Object.entries(parts).find(([, pattern]) => pattern.test(path))
  return found === undefined ? 'rest' : (found[0] as Part)
}

const seed = Number(process.env['FUZZ_SEED'] ?? (isDeep ? randomInt(2 ** 31) : 20261121))

/** Defines the tests of one part. DEEP=1 runs many more inputs, different ones each time. */
export function fuzz(part: Part): void {
  const keys = Object.keys(api).filter((key) => !skipped.has(key) && partOf(key) === part)
  let app: TestApp
  let token: string
  let operations: ReadonlyMap<string, Operation>
  let bent: ReadonlyMap<string, readonly Input[]>
  beforeAll(async () => {
    if (isDeep) process.stdout.write(`DEEP=1 FUZZ_SEED=${seed} repeats these inputs\n`)
    app = await testApp({ demo: 'all' })
    token = (await app.signIn('admin')).token
    const document = await app.document()
    operations = new Map(keys.map((key) => [key, operationOf(document, key)]))
    bent = bentInputs(operations)
  })
  afterAll(() => app.close())

  /** Signs in again: some inputs end sessions or change passwords, which is allowed. */
  async function signInAnew(): Promise<void> {
    await app.database.db.tx((write) => write.deleteFrom('attempts').execute())
    token = (await app.signIn('admin')).token
  }

  describe('no input is a fault', () => {
    it.each(keys)('%s', { timeout: runs(300_000, 3_600_000) }, async (key) => {
      const operation = operations.get(key) as Operation
      const documented = Object.keys(operation.responses).map(Number)
      const examples = [...hostileInputs(key, operation, keys.indexOf(key)), ...(bent.get(key) ?? [])]
      const property = fc.asyncProperty(randomInput(operation), async (input) => {
        const request = requestOf(key, operation, input)
        const reply = await app.inject({ ...request, headers: { ...request.headers, authorization: token } })
        if (reply.statusCode === 401) await signInAnew()
        expect(reply.statusCode, `${request.url} ${reply.body}`).not.toBe(500)
        expect(documented, `${request.url} ${reply.body}`).toContain(reply.statusCode)
      })
      await fc.assert(property, {
        seed,
        examples: examples.map((input) => [input]),
        numRuns: examples.length + runs(1, 200),
      })
    })
  })
}

const isRead = (key: string): boolean => key.startsWith('GET ')

function operationOf(document: unknown, key: string): Operation {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  const [method = '', path = ''] = key.split(' ')
  const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${key} is not in the document`)
  return operation
}

/**
 * First the input with all hostile texts, then some of the others. Each endpoint continues in the list where the
 * previous one stopped.
 */
function hostileInputs(key: string, operation: Operation, place: number): Input[] {
  const takesInput = operation.parameters !== undefined || operation.requestBody !== undefined
  const count = takesInput ? runs(isRead(key) ? 1 : 2, 40) : 0
  return [0, ...Array.from({ length: count }, (_, turn) => 1 + place * count + turn)].map((turn) =>
    hostileInput(operation, turn),
  )
}

function requestOf(key: string, operation: Operation, { parameters, use, body }: Input) {
  const [method, path] = key.split(' ') as ['GET', string]
  let url = path
  const query: string[] = []
  operation.parameters?.forEach((parameter, index) => {
    const value = inUrl(parameters[index])
    if (parameter.in === 'path') url = url.replace(`:${parameter.name}`, value === '' ? '0' : value)
    if (parameter.in === 'query' && use[index % 20] === true) query.push(`${parameter.name}=${value}`)
  })
  return {
    method,
    remoteAddress: '10.0.0.9',
    url: query.length === 0 ? url : `${url}?${query.join('&')}`,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  } satisfies InjectOptions
}

const inUrl = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
  ).slice(0, 3000)
