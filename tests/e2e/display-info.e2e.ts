import { expect, it } from 'vitest'
import { becomes, journey, openHouse } from '../support/journey.ts'
import { wordsOf } from '../support/words.ts'

const t = wordsOf('zh')
const page = '/baseInfo/edit'
const info = (word: string) => t(`display-info:${word}`)

journey('display information', () => {
  const house = openHouse()

  it('a target and a notice are changed, published, seen as a difference and taken back', async () => {
    const { page: tab } = await house.enter('admin', `${page}?part=targets`)
    const cell = tab.locator('table.targets tbody input').first()
    await cell.waitFor()
    const before = await cell.inputValue()
    await cell.fill('123.5')
    await cell.press('Enter')
    await tab.locator('[data-part="notices"]').click()
    await tab.locator('.sorted-row textarea').first().fill('周五全厂停电检修')
    await becomes(() => tab.locator('.preview-ticker li').first().textContent(), '周五全厂停电检修')
    await tab.getByRole('button', { name: info('publish') }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByText('123.5 t').waitFor()
    await dialog.locator('textarea').fill('调整目标')
    await dialog.getByRole('button', { name: info('publish') }).click()
    await tab.locator('.page-note .status-tag.is-good').waitFor()
    await tab.locator('[data-part="versions"]').click()
    const newest = tab.locator('.info-table tbody tr').first()
    await newest.getByText('调整目标').waitFor()
    await newest.getByRole('button', { name: info('look') }).click()
    await tab.locator('.info-differences').getByText('周五全厂停电检修', { exact: false }).waitFor()
    await tab
      .locator('.info-table tbody tr')
      .nth(1)
      .getByRole('button', { name: info('restore') })
      .click()
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: info('restore') })
      .click()
    await tab.locator('[data-part="targets"]').click()
    await becomes(() => tab.locator('table.targets tbody input').first().inputValue(), before)
  })

  it('somebody else saved first: what differs is shown, and mine is kept', async () => {
    const { page: one } = await house.enter('admin', page)
    const { page: two } = await house.enter('admin', page)
    const name = (tab: typeof one) => tab.locator('.words-field input').first()
    await name(one).fill('甲厂')
    await name(two).fill('乙厂')
    await one.getByRole('button', { name: info('save') }).click()
    await one.locator('.page-note .status-tag.is-active').waitFor()
    await two.getByRole('button', { name: info('save') }).click()
    const dialog = two.getByRole('dialog')
    await dialog.getByText('甲厂', { exact: false }).first().waitFor()
    await dialog.getByRole('button', { name: t('shell:form.allMine') }).click()
    await dialog.getByRole('button', { name: t('shell:form.conflictSave') }).click()
    await two.locator('.page-note .status-tag.is-active').waitFor()
    await one.reload()
    await becomes(() => name(one).inputValue(), '乙厂')
  })

  it('a picture that is none is refused, whatever it is called', async () => {
    const { page: tab } = await house.enter('admin', page)
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
    await tab.locator('[data-testid="picture-file"]').first().setInputFiles(file)
    await tab.locator('.picture-field [role="alert"]').waitFor()
    expect(await tab.locator('.picture-field').first().innerText()).toContain('logo.png')
  })

  it('a machine is moved by arrows, and put back by undo', async () => {
    const { page: tab } = await house.enter('admin', `${page}?part=plan`)
    const box = tab.locator('.plan-box.is-machine').first()
    await box.focus()
    const was = await box.getAttribute('aria-label')
    await tab.keyboard.press('Shift+ArrowRight')
    await becomes(async () => (await box.getAttribute('aria-label')) !== was, true)
    await tab.getByRole('button', { name: info('undo') }).click()
    await becomes(() => box.getAttribute('aria-label'), was)
  })
})
