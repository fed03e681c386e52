import { beforeAll, expect, it } from 'vitest'
import type { Language } from './dictionary.ts'
import { did } from './did.ts'
import { journey, openApp } from './journey.ts'
import { faults, looked, prefer, show } from './page-states.ts'
import { pathsInside, publicPaths } from './pages.ts'

/** Looks at every page in one language, in light and dark, at every width. */
export function lookAtEveryPage(language: Language): void {
  journey(`every page in ${language}`, () => {
    const app = openApp()
    let paths: readonly string[] = []
    beforeAll(async () => {
      paths = [...publicPaths, ...(await pathsInside(app))]
    })

    it.for([false, true])('dark: %s', { timeout: 7_200_000 }, async (dark, test) => {
      const windows = {
        outside: await app.visit({ bypassCSP: true }),
        inside: await app.enter('admin', null, { bypassCSP: true }),
      }
      for (const { context } of Object.values(windows)) await prefer(context, app.url, { language, dark })
      const found: string[] = []
      for (const path of paths) {
        const { page } = windows[publicPaths.some((one) => one === path) ? 'outside' : 'inside']
        await show(page, path)
        for (const screen of looked) found.push(...(await faults(page, path, { language, dark, screen })))
      }
      did(test, { 'states of pages': paths.length * looked.length })
      expect(found).toEqual([])
    })
  })
}
