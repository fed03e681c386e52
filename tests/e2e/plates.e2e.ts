import type { PlateJobDetail } from '@cloud-factory/contract/plates/plates'
import type { PlateNesting } from '@cloud-factory/contract/plates/plate-nests'
import { it } from 'vitest'
import { wordsOf } from '../support/dictionary.ts'
import { journey, openApp } from '../support/journey.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

journey('plates', () => {
  const app = openApp()

  it('the planner makes a job of a thickness, the foreman imports its result and undoes it', async () => {
    const { page } = await app.enter('planner', '/order/plates?missing=true')
    await page.locator('.ant-table-row').first().waitFor()
    for (const box of await page.locator('.ant-table-row').getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: t('plates:action.new') }).click()
    const form = page.locator('.form-drawer')
    await form.getByRole('button', { name: t('plates:action.new') }).click()
    await page.waitForURL(/plate-job\/\d+/)
    const path = new URL(page.url()).pathname
    const [, id = ''] = /(\d+)$/.exec(path) ?? []
    const job = await got<PlateJobDetail>(app, `/api/plate-jobs/${id}`)
    const [part] = job.parts
    if (part === undefined) throw new Error('the job has no parts')

    await page.getByRole('button', { name: t('plates:action.nest'), exact: true }).click()
    await form.getByLabel(t('nesting:rule.seconds')).fill('1')
    await form.getByLabel(t('plates:rule.buy')).fill('12000 × 2500')
    await form.getByRole('button', { name: t('plates:action.nest') }).click()
    await page.locator('.plate-drawing').first().waitFor()
    await page.getByRole('button', { name: t('plates:action.printLayouts') }).click()
    await page.locator('.plate-sheet .plate-drawing').first().waitFor()
    const { layouts } = await got<PlateNesting>(app, `/api/plate-jobs/${id}/nesting`)
    await page.goto(`/find?code=${encodeURIComponent(layouts[0]?.code ?? '')}`)
    await page.waitForURL(new RegExp(`plate-job/${id}\\?layout=${layouts[0]?.id}$`))
    await page.locator('.plate-layout.is-scanned').waitFor()
    await page.getByRole('button', { name: t('shell:route.partLabels') }).click()
    await page.locator('.piece-label').first().waitFor()

    const foreman = await app.enter('foreman', path)
    await foreman.page.getByRole('button', { name: t('plates:action.report') }).click()
    const dialog = foreman.page.getByRole('dialog')
    const rows = [
      '零件号;订单;构件号;数量',
      [part.part, part.order.no, part.mark, 1].join(';'),
      ['X-404', '', '', 1].join(';'),
    ]
    await dialog.getByTestId('plate-result').setInputFiles({
      name: 'cut.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    })
    await dialog.getByText(t('problem:reason.plate.unknown_part')).waitFor()
    await dialog.getByRole('checkbox', { name: t('record-import:onlyGood') }).check()
    await dialog.getByRole('button', { name: t('record-import:apply', { n: 1 }) }).click()
    await dialog.waitFor({ state: 'detached' })
    await foreman.page.getByRole('button', { name: t('plates:action.undo') }).click()
    await foreman.page.getByRole('dialog').getByRole('textbox').fill('报错了')
    await foreman.page
      .getByRole('dialog')
      .getByRole('button', { name: t('plates:action.undo') })
      .click()
    await foreman.page.getByText('报错了').waitFor()
  })
})
