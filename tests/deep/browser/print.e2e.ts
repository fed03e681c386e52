import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { becomes, type App, journey, openApp } from '../../support/journey.ts'
import { largestOrder } from '../../support/pages.ts'
import { languages, wordsOf } from '../../support/dictionary.ts'
import type { Page } from 'playwright-core'

const t = wordsOf('zh')

/** Number of sheets of a PDF and their size in mm, from its page objects. */
function sheetsOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const boxes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)
  return {
    count: [...text.matchAll(/\/Type \/Page\b(?!s)/g)].length,
    sizes: [...new Set(boxes.map(([, width, height]) => `${mm(width)} × ${mm(height)}`))],
    hasFonts: text.includes('/FontDescriptor') || text.includes('/Type3'),
  }
}

async function printed(page: Page) {
  await page.locator('.print-bar .ant-btn-primary:enabled').waitFor()
  return sheetsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
}

const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)

const setLanguage = async (app: App, value: string) =>
  (await app.api('planner')).call('PUT', '/api/me/preferences/print.language', { value })

journey('printing', () => {
  const app = openApp({ env: {} })

  it('labels of an order: 24 on a sheet of A4, or each on its own 100 × 70 mm, in three languages', async () => {
    const { id } = await largestOrder(app)
    const { body } = await (await app.api('planner')).call('GET', `/api/orders/${id}/labels?pageSize=1`)
    const { total } = body as { total: number }
    const { page } = await app.enter('planner', `/order/print/${id}`)
    for (const language of languages) {
      await setLanguage(app, language)
      const words = wordsOf(language)
      await page.goto(`/order/print/${id}`)
      const sheets = await printed(page)
      expect(sheets).toEqual({ count: Math.ceil(total / 24), sizes: ['210 × 297'], hasFonts: true })
      expect(await page.locator('.piece-label').count()).toBe(total)
      await page.goto(`/order/print/${id}?as=roll`)
      expect(await printed(page)).toMatchObject({ count: total, sizes: ['100 × 70'] })
      const grade = words('printing:label.grade', { grade: '' }).trim()
      await page.locator('.piece-label', { hasText: grade }).first().waitFor()
    }
    await setLanguage(app, 'zh')
  }, 120_000)

  it('torn-off labels shift the first sheet, and a layout that does not fit says so', async () => {
    const { id } = await largestOrder(app)
    const { page } = await app.enter('planner', `/order/print/${id}`)
    const { count } = await printed(page)
    const used = page.getByLabel(t('printing:layout.used'))
    await used.fill('23')
    await used.press('Enter')
    await becomes(() => page.locator('.sheet').first().locator('.label').count(), 1)
    expect((await printed(page)).count).toBe(count + 1)
    await page.getByRole('button', { name: /3 × 8/ }).click()
    await page.getByLabel(t('printing:layout.widthMm')).fill('80')
    await page.getByText(t('printing:layout.tooLarge')).waitFor()
    await page
      .getByRole('button', {
        name: t('printing:layout.reset', { columns: 3, rows: 8, width: 70, height: 37 }),
      })
      .click()
    await becomes(() => page.getByText(t('printing:layout.tooLarge')).count(), 0)
  }, 60_000)

  it('a traveller of each mark has its operations, every sheet its number, and nothing runs over the edge', async () => {
    const { id } = await largestOrder(app)
    const { page } = await app.enter('planner', `/order/print/${id}?as=marks`)
    const { count, sizes } = await printed(page)
    expect(sizes).toEqual(['210 × 297'])
    await page.emulateMedia({ media: 'print' })
    const sheets = page.locator('.print-sheets .sheet')
    expect(await sheets.count()).toBe(count)
    const last = await sheets.last().locator('.paper-foot').textContent()
    expect(last).toMatch(/第 \d+ 页，共 \d+ 页/)
    const over = await sheets.evaluateAll(
      (all) =>
        all.filter((sheet) => {
          const body = sheet.querySelector('.paper-body')
          return body !== null && body.scrollHeight > body.clientHeight + 1
        }).length,
    )
    expect(over).toBe(0)
  }, 60_000)

  it.each([
    // On the first day of a month, the month has no reports yet.
    [`/order/report?from=${monthAgo}`, '.report-table'],
    ['/equipment/figures', '.figure-table'],
  ])('%s lies across the paper from its first sheet on, with all columns', async (path, table) => {
    const { page } = await app.enter('admin', path)
    await page.locator(`${table} tbody tr`).first().waitFor()
    expect(sheetsOf(await page.pdf({ format: 'A4', preferCSSPageSize: true })).sizes).toEqual(['297 × 210'])
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 1046, height: 718 })
    const right = page.locator(table).evaluate((one) => one.getBoundingClientRect().right)
    expect(await right).toBeLessThanOrEqual(1046)
  })
})
