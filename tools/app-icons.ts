// Draws the icons of the installed app from the logo: `node_modules/.bin/node tools/app-icons.ts`, after a change of
// `favicon.svg`. Needs Chromium.
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openBrowser } from '../tests/support/browser.ts'

const publicFolder = join(dirname(import.meta.dirname), 'apps/web/public')
const folder = join(publicFolder, 'icons')
const logo = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')
/** Without round corners, smaller by a tenth on each side: systems cut a shape of their own out of it. */
const full = logo.replace(' rx="6"', '').replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')

mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
try {
  for (const [name, side, image, ground] of [
    ['icon-192', 192, logo, 'transparent'],
    ['icon-512', 512, logo, 'transparent'],
    ['icon-180', 180, full, '#304156'],
    ['maskable-512', 512, full, '#304156'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: side, height: side } })
    await page.setContent(
      `<style>body { margin: 0; background: ${ground} } svg { display: block; width: 100vw }</style>${image}`,
    )
    await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
