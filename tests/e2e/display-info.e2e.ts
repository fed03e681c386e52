import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { asLaidOut, outputTarget } from '../support/display.ts'
import { becomes, eventually, journey, openApp } from '../support/journey.ts'
import { png } from '../support/pictures.ts'
import { turnTo } from '../support/wall-page.ts'
import { wordsOf } from '../support/dictionary.ts'

const path = '/baseInfo/edit'
const t = wordsOf('zh')
const info = (word: string, params?: Record<string, string | number>) => t(`display-info:${word}`, params)

const part = (page: Page, name: string) => page.locator(`[data-part="${name}"]`).click()
const factoryName = (page: Page) => page.locator('.words-field input').first()
const previewName = (page: Page) => page.locator('.preview-names strong').textContent()
/** Publishes the draft and enters a note in the dialog. */
async function publish(page: Page, note: string, say = info) {
  await page
    .locator('.page-actions')
    .getByRole('button', { name: say('publish') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('textarea').fill(note)
  await dialog.getByRole('button', { name: say('publish'), exact: true }).click()
  await page.getByText(say('state.settled'), { exact: true }).waitFor()
  return dialog
}

journey('display information', () => {
  const app = openApp()
  let target = ''
  beforeAll(() => asLaidOut(app))

  it('is written beside its preview, judged by field, published, and the walls follow without a reload', async () => {
    const { page: wall } = await app.enter('viewer', '/realData', { fresh: true })
    const heading = () => wall.locator('.wall-name h1').innerText()
    const plan = () => wall.locator('[data-testid="panel-tonnes_month"] .panel-note').innerText()
    await turnTo(wall, 'tonnes_month')
    await wall.locator('[data-testid="panel-tonnes_month"] .panel-note').waitFor()
    await wall.keyboard.press(' ')
    await wall.evaluate(() => Object.assign(window, { asItWas: true }))

    const { page } = await app.enter('admin', path)
    await factoryName(page).fill('江海第二工厂')
    await becomes(() => previewName(page), '江海第二工厂')

    const { cell, before } = await outputTarget(page)
    target = before
    await cell.fill('777')
    await cell.press('Enter')

    await part(page, 'notices')
    await page.getByRole('button', { name: info('addNotice') }).click()
    const notice = page.locator('.sorted-row').last()
    await page.getByRole('alert').getByText(t('problem:reason.display.no_text')).first().waitFor()
    await notice.locator('textarea').first().fill('周五全厂停电检修')
    await page.locator('.preview-ticker li', { hasText: '周五全厂停电检修' }).waitFor()
    const until = notice.getByLabel(info('until'))
    await until.fill('2020-01-01')
    await until.press('Enter')
    await notice.getByText(t('problem:reason.display.ends_before')).waitFor()
    const publishing = page.locator('.page-actions').getByRole('button', { name: info('publish') })
    expect(await publishing.getAttribute('aria-disabled')).toBe('true')
    await becomes(() => page.locator('.preview-ticker li', { hasText: '周五全厂停电检修' }).count(), 0)
    await until.fill('2099-12-31')
    await until.press('Enter')
    await becomes(() => publishing.getAttribute('aria-disabled'), null)
    await page.locator('.preview-ticker li', { hasText: '周五全厂停电检修' }).waitFor()

    await part(page, 'basics')
    await becomes(() => factoryName(page).inputValue(), '江海第二工厂')
    await publishing.click()
    const dialog = page.getByRole('dialog')
    for (const words of ['江海第二工厂', '777 t', '周五全厂停电检修'])
      await dialog.locator('.info-differences').getByText(words).first().waitFor()
    await dialog.locator('textarea').fill('改名')
    await dialog.getByRole('button', { name: info('publish'), exact: true }).click()
    await page.getByText(info('state.settled'), { exact: true }).waitFor()

    await becomes(heading, '江海第二工厂')
    await eventually(plan).toContain('777')
    expect(await wall.evaluate(() => 'asItWas' in window)).toBe(true)
  })

  it('a version says what it changed; an older one comes back, and the walls with it', async () => {
    const { page: wall } = await app.enter('viewer', '/realData', { fresh: true })
    await becomes(() => wall.locator('.wall-name h1').innerText(), '江海第二工厂')
    const { page } = await app.enter('admin', `${path}?part=versions`)
    const rows = page.locator('.info-table tbody tr')
    const newest = rows.filter({ hasText: '改名' }).first()
    await newest.getByText(info('shownNow')).waitFor()
    await newest.getByRole('button', { name: info('differences') }).click()
    await page.locator('.info-differences').getByText('江海第二工厂').first().waitFor()
    const first = rows.filter({ hasText: info('versionNo', { no: 1 }) }).first()
    await first.getByRole('button', { name: info('restore') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: info('restore') })
      .click()
    await becomes(() => previewName(page), '江海钢结构智能工厂')
    expect(await (await outputTarget(page)).cell.inputValue()).toBe(target)
    expect(await wall.locator('.wall-name h1').innerText()).toBe('江海第二工厂')
    await publish(page, '回退')
    await becomes(() => wall.locator('.wall-name h1').innerText(), '江海钢结构智能工厂')
  })

  it('a picture that is none is refused in words, whatever it is called; one that is is shown', async () => {
    const { page } = await app.enter('admin', path)
    const field = page.locator('.picture-field').first()
    const input = field.locator('[data-testid="picture-file"]')
    const logo = field.locator('img.picture-thumb')
    await logo.waitFor()
    const before = await logo.getAttribute('src')
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await field.getByRole('alert').getByText(t('problem:file.unknown_type')).waitFor()
    expect(await logo.getAttribute('src')).toBe(before)
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await becomes(async () => (await logo.getAttribute('src')) !== before, true)
    await becomes(() => field.getByRole('alert').count(), 0)
    await page.getByRole('button', { name: info('discard') }).click()
    await becomes(() => logo.getAttribute('src'), before)
  })

  it('a machine is moved by keys and put back; one that lies on another keeps it from being published', async () => {
    const { page } = await app.enter('admin', `${path}?part=plan`)
    const box = page.locator('.plan-box.is-machine').first()
    await box.waitFor()
    const label = () => box.getAttribute('aria-label')
    const was = await label()
    await box.focus()
    await page.keyboard.press('ArrowRight')
    await becomes(async () => (await label()) !== was, true)
    await page.keyboard.press('Control+z')
    await becomes(label, was)
    const [first, second] = await page.locator('.plan-table tbody tr').filter({ hasText: /-\d/ }).all()
    if (first === undefined || second === undefined) throw new Error('no machines on the plan')
    for (const side of ['xM', 'yM'] as const) {
      const of = (row: typeof first) => row.getByLabel(new RegExp(`${escaped(t(`common:field.${side}`))}$`))
      await of(second).fill(await of(first).inputValue())
      await of(second).press('Enter')
    }
    await page.locator('.info-problems').getByText(t('problem:reason.display.overlaps')).first().waitFor()
    expect(await page.locator('.plan-box.is-wrong').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: info('discard') }).click()
    await becomes(() => page.locator('.info-problems').count(), 0)
  })

  it('what is taken off the plan, and put back on it, hands the keyboard on', async () => {
    const { page } = await app.enter('admin', `${path}?part=plan`)
    const offs = page.locator('.plan-table tbody button')
    const back = page.locator('.omitted button')
    const labelOf = async (one: ReturnType<typeof offs.first>) => (await one.getAttribute('aria-label')) ?? ''
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
    await offs.first().waitFor()
    await becomes(() => back.count(), 0)
    const [second, last] = [await labelOf(offs.nth(1)), await labelOf(offs.nth(-2))]
    await offs.first().press('Enter')
    await becomes(focused, second)
    await offs.last().press('Enter')
    await becomes(focused, last)
    await becomes(() => back.count(), 2)
    const [, other = ''] = await back.allInnerTexts()
    await back.first().press('Enter')
    await becomes(focused, other)
    await page.keyboard.press('Enter')
    await becomes(focused, info('omitted'))
    await becomes(() => back.count(), 0)
    await page.getByRole('button', { name: info('discard') }).click()
  })

  it('somebody else saved first: what differs is shown, one side is chosen, nothing is lost', async () => {
    const { page: one } = await app.enter('admin', path)
    const { page: two } = await app.enter('admin', path)
    await factoryName(one).fill('甲厂')
    await factoryName(two).fill('乙厂')
    await one.getByRole('button', { name: info('save') }).click()
    await one.getByText(info('state.draft'), { exact: true }).waitFor()
    await two.getByRole('button', { name: info('save') }).click()
    const dialog = two.getByRole('dialog')
    await dialog.getByText('甲厂').first().waitFor()
    await dialog.getByText('乙厂').first().waitFor()
    await dialog.getByRole('button', { name: t('shell:form.allMine') }).click()
    await dialog.getByRole('button', { name: t('shell:form.conflictSave') }).click()
    await two.getByText(info('state.draft'), { exact: true }).waitFor()
    await one.reload()
    await becomes(() => factoryName(one).inputValue(), '乙厂')
  })

  it('is published in Spanish too', async () => {
    const language = 'es'
    const say = (word: string) => wordsOf(language)(`display-info:${word}`)
    const { page } = await app.enter('admin', path, { language })
    await page.getByRole('heading', { name: wordsOf(language)('shell:route.baseInfoEdit') }).waitFor()
    await factoryName(page).fill(`Factory ${language}`)
    await publish(page, language, say)
    await page.reload()
    await becomes(() => factoryName(page).inputValue(), `Factory ${language}`)
  })

  it('the manager looks at it, and at how screens show it, and changes neither', async () => {
    const { page } = await app.enter('manager', path)
    await factoryName(page).waitFor()
    expect(await factoryName(page).isDisabled()).toBe(true)
    const refused = (name: string) =>
      page.locator('.page-actions').getByRole('button', { name }).getAttribute('aria-description')
    const denied = t('problem:reason.permission.denied')
    expect([await refused(info('save')), await refused(info('publish'))]).toEqual([denied, denied])
    await part(page, 'plan')
    const box = page.locator('.plan-box.is-machine').first()
    await box.focus()
    const was = await box.getAttribute('aria-label')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    expect(await box.getAttribute('aria-label')).toBe(was)
    await page.goto('/set/show')
    await page
      .getByRole('button', { name: t('displays:look'), exact: true })
      .first()
      .click()
    const panel = page.locator('.layout-panel[data-kind=alarms]').first()
    await panel.focus()
    const place = await panel.getAttribute('aria-label')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    expect(await panel.getAttribute('aria-label')).toBe(place)
    expect(await refused(t('displays:saveDraft'))).toBe(denied)
    expect(await refused(t('common:publish'))).toBe(denied)
  })
})

const escaped = (text: string) => text.replaceAll(/[()（）]/g, String.raw`\$&`)
