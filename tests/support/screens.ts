import type { ScreenDetail } from '@cloud-factory/contract/displays/screens'
import { expect } from 'vitest'
import type { App } from './journey.ts'

/** Asks the API as the administrator, and gives what it answers to a change that goes through. */
export async function change<T>(app: App, method: string, path: string, body: object): Promise<T> {
  const reply = await (await app.api('admin')).call(method, path, body)
  expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300)
  return reply.body as T
}

/** A screen for the live values, in the usual layout, that nothing shows yet. */
export const newScreen = (app: App, name: string): Promise<ScreenDetail> =>
  change(app, 'POST', '/api/screens', {
    names: { zh: name, en: name, es: name },
    place: '',
    source: 'live',
    template: 'usual',
  })

/** Shows what is drafted on it. */
export const publishScreen = (app: App, { id, version }: ScreenDetail): Promise<ScreenDetail> =>
  change(app, 'POST', `/api/screens/${id}/publish`, { version, note: '' })
