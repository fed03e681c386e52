import type { DisplayInfoDraft } from '@cloud-factory/contract/displays/display-info'
import type { Locator, Page } from 'playwright-core'
import type { App } from './journey.ts'
import { change } from './screens.ts'
import { got } from './work.ts'

/** The month of the walls. A working day of the demo factory begins at eight: until then they show the day before. */
const wallMonth = (): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' })
    .format(Date.now() - 8 * 3_600_000)
    .slice(0, '2026-11'.length)

/** The target on the walls, at /baseInfo/edit: of their month, for the last process with a target. */
export async function outputTarget(page: Page): Promise<{ readonly cell: Locator; readonly before: string }> {
  await page.locator('[data-part="targets"]').click()
  const table = page.locator('table.targets')
  await table.waitFor()
  const cells = await table.locator(`input[aria-label$="${wallMonth()}"]`).all()
  const values = await Promise.all(cells.map((cell) => cell.inputValue()))
  const last = values.findLastIndex((value) => value !== '')
  const label = await cells[last]?.getAttribute('aria-label')
  return { cell: page.getByLabel(label ?? '', { exact: true }), before: values[last] ?? '' }
}

/** Restores the demo factory's initial display information, whatever was published or drafted since. */
export async function asLaidOut(app: App): Promise<void> {
  const { version } = await got<DisplayInfoDraft>(app, '/api/display/info')
  const first = await change<DisplayInfoDraft>(app, 'POST', '/api/display/info/restore', { version, no: 1 })
  if (first.settled) return
  await change(app, 'POST', '/api/display/info/publish', { version: first.version, note: '' })
}
