import type { Change } from '@cloud-factory/domain/live/change-areas'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeTabs } from '../tabs/tabs-store.ts'
import { markUnsaved, noTabs } from '../tabs/tabs.rules.ts'
import { followChanges } from './follow-changes.ts'

// The stream is ours here, and so is time.

type Listener = (changes: readonly Change[] | null) => void
const stream = vi.hoisted(() => ({ listeners: new Set<unknown>() }))
vi.mock('./live-stream.ts', () => ({
  listenToChanges: (listener: unknown) => {
    stream.listeners.add(listener)
    return () => stream.listeners.delete(listener)
  },
}))
const tell = (changes: readonly Change[] | null) => {
  for (const listener of stream.listeners) (listener as Listener)(changes)
}

let client: QueryClient
let fetched: string[]
let stop: () => void
let watching: (() => void)[]

/** The browser tab, as far as it is looked at. */
let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
const look = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
  client = new QueryClient()
  fetched = []
  watching = []
  stop = followChanges(client)
})
afterEach(() => {
  stop()
  for (const leave of watching) leave()
  changeTabs(() => noTabs)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that shows a query; the answer leaves it. */
const show = (...queryKey: readonly string[]): (() => void) => {
  const queryFn = async () => {
    fetched.push(queryKey.join(' '))
    return 1
  }
  const leave = new QueryObserver(client, { queryKey, queryFn, staleTime: 600_000 }).subscribe(
    () => undefined,
  )
  watching.push(leave)
  return leave
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const order: Change = { area: 'order', id: '5', orderId: '5' }

/** What is fetched from here on, after what a page fetched at first. */
async function shown(...keys: readonly (readonly string[])[]): Promise<void> {
  for (const key of keys) show(...key)
  await pass(5_000)
  fetched.length = 0
}

test('what shows a change is fetched again, once for changes that come together', async () => {
  await shown(['orders', 'list'], ['orders', 'one', '5'], ['orders', 'one', '6'], ['equipment', 'machines'])
  tell([order])
  tell([order, { area: 'ncr', id: '7', orderId: null }])
  await pass(299)
  expect(fetched).toEqual([])
  await pass(1)
  expect(fetched.toSorted()).toEqual(['orders list', 'orders one 5'])
})

test('however much changes, it is fetched once a second', async () => {
  await shown(['orders', 'list'])
  for (let tenths = 0; tenths < 50; tenths += 1) {
    tell([order])
    await pass(100)
  }
  expect(fetched.length).toBe(5)
})

test('sums are fetched again at once, and then every five seconds', async () => {
  await shown(['dashboard', 'orders'], ['orders', 'report'])
  for (let tenths = 0; tenths < 100; tenths += 1) {
    tell([order])
    await pass(100)
  }
  expect(fetched.toSorted()).toEqual([
    'dashboard orders',
    'dashboard orders',
    'orders report',
    'orders report',
  ])
})

test('what no page shows just now is fetched when it is shown again', async () => {
  const leave = show('orders', 'list')
  await pass(5_000)
  leave()
  tell([order])
  await pass(1_000)
  expect(fetched).toEqual(['orders list'])
  show('orders', 'list')
  await pass(0)
  expect(fetched).toEqual(['orders list', 'orders list'])
})

test('after a gap everything that is followed is fetched again', async () => {
  await shown(['orders', 'list'], ['equipment', 'machines'], ['orders', 'print', 'x'])
  tell(null)
  await pass(300)
  expect(fetched.toSorted()).toEqual(['equipment machines', 'orders list'])
})

test('what the tab has changed itself, and fetched already, is not fetched twice; what it did not fetch is', async () => {
  await shown(['orders', 'list'], ['dashboard', 'output'])
  await client.invalidateQueries({ queryKey: ['orders'] })
  tell([{ ...order, own: true }])
  await pass(1_000)
  expect(fetched).toEqual(['orders list', 'dashboard output'])
})

test('what is edited on the page stays while there is unsaved work', async () => {
  await shown(['orders', 'delivery', '5'], ['orders', 'deliveries'])
  changeTabs((tabs) => markUnsaved(tabs, '/delivery/5', 'weigh', true))
  tell([{ area: 'delivery', id: '5', orderId: null }])
  await pass(1_000)
  expect(fetched).toEqual(['orders deliveries'])
  changeTabs((tabs) => markUnsaved(tabs, '/delivery/5', 'weigh', false))
  await pass(0)
  expect(fetched).toEqual(['orders deliveries', 'orders delivery 5'])
})

test('a browser tab that nobody looks at leaves its stream, and comes back when it is seen', async () => {
  look('hidden')
  await pass(29_999)
  expect(stream.listeners.size).toBe(1)
  await pass(1)
  expect(stream.listeners.size).toBe(0)
  look('visible')
  expect(stream.listeners.size).toBe(1)
})
