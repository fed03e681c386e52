import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Download, fileName } from './receive-file.ts'
import { formOf, queryString, request, type RequestFailure } from './request.ts'
import { useSession } from './session.ts'
import { settleSignIn, useSignInAgain } from './sign-in-again.ts'

interface ReceivedRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let base = ''
let requests: ReceivedRequest[] = []
const soon = { timeout: 15_000 }
let answer:
  | { status: number; type: string; body: string }
  | ((incoming: ReceivedRequest) => { status: number; type: string; body: string })
const json = (status: number, body: unknown) => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

beforeAll(async () => {
  server = createServer((incoming, reply) => {
    let body = ''
    incoming.on('data', (part: Buffer) => (body += part.toString()))
    incoming.on('end', () => {
      const one = { method: incoming.method, url: incoming.url, headers: incoming.headers, body }
      requests.push(one)
      const made = typeof answer === 'function' ? answer(one) : answer
      reply.writeHead(made.status, { 'content-type': made.type }).end(made.body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))
afterEach(() => {
  requests = []
  useSession.setState({ token: null, user: null })
  vi.restoreAllMocks()
})

describe('shared behaviour of every request', () => {
  test('product and version headers, JSON in utf-8, the token as it is', async () => {
    answer = json(200, { ok: true })
    useSession.setState({ token: 'abc' })
    await request('/api/a', { base })
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'application/json;charset=utf-8',
      'x-product-name': 'PC-Cloud-Factory',
      'x-app-version': '1.5.8',
      authorization: 'abc',
    })
  })

  test('without a token there is no Authorization header', async () => {
    answer = json(200, {})
    await request('/api/a', { base })
    expect(requests[0]?.headers.authorization).toBeUndefined()
  })

  test('GET sends its payload as query parameters', async () => {
    answer = json(200, {})
    await request('/api/a', { base, data: { q: '钢 柱', page: 2, none: undefined } })
    expect(requests[0]?.url).toBe('/api/a?q=%E9%92%A2+%E6%9F%B1&page=2')
    expect(requests[0]?.body).toBe('')
  })

  test('other methods send a JSON body', async () => {
    answer = json(201, {})
    await request('/api/a', { base, method: 'POST', data: { name: '钢' } })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ name: '钢' })
  })

  test('a response resolves to the response body only', async () => {
    answer = json(200, { items: [1] })
    expect(await request('/api/a', { base })).toEqual({ items: [1] })
    answer = { status: 204, type: 'text/plain', body: '' }
    expect(await request('/api/a', { base })).toBeUndefined()
  })
})

describe('errors', () => {
  test('any HTTP error rejects with code 0, the status as state, the message, and the problem', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const problem = { type: 'about:blank', title: 'x', status: 409, code: 'duplicate', requestId: '1' }
    answer = { status: 409, type: 'application/problem+json', body: JSON.stringify(problem) }
    const failure: unknown = await request('/api/a', { base }).catch((error: unknown) => error)
    expect(failure).toEqual({ code: 0, state: 409, message: '网络不给力，请重试', problem })
    expect(String(log.mock.calls[0])).toContain('409')
  })

  test('an HTTP error without a problem document has none', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    answer = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }
    const failure = (await request('/api/a', { base }).catch((error: unknown) => error)) as RequestFailure
    expect(failure).toEqual({ code: 0, state: 502, message: '网络不给力，请重试', problem: null })
  })

  test('a network failure rejects with no structured object', async () => {
    const failure: unknown = await request('/api/a', { base: 'http://127.0.0.1:1' }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(TypeError)
    expect(failure).not.toHaveProperty('state')
  })
})

describe('an ended session', () => {
  const ended = { type: 'about:blank', title: 'x', status: 401, code: 'session.expired', requestId: '1' }
  const byToken = ({ headers }: ReceivedRequest) =>
    headers.authorization === 'new' ? json(200, { fine: true }) : json(401, ended)

  test('asks for the password and repeats every waiting request with the new token', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    answer = byToken
    useSession.setState({ token: 'old' })
    const waiting = Promise.all([request('/api/a', { base }), request('/api/b', { base })])
    await vi.waitFor(() => expect(requests).toHaveLength(2), soon)
    await vi.waitFor(() => expect(useSignInAgain.getState().open).toBe(true), soon)
    useSession.setState({ token: 'new' })
    settleSignIn(true)
    expect(await waiting).toEqual([{ fine: true }, { fine: true }])
    expect(useSignInAgain.getState().open).toBe(false)
  })

  test('whoever gives up gets the failure', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    answer = byToken
    useSession.setState({ token: 'old' })
    const waiting = request('/api/a', { base }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(useSignInAgain.getState().open).toBe(true), soon)
    settleSignIn(false)
    expect(await waiting).toMatchObject({ state: 401 })
  })

  test('a wrong password is no ended session', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    answer = json(401, { ...ended, code: 'signin.failed' })
    useSession.setState({ token: 'old' })
    await expect(request('/api/a', { base })).rejects.toMatchObject({ state: 401 })
    expect(useSignInAgain.getState().open).toBe(false)
  })
})

test('form data: each field is appended; the upload field holding a list once per item', () => {
  const file = (name: string) => new File(['x'], name)
  const form = formOf(
    { note: '钢', count: 2, files: [file('a.xls'), file('b.nc1')], none: undefined },
    'files',
  )
  expect(form.getAll('files').map((item) => (item instanceof File ? item.name : ''))).toEqual([
    'a.xls',
    'b.nc1',
  ])
  expect([form.get('note'), form.get('count'), form.has('none')]).toEqual(['钢', '2', false])
})

test('a query leaves out what is empty and repeats a list', () => {
  expect(queryString({ a: 1, b: '', c: null, d: ['x', 'y'], e: false })).toBe('?a=1&d=x&d=y&e=false')
  expect(queryString({})).toBe('')
})

describe('files', () => {
  const fetched = (body: ReadableStream | string, headers: Record<string, string>, status = 200) =>
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status, headers }))

  test('come with their name, and tell how far they are', async () => {
    const disposition = `attachment; filename="__.xlsx"; filename*=UTF-8''${encodeURIComponent('订单.xlsx')}`
    fetched('abcdef', { 'content-disposition': disposition, 'content-length': '6', 'content-type': 'x/y' })
    const heard: unknown[] = []
    const file = await request<Download>('/f', { file: true, onReceived: (received) => heard.push(received) })
    expect(file.name).toBe('订单.xlsx')
    expect(await file.blob.text()).toBe('abcdef')
    expect(file.blob.type).toBe('x/y')
    expect(heard).toEqual([{ bytes: 6, total: 6, isGuess: false }])
  })

  test('made while they are sent have a guessed size, or none', async () => {
    const heard: unknown[] = []
    const onReceived = (received: unknown) => heard.push(received)
    fetched('abc', { 'x-estimated-bytes': '5' })
    await request('/f', { file: true, onReceived })
    fetched('abc', {})
    await request('/f', { file: true, onReceived })
    expect(heard).toEqual([
      { bytes: 3, total: 5, isGuess: true },
      { bytes: 3, total: null, isGuess: true },
    ])
  })

  test('that break off are no files', async () => {
    let sent = false
    const broken = new ReadableStream({
      pull(out) {
        if (sent) out.error(new TypeError('network error'))
        else out.enqueue(new Uint8Array(3))
        sent = true
      },
    })
    fetched(broken, {})
    await expect(request('/f', { file: true })).rejects.toThrow('network error')
  })

  test('that are refused say why, like every request', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    fetched('{"code":"not_found","status":404}', { 'content-type': 'application/problem+json' }, 404)
    await expect(request('/f', { file: true })).rejects.toMatchObject({
      state: 404,
      problem: { code: 'not_found' },
    })
  })

  test.each([
    ['attachment; filename="a.xlsx"', 'a.xlsx'],
    ['attachment; filename="a.xlsx"; filename*=UTF-8\'\'%ZZ', 'a.xlsx'],
    ['', ''],
  ])('%s is called %s', (disposition, name) => expect(fileName(disposition)).toBe(name))
})
