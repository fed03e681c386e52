import type { DeviceRow, PairingReply } from '@cloud-factory/contract/displays/screen-devices'
import type { ScreenRow } from '@cloud-factory/contract/displays/screens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type TestApp, testApp } from '../../test/app.ts'
import { addPerson } from '../../test/people.ts'
import {
  type Caller,
  callers,
  endpointLine,
  endpointOf,
  type EndpointRights,
  endpoints,
  heads,
  headsDue,
  roleTagLine,
  roleTags,
  shippedRoles,
} from '../../test/rights.ts'

/**
 * apps/server/test/rights.txt says who may call what; the running server is asked as each caller and must answer so. The
 * contract's tables are not read here: they are what is judged.
 */
interface Operation {
  readonly security?: readonly unknown[]
  readonly 'x-permission'?: string
  readonly 'x-permission-or'?: readonly string[]
  readonly 'x-permission-and'?: readonly string[]
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>
}

const metricsToken = 'metrics-token-of-the-rights-test'
const nobody = '999999999'
const signOut = 'POST /api/auth/logout'
/** Codes with which the server says that the caller is let in, though there is no such record or the body is wrong. */
const letIn: ReadonlySet<number> = new Set([200, 201, 202, 204, 400, 404, 409, 415])

let app: TestApp
let operations: ReadonlyMap<string, Operation>
let tokens: Record<Caller, string>

beforeAll(async () => {
  app = await testApp({ demo: 'none', env: { METRICS_TOKEN: metricsToken } })
  const { paths } = (await app.document()) as { paths: Record<string, Record<string, Operation>> }
  operations = new Map(
    Object.entries(paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation] as const,
      ),
    ),
  )
  tokens = await everyToken()
})
afterAll(() => app.close())

async function everyToken(): Promise<Record<Caller, string>> {
  const people = [...shippedRoles, 'no-role'] as const
  for (const name of people) if (name !== 'admin') await addHolder(name)
  const signedIn = await Promise.all(people.map(async (name) => [name, await tokenOf(name)] as const))
  const ofPeople = Object.fromEntries(signedIn) as Record<(typeof people)[number], string>
  return { ...ofPeople, tv: await pairedTv(ofPeople.admin), metrics: metricsToken }
}

const tokenOf = async (username: string): Promise<string> => (await app.signIn(username)).token

/** A person who has the shipped role of their name as it is, or no role. */
async function addHolder(name: Caller): Promise<void> {
  const { db } = app.database
  const { userId } = await addPerson(db, { username: name, password })
  await db.tx((write) =>
    write
      .insertInto('user_roles')
      .columns(['user_id', 'role_id'])
      .expression((eb) =>
        eb
          .selectFrom('roles')
          .select((role) => [role.val(Number(userId)).as('user_id'), 'id as role_id'])
          .where('code', '=', name),
      )
      .execute(),
  )
}

async function pairedTv(authorization: string): Promise<string> {
  const send = async <T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> =>
    (await app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })).json<T>()
  const tv = { secret: 'x'.repeat(43), width: 3840, height: 2160 }
  const pair = () => send<PairingReply>('POST', '/api/screens/pairing', tv)
  const waiting = await pair()
  if (waiting.state !== 'waiting') throw new Error('the TV is paired already')
  const [screen] = (await send<{ items: ScreenRow[] }>('GET', '/api/screens')).items
  const body = { code: waiting.code, name: 'TV', screenId: screen?.id }
  await send<DeviceRow>('POST', '/api/screens/pairing/confirm', body)
  const reply = await pair()
  if (reply.state !== 'paired') throw new Error('the TV was not paired')
  return reply.paired.token
}

describe('rights.txt', () => {
  it('lists exactly the endpoints of the running server, each once', async () => {
    const listed = endpoints.map(({ key }) => key)
    expect(listed.filter((key, index) => !operations.has(key) || listed.indexOf(key) < index)).toEqual([])
    const missing: string[] = []
    for (const [key, operation] of operations)
      if (!listed.includes(key)) missing.push(await dueLine(key, operation, ''))
    expect(missing.join('\n'), `lines that rights.txt lacks:\n${missing.join('\n')}\n`).toBe('')
  })

  it('opens eight endpoints at most to those who have not signed in', () => {
    expect(endpoints.filter(({ permission }) => permission === 'public').map(({ key }) => key)).toEqual([
      'GET /api/health',
      'GET /api/openapi.json',
      'GET /api/auth/providers',
      'POST /api/auth/login',
      'POST /api/auth/transfer',
      'POST /api/auth/oidc/start',
      'POST /api/auth/provider',
      'POST /api/screens/pairing',
    ])
  })

  it('has lines that can be compared: columns in place, every cell yes or -', () => {
    for (const line of endpoints) expect(line.text).toBe(endpointLine(line))
    for (const line of roleTags) expect(line.text).toBe(roleTagLine(line))
    for (const { key, cells } of endpoints) {
      expect(cells, key).toHaveLength(callers.length)
      for (const cell of cells) expect(['yes', '-'], key).toContain(cell)
    }
    expect([...new Set(heads)]).toEqual(headsDue)
  })

  it('gives a reason wherever something is written with no more than a right to look', () => {
    const unexplained = endpoints.filter(
      (line) => isWrite(line) && needsOnlyLooking(line) && line.reason === '',
    )
    expect(unexplained.map(({ text }) => text)).toEqual([])
  })

  it('says what the shipped roles hold after the first start', async () => {
    const { db } = app.database
    const rows = await db.reads
      .selectFrom('roles')
      .select(['code', 'tags'])
      .where('shipped', '=', true)
      .execute()
    expect(rows.map(({ code }) => code).toSorted()).toEqual(shippedRoles.toSorted())
    const tagsOf = new Map(rows.map(({ code, tags }) => [code, tags]))
    const held = new Set([...roleTags.map(({ tag }) => tag), ...rows.flatMap(({ tags }) => tags)])
    const due = [...held].map((tag) => {
      const cells = shippedRoles.map((role) => (tagsOf.get(role)?.includes(tag) === true ? 'yes' : '-'))
      return roleTagLine({ tag, cells })
    })
    expect(roleTags.map(({ text }) => text).join('\n')).toBe(due.join('\n'))
  })
})

describe('the server', () => {
  it('names the media types of every reply, each its own', () => {
    const unnamed = [...operations].flatMap(([key, { responses }]) =>
      Object.entries(responses)
        .filter(([status, { content = {} }]) => (status === '204') !== (Object.keys(content).length === 0))
        .map(([status]) => `${key} ${status}`),
    )
    expect(unnamed).toEqual([])
  })

  it('has no route that its document leaves out', () => {
    const routes = routesOf(app.instance.server.printRoutes({ commonPrefix: false }))
    expect(routes.filter(({ path }) => path.startsWith('/api/')).length).toBeGreaterThan(400)
    const unlisted = routes.map(({ key }) => key).filter((key) => !operations.has(key))
    // The page that shows the document, and its files.
    expect(unlisted.toSorted()).toEqual(['GET /api-docs', 'GET /api-docs*'])
  })

  it.each(endpoints)(
    'lets in whom the file lets in, nobody else: $key',
    { timeout: 300_000 },
    async (line) => {
      const operation = operations.get(line.key)
      if (operation === undefined) throw new Error(`the server has no ${line.key}`)
      await rejectsUnknownMigrations(line.key, operation)
      const due = await dueLine(line.key, operation, line.reason)
      const { cells } = endpointOf(due)
      const wrong = callers.filter((_, index) => cells[index] !== line.cells[index])
      const hint = `${line.key}: the server differs${wrong.length > 0 ? ` for ${wrong.join(', ')}` : ''}.
If the server is right, the line in rights.txt is\n${due}\n`
      expect(line.text, hint).toBe(due)
    },
  )
})

/** Without a session nothing but the public is reached, neither by HEAD in the place of GET. */
async function rejectsUnknownMigrations(key: string, operation: Operation): Promise<void> {
  const isPublic = permissionOf(operation) === 'public'
  for (const authorization of isPublic ? [''] : ['', `Bearer ${tokens.admin}`]) {
    const status = await statusOf(key, operation, authorization)
    if (isPublic) expect(letIn, `${key} without a session`).toContain(status)
    else expect(status, `${key} with the token '${authorization}'`).toBe(401)
  }
  if (!isPublic && key.startsWith('GET '))
    expect(await statusOf(key.replace('GET', 'HEAD'), operation, ''), `HEAD for ${key}`).toBe(401)
}

/** The line of an endpoint as the running server has it. */
async function dueLine(key: string, operation: Operation, reason: string): Promise<string> {
  const permission = permissionOf(operation)
  const cells: string[] = []
  // Where nobody is asked for a session, all callers are one.
  for (const caller of callers)
    cells.push(permission === 'public' ? 'yes' : await verdictOn(caller, key, operation))
  return endpointLine({ key, permission, cells, reason })
}

async function verdictOn(caller: Caller, key: string, operation: Operation): Promise<string> {
  const status = await statusOf(key, operation, tokens[caller])
  if (key === signOut && status === 204) tokens[caller] = await tokenOf(caller)
  if (letIn.has(status)) return 'yes'
  return status === 403 ? '-' : String(status)
}

/** Calls with everything that must not help: another role and method in headers, tags in the body. */
async function statusOf(key: string, operation: Operation, authorization: string): Promise<number> {
  const [method, path] = key.split(' ') as ['GET', string]
  const url = path.replace(':key', 'list.columns').replaceAll(/:\w+/g, nobody)
  const reply = await app.inject({
    method,
    // A stream that opens has no end to wait for: it is asked for with a wrong query.
    url: isStream(operation) ? `${url}?wrong=1` : url,
    headers: { authorization, 'x-role': 'admin', 'x-http-method-override': 'GET' },
    ...(isWrite({ key }) &&
      method !== ('DELETE' as string) && { payload: { permissionTags: ['*'], role: 'admin' } }),
  })
  expect(typesDue(operation, reply.statusCode), `${key} ${reply.statusCode}`).toContain(
    reply.headers['content-type']?.toString().split(';')[0] ?? 'nothing',
  )
  return reply.statusCode
}

/** Media types that the document names for a reply of this status. */
const typesDue = ({ responses }: Operation, status: number): readonly string[] => {
  const response = responses[status] ?? {}
  return response.content === undefined ? ['nothing'] : Object.keys(response.content)
}

const isStream = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content)

const isWrite = ({ key }: Pick<EndpointRights, 'key'>): boolean => !/^(GET|HEAD) /.test(key)

/** Whether each part of a permission is met by somebody who may only look, or by anybody. */
const needsOnlyLooking = ({ key, permission }: EndpointRights): boolean =>
  permission.split('&').every((part) =>
    part
      .replaceAll(/[()]/g, '')
      .split('|')
      .some((tag) => {
        if (tag === 'self') return !/ \/api\/me(\/|$)/.test(key)
        return tag === 'public' || tag === 'screen.show' || tag.endsWith('.view')
      }),
  )

/** The rule of an endpoint as the file writes it. */
function permissionOf(operation: Operation): string {
  if (operation.security?.length === 0) return 'public'
  const all = [
    ...(operation['x-permission'] === undefined ? [] : [operation['x-permission']]),
    ...(operation['x-permission-or'] === undefined ? [] : [operation['x-permission-or'].join('|')]),
    ...(operation['x-permission-and'] ?? []),
  ]
  return all.map((part) => (all.length > 1 && part.includes('|') ? `(${part})` : part)).join('&')
}

/** Routes out of the tree that Fastify prints: a line for each part of a path, with its methods where there are any. */
function routesOf(tree: string): { key: string; path: string }[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([ │├└─]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (indent === undefined || part === undefined || part === '' || part.startsWith('(')) return []
    parts.splice(indent.length / 4 - 1, parts.length, part)
    const path = parts.join('')
    return (methods ?? '')
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => ({ key: `${method} ${path}`, path }))
  })
}
