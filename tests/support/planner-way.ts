import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { becomes, type App } from './journey.ts'
import { fixture } from './order-import.ts'
import { field, pressInForm } from './shell.ts'
import { type Language, wordsOf } from './dictionary.ts'
import { newOrder } from './work.ts'

/** Order page rows with weights: mark, then the expected content of its line. */
const weights = [
  ['GZ-11', '3', '674.470', '2,023.410'],
  ['GL-12', '5', '163.500', '817.500'],
  ['PB-31', '3', '31.400', '94.200'],
  ['HB-32', '2', '367.800', '735.600'],
] as const

/** A planner imports valid and invalid lists in one language. Each step continues from the previous one. */
export function plannersWay(app: App, language: Language): void {
  const t = wordsOf(language)
  const no = `E2E-${language.toUpperCase()}`
  const open = (path: string) => app.enter('planner', path, { language })
  let order = ''

  const chooseFiles = async (page: Page, ...names: readonly string[]) => {
    await page.getByTestId('import-files').setInputFiles(names.map(fixture))
    await page.waitForURL('**/order/import/**')
  }
  const applyButton = (page: Page, pieces: string, tonnes: string) =>
    page.getByRole('button', { name: t('order-import:apply.button', { pieces, tonnes }) })
  const reviseButton = (page: Page, accepted: string) =>
    page.getByRole('button', { name: t('order-import:apply.revision', { accepted, held: '0' }) })

  beforeAll(async () => {
    order = `/order/detail/${(await newOrder(app, no)).id}`
  })

  it('sees what is wrong with a broken list, by row and column, and nothing is in the order', async () => {
    const { page } = await open(`${order}?part=imports`)
    await chooseFiles(page, 'broken-list.xls')
    await page.getByText(t('order-import:verdict.errorsHelp')).waitFor()
    const findings = page.locator('.findings tbody')
    const file = 'broken-list.xls'
    const duplicate = { file, row: 6, column: '构件编号', value: 'GZ-21', first: 4 }
    await findings.getByText(t('import-findings:mark.duplicate', duplicate)).waitFor()
    await findings
      .getByText(t('import-findings:number.bad', { file, row: 7, column: '单净重(kg)', value: '5b4.00' }))
      .waitFor()
    const negative = findings.locator('tr', { hasText: '-3' })
    expect(await negative.locator('td').allInnerTexts()).toEqual(
      expect.arrayContaining([t('order-import:level.error'), file, '5', '数量', '-3']),
    )
    expect(
      await page
        .getByRole('button', { name: new RegExp(t('order-import:apply.button').slice(0, 5)) })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    await page.goto(order)
    await page.getByText(t('orders:overview.noPieces')).waitFor()
  })

  it('imports a component list in GB18030 and finds its weights; a double click writes it once', async () => {
    const { page } = await open(`${order}?part=imports`)
    await chooseFiles(page, 'component-list.xls')
    await applyButton(page, '8', '2.841').waitFor()
    const totals = page.locator('.totals-table tbody')
    expect(await totals.locator('tr').nth(1).innerText()).toMatch(/2,840\.91\s+2,840\.91/)
    expect(await page.locator('.import-figures').innerText()).toContain('GB18030')
    await applyButton(page, '8', '2.841').dblclick()
    await page.getByText(t('order-import:end.applied', { order: no })).waitFor()
    await page.getByRole('button', { name: t('order-import:end.back', { order: no }) }).click()
    await page.waitForURL(`**${order}*`)
    await becomes(
      () =>
        page
          .locator('.key-facts')
          .innerText()
          .then((text) => /\b8\b/.test(text) && text.includes('2.8')),
      true,
    )
  })

  it('adds NC1 files', async () => {
    const { page } = await open(`${order}?part=imports`)
    await chooseFiles(page, 'PB-31.nc1', 'HB-32.nc1')
    await reviseButton(page, '2').click()
    await page.getByText(t('order-import:end.applied', { order: no })).waitFor()
  })

  it('the same list again changes nothing, and says so mark by mark', async () => {
    const { page } = await open(`${order}?part=imports`)
    await chooseFiles(page, 'component-list.xls')
    await reviseButton(page, '0').waitFor()
    await page.locator('.ant-segmented-item', { hasText: t('order-import:revision.is.same') }).click()
    for (const mark of ['GZ-11', 'GL-12']) {
      await page
        .locator('tr', { hasText: mark })
        .getByText(t('order-import:revision.is.same'))
        .first()
        .waitFor()
    }
    await page.getByRole('button', { name: t('order-import:discard.button') }).click()
    await page
      .locator('.ant-popconfirm')
      .getByRole('button', { name: t('order-import:discard.button') })
      .click()
    await page.getByText(t('order-import:end.discarded')).waitFor()
  })

  it('sees the weight of every mark, to the digit', async () => {
    const { page } = await open(`${order}?part=marks`)
    for (const [mark, ...figures] of weights) {
      const line = page.locator('.virtual-row', { hasText: mark })
      await line.waitFor()
      const cells = (await line.locator('[role="cell"]').allInnerTexts()).map((text) => text.trim())
      expect(cells).toEqual(expect.arrayContaining([...figures]))
    }
    await page.getByText(t('orders:marks.sums', { marks: 4, pieces: 13, tonnes: '3.7' })).waitFor()
  })

  it('two windows change the same order: the second settles field by field what the first wrote', async () => {
    const [first, second] = [await open(order), await open(order)]
    for (const { page } of [first, second]) {
      await page.getByRole('button', { name: t('common:action.edit'), exact: true }).click()
      await field(page, t('common:field.name')).waitFor()
    }
    await field(first.page, t('common:field.name')).fill('first window')
    await pressInForm(first.page, t('common:form.save'))
    await first.page.locator('.form-drawer').waitFor({ state: 'detached' })
    await field(second.page, t('common:field.name')).fill('second window')
    await field(second.page, t('common:field.note')).fill('a note')
    await pressInForm(second.page, t('common:form.save'))
    const conflict = second.page.getByRole('dialog', { name: t('shell:form.conflict') })
    await conflict.waitFor()
    expect(await conflict.innerText()).toContain('first window')
    expect(await conflict.innerText()).toContain('second window')
    await conflict.getByRole('button', { name: t('shell:form.allTheirs') }).click()
    await conflict.getByRole('radio', { name: /a note/ }).check()
    await conflict.getByRole('button', { name: t('shell:form.conflictSave') }).click()
    await conflict.waitFor({ state: 'hidden' })
    await second.page.locator('.overview', { hasText: 'a note' }).waitFor()
    expect(await second.page.locator('.overview').innerText()).toContain('first window')
  })
}
