import type { ScreenDetail } from '@cloud-factory/contract/displays/screens'
import { expect } from 'vitest'
import type { App } from './journey.ts'

/** Sends a change as the administrator, which must succeed. Returns the response body. */
export async function change<T>(app: App, method: string, path: string, body: object): Promise<T> {
  const reply = await (await app.api('admin')).call(method, path, body)
  expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300)
  return reply.body as T
}

/** Creates a screen for live values with the usual layout; no TV shows it yet. */
export const newScreen = (app: App, name: string): Promise<ScreenDetail> =>
  change(app, 'POST', '/api/screens', {
    names: { zh: name, en: name, es: name },
    place: '',
    source: 'live',
    template: 'usual',
  })

/** Publishes its draft. */
export const publishScreen = (app: App, { id, version }: ScreenDetail): Promise<ScreenDetail> =>
  change(app, 'POST', `/api/screens/${id}/publish`, { version, note: '' })
