import { beforeAll, expect, it } from 'vitest'
import { journey, openApp } from '../support/journey.ts'
import { faults, looked, prefer, show } from '../support/page-states.ts'
import { pathsInside, publicPaths } from '../support/pages.ts'
import { languages } from '../support/dictionary.ts'

/**
 * Every page in every language, in light and dark, at every width. PAGES_SHARD=2/5 covers only the second fifth
 * of the pages, to split the work among machines.
 */
const [shard, shards] = (process.env['PAGES_SHARD'] ?? '1/1').split('/').map(Number)

journey('every page in all of its looks', () => {
  const app = openApp()
  let paths: readonly string[] = []
  let states = 0
  beforeAll(async () => {
    if (shard === undefined || shards === undefined || !(shard >= 1 && shard <= shards))
      throw new Error('PAGES_SHARD is not like 2/5')
    const all = [...publicPaths, ...(await pathsInside(app))]
    paths = all.filter((_, at) => at % shards === shard - 1)
    return () =>
      console.log(
        `Looked at ${states} states of ${paths.length} of ${all.length} pages (shard ${shard}/${shards}).`,
      )
  })

  const colours = languages.flatMap((language) => [false, true].map((dark) => ({ language, dark })))

  it.each(colours)('in $language, dark: $dark', { timeout: 7_200_000 }, async ({ language, dark }) => {
    const windows = {
      outside: await app.visit({ bypassCSP: true }),
      inside: await app.enter('admin', null, { bypassCSP: true }),
    }
    for (const { context } of Object.values(windows)) await prefer(context, app.url, { language, dark })
    const found: string[] = []
    for (const path of paths) {
      const { page } = windows[publicPaths.some((one) => one === path) ? 'outside' : 'inside']
      await show(page, path)
      for (const screen of looked) {
        found.push(...(await faults(page, path, { language, dark, screen })))
        states += 1
      }
    }
    expect(found).toEqual([])
  })
})
