import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { becomes, eventually, journey, openApp } from '../../support/journey.ts'
import { wordsOf } from '../../support/dictionary.ts'

const t = wordsOf('zh')
const note = (page: Page) => page.locator('.live-note', { hasText: t('shell:live.asking', { seconds: 10 }) })

journey('live values when no stream gets through', () => {
  const app = openApp()

  it('are asked for, which the page says, until a stream does', async () => {
    const { page } = await app.enter('equipment', '/personal')
    // Like a proxy that buffers the whole response and then gives up.
    await page.route('**/api/live?*', (route) =>
      route.fulfill({ status: 200, contentType: 'text/event-stream', body: ': nothing\n\n' }),
    )
    await page.goto('/equipment/list')
    await note(page).waitFor()
    const states = page.locator('[data-state]')
    await states.first().waitFor()
    await eventually(() => states.count()).toBeGreaterThan(5)

    await page.goto('/equipment/alarms')
    await note(page).waitFor()
    const { items } = (await (await app.api('equipment')).call('GET', '/api/machines?q=SAW-01')).body as {
      items: { id: string }[]
    }
    await page.goto(`/equipment/detail/${items[0]?.id}`)
    await note(page).waitFor()
    await page.locator('.record-title [data-state]').waitFor()

    await page.unroute('**/api/live?*')
    await becomes(() => note(page).count(), 0)
    await page.locator('.record-title [data-state]').waitFor()
  })
})
