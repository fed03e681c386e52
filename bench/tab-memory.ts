// Memory of the office in a browser: with ten open tabs, the first an order list of 200 rows, and while the tabs are changed SWITCHES (500) times.
import { execFileSync } from 'node:child_process'
import type { CDPSession } from 'playwright-core'
import { dataFolder, startServer } from '../tests/support/app.ts'
import { openByMenu } from '../tests/support/shell.ts'
import { ourSite } from './support/sites.ts'
import { withBrowser } from './support/visit.ts'

const switches = Number(process.env['SWITCHES'] ?? 500)
const paths = [
  '/order/projects',
  '/order/schedule',
  '/order/nests',
  '/order/shipping',
  '/warehouse/goods',
  '/order/report',
  '/order/processes',
  '/equipment/calendar',
]

/** Megabytes of the heap in use after a collection and of the largest renderer process, and the number of nodes. */
async function print(name: string, cdp: CDPSession): Promise<void> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const at = (metric: string) => metrics.find((one) => one.name === metric)?.value ?? 0
  const renderers = execFileSync('ps', ['-eo', 'rss=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('--type=renderer'))
    .map((line) => Number(line.trim().split(' ')[0]) / 1024)
  console.log(
    `${name.padEnd(36)} heap ${(at('JSHeapUsedSize') / 1_048_576).toFixed(1)} MB   nodes ${at('Nodes')}   ` +
      `listeners ${at('JSEventListeners')}   process ${Math.max(0, ...renderers).toFixed(0)} MB`,
  )
}

const folder = dataFolder()
const app = await startServer(folder.path, { NODE_ENV: 'production' })
const site = ourSite(app.url)
try {
  await withBrowser(site.url, async (page) => {
    await page.goto(site.paths.login)
    const send = await site.signIn(page)
    await send()
    await page.locator(site.ready.home).first().waitFor()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    await print('home', cdp)
    await page.goto(`${site.paths.list}?pageSize=200`)
    await page.locator('.list-row').first().waitFor()
    await print('and 200 orders', cdp)
    for (const path of paths) {
      await openByMenu(page, path)
      await page.locator('.tab-place:not([inert]) :is(h1, h2)').first().waitFor()
      await page.waitForLoadState('networkidle')
      await print(`and ${path}`, cdp)
    }
    const tabs = page.locator('.tab-button')
    for (let done = 0; done < switches; done += 1) {
      const next = tabs.nth(done % (await tabs.count()))
      await next.click()
      await next.and(page.locator('[aria-selected="true"]')).waitFor()
      if ((done + 1) % (switches / 5) === 0) await print(`after ${done + 1} changes of tab`, cdp)
    }
  })
} finally {
  await app.stop()
  folder.remove()
}
