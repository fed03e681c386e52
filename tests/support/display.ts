import type { Locator, Page } from 'playwright-core'

/** The target that the walls show, on /baseInfo/edit: of this month, at the last process that has one. */
export async function outputTarget(page: Page): Promise<{ readonly cell: Locator; readonly before: string }> {
  await page.locator('[data-part="targets"]').click()
  const table = page.locator('table.targets')
  const month = (await table.locator('th.is-now').innerText()).trim()
  const cells = await table.locator(`input[aria-label$="${month}"]`).all()
  const values = await Promise.all(cells.map((cell) => cell.inputValue()))
  const last = values.findLastIndex((value) => value !== '')
  const label = await cells[last]?.getAttribute('aria-label')
  return { cell: page.getByLabel(label ?? '', { exact: true }), before: values[last] ?? '' }
}
