import type { WorkOutcome } from '@cloud-factory/contract/production/work'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportSender, reportStore, storeExists } from './queue-sender.ts'
import type { QueuedBody, QueuedReport } from './queue.rules.ts'

const person = '7'
const key = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const made = (n: number): Omit<QueuedReport, 'seq'> => ({
  person,
  madeAt: 0,
  body: {
    clientKey: key(n),
    processId: '3',
    pieces: [`piece-${n}`],
    withEarlier: false,
    crewId: null,
    worker: null,
    hours: null,
    source: 'scan',
  },
  serials: [],
  state: 'waiting',
  attempts: 0,
  outcomes: [],
  problem: null,
})

/** The server's side of the wire: counts each key once, and can be away, lose replies or refuse. */
function deps() {
  const counted: string[] = []
  const requests: string[] = []
  const state = { away: false, loseReply: false, fail: new Set<string>() }
  const send = async ({ clientKey, pieces }: QueuedBody) => {
    if (state.away) throw new TypeError('network error')
    const [piece = ''] = pieces
    requests.push(piece)
    const refused = state.fail.has(piece)
    const outcome = refused ? 'refused' : counted.includes(clientKey) ? 'already' : 'reported'
    if (outcome === 'reported') counted.push(clientKey)
    if (state.loseReply) throw new TypeError('network error')
    const item: WorkOutcome = {
      pieceId: '1',
      piece,
      serial: piece,
      outcome,
      reason: refused ? 'work.piece_held' : null,
      params: {},
      kg: 0,
    }
    return { items: [item] }
  }
  return { send, state, counted, requests }
}

/** Windows of one browser: one lock, one shelf. */
function browser() {
  const databases = new IDBFactory()
  let last: Promise<void> = Promise.resolve()
  const alone = (act: () => Promise<void>) => (last = last.then(act))
  const window = (send: ReturnType<typeof deps>['send'], who = person) => {
    const store = reportStore(databases)
    const sender = reportSender({
      person: who,
      store,
      send,
      failureOf: () => null,
      alone,
      changed: () => undefined,
      now: () => 0,
    })
    return { store, ...sender }
  }
  return { databases, window }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const wholeRange = Array.from({ length: 20 }, (_, at) => at + 1)

describe('the queue', () => {
  test('looking for it makes no database', async () => {
    const { databases } = browser()
    expect(await storeExists(databases)).toBe(false)
    expect(await databases.databases()).toEqual([])
  })

  test('sends in the order of making', async () => {
    const server = deps()
    const { store, flush } = browser().window(server.send)
    for (const n of wholeRange) await store.add(made(n))
    await flush()
    expect(server.requests).toEqual(wholeRange.map((n) => `piece-${n}`))
    expect((await store.list(person)).every(({ state }) => state === 'settled')).toBe(true)
  })

  test('keeps what could not be sent, over a reload, and tries again by itself', async () => {
    const server = deps()
    const here = browser()
    const before = here.window(server.send)
    server.state.away = true
    for (const n of [1, 2, 3]) await before.store.add(made(n))
    await before.flush()
    expect(server.requests).toEqual([])
    before.stop()
    const after = here.window(server.send)
    await after.flush()
    expect((await after.store.list(person)).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ])
    server.state.away = false
    await vi.advanceTimersByTimeAsync(80_000)
    await after.flush()
    expect(server.requests).toEqual(['piece-1', 'piece-2', 'piece-3'])
    expect(server.counted).toHaveLength(3)
  })

  test('a lost reply: sent again under its key, counted once', async () => {
    const server = deps()
    const { store, flush } = browser().window(server.send)
    server.state.loseReply = true
    await store.add(made(1))
    await flush()
    server.state.loseReply = false
    await flush()
    expect(server.requests).toEqual(['piece-1', 'piece-1'])
    expect(server.counted).toEqual([key(1)])
    expect((await store.list(person))[0]).toMatchObject({
      state: 'settled',
      outcomes: [{ outcome: 'already' }],
    })
  })

  test('a refused one says why and does not hold up the others', async () => {
    const server = deps()
    const { store, flush } = browser().window(server.send)
    server.state.fail.add('piece-1')
    for (const n of [1, 2]) await store.add(made(n))
    await flush()
    const [first, second] = await store.list(person)
    expect(first).toMatchObject({ state: 'refused', outcomes: [{ reason: 'work.piece_held' }] })
    expect(second?.state).toBe('settled')
  })

  test('several windows send each report once', async () => {
    const server = deps()
    const here = browser()
    const windows = [here.window(server.send), here.window(server.send), here.window(server.send)]
    for (const n of wholeRange) await windows[n % 3]?.store.add(made(n))
    await Promise.all(windows.map(({ flush }) => flush()))
    expect(server.requests).toHaveLength(wholeRange.length)
    expect(server.counted).toHaveLength(wholeRange.length)
  })

  test('what comes while it sends is sent too', async () => {
    const server = deps()
    const { store, flush } = browser().window(server.send)
    await store.add(made(1))
    const first = flush()
    await store.add(made(2))
    await Promise.all([first, flush()])
    expect(server.requests).toEqual(['piece-1', 'piece-2'])
  })

  test('another person sends their own alone', async () => {
    const server = deps()
    const here = browser()
    const { store } = here.window(server.send)
    await store.add(made(1))
    const other = here.window(server.send, '8')
    await other.flush()
    expect(server.requests).toEqual([])
    expect(await other.store.list('8')).toEqual([])
  })

  test('removes what a person gave up', async () => {
    const { store } = browser().window(deps().send)
    const [one, two] = [await store.add(made(1)), await store.add(made(2))]
    await store.remove([one.seq])
    expect(await store.list(person)).toEqual([two])
  })
})
