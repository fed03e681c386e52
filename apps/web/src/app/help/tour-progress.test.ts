import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '../../shared/session.ts'
import { saveTour } from './tour-progress.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ user: null })
})

test('closing the tour is sent at once, even if the page is left, and once more after earlier steps', async () => {
  const user = { id: '1', username: 'a', tour: null } as unknown as NonNullable<
    ReturnType<typeof useSession.getState>['user']
  >
  useSession.setState({ user })
  const sent: [body: unknown, keepalive: boolean | undefined][] = []
  const replies: (() => void)[] = []
  vi.stubGlobal('fetch', (_: string, { body, keepalive }: RequestInit) => {
    sent.push([(JSON.parse(body as string) as { value: unknown }).value, keepalive])
    return new Promise<Response>((resolve) => {
      replies.push(() => resolve(new Response(null, { status: 204 })))
    })
  })
  saveTour({ step: 1, isClosed: false })
  await expect.poll(() => sent.length).toBe(1)
  saveTour({ step: 1, isClosed: true })
  expect(sent).toEqual([
    [{ step: 1, isClosed: false }, true],
    [{ step: 1, isClosed: true }, true],
  ])
  for (const reply of replies.splice(0)) reply()
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]).toEqual([{ step: 1, isClosed: true }, true])
  replies[0]?.()
})
