import type { ScreenDetail } from '@cloud-factory/contract/displays/screens'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { becomes, journey, openApp } from '../../support/journey.ts'
import { newScreen, publishScreen } from '../../support/screens.ts'
import { wordsOf } from '../../support/dictionary.ts'
import { got } from '../../support/work.ts'

const t = wordsOf('zh')
const info = (word: string) => t(`display-info:${word}`)
const screens = (word: string) => t(`displays:${word}`)

const publishButton = (page: Page, word: string) =>
  page.locator('.page-actions').getByRole('button', { name: word })
const confirm = (page: Page, word: string) =>
  page.locator('.ant-modal-footer').getByRole('button', { name: word }).click()
const focused = (page: Page, selector: string) =>
  page.evaluate((what) => document.activeElement?.matches(what) ?? false, selector)

/**
 * Position of a visible element after the page has stopped scrolling: lifting a finger during movement keeps it
 * scrolling.
 */
async function atRest(what: Locator) {
  await what.evaluate(async (element) => {
    let before = Number.NaN
    for (let frames = 0; frames < 10; frames += 1) {
      await new Promise(requestAnimationFrame)
      const { y } = element.getBoundingClientRect()
      if (y !== before) frames = 0
      before = y
    }
  })
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (box === null) throw new Error('nothing to touch')
  return box
}

/** Swipes from the middle of an element by `dx`, `dy` px. */
async function swipe(cdp: CDPSession, what: Locator, dx: number, dy: number): Promise<void> {
  const box = await atRest(what)
  const at = (share: number) => ({
    x: box.x + box.width / 2 + dx * share,
    y: box.y + box.height / 2 + dy * share,
  })
  const send = (type: 'touchStart' | 'touchMove', share: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [at(share)] })
  await send('touchStart', 0)
  for (const share of [0.1, 0.3, 0.6, 1]) await send('touchMove', share)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

journey('the editors of what walls say and show', () => {
  const app = openApp()
  let made = 0
  const ownScreen = async () => {
    made += 1
    return (await publishScreen(app, await newScreen(app, `编辑 ${made}`))).id
  }

  it('two publish the same information: the second one sees that it is done, and is not stuck', async () => {
    const { page: one } = await app.enter('admin', '/baseInfo/edit')
    const name = (page: Page) => page.locator('.words-field input').first()
    await name(one).fill('江海新厂')
    await publishButton(one, info('save')).click()
    await one.getByText(info('state.draft'), { exact: true }).waitFor()
    const { page: two } = await app.enter('admin', '/baseInfo/edit')
    for (const page of [one, two]) {
      await publishButton(page, info('publish')).click()
      await page.getByRole('dialog').locator('.info-differences').waitFor()
    }
    await confirm(one, info('publish'))
    await one.getByText(info('state.settled'), { exact: true }).waitFor()
    await confirm(two, info('publish'))
    await two.getByText(info('state.settled'), { exact: true }).waitFor()
    expect(await two.getByRole('dialog').count()).toBe(0)
    // The next change is saved on top of the current version.
    await name(two).fill('江海二厂')
    await publishButton(two, info('save')).click()
    await two.getByText(info('state.draft'), { exact: true }).waitFor()
  })

  it('two publish the same screen: what was drawn meanwhile is shown to the second one before it can be published', async () => {
    const id = await ownScreen()
    const path = `/set/screen/${id}`
    const { page: one } = await app.enter('admin', path)
    await one.locator('.layout-panel[data-kind=alarms]').focus()
    await one.keyboard.press('Delete')
    await one.keyboard.press('Control+s')
    await one.getByText(screens('state.differs')).waitFor()
    const { page: two } = await app.enter('admin', path)
    await two.getByText(screens('state.differs')).waitFor()
    await publishButton(two, screens('publish')).click()
    await two.getByRole('dialog').locator('.difference-list').waitFor()
    await one.locator('.layout-panel[data-kind=logistics]').focus()
    await one.keyboard.press('Delete')
    await one.keyboard.press('Control+s')
    const drafted = async () => (await got<ScreenDetail>(app, `/api/screens/${id}`)).draft.pages[0]?.panels
    await becomes(async () => (await drafted())?.some(({ kind }) => kind === 'logistics'), false)
    await confirm(two, screens('publish'))
    await becomes(() => two.locator('.layout-panel[data-kind=logistics]').count(), 0)
    expect((await got<ScreenDetail>(app, `/api/screens/${id}`)).shown).toBe(1)
    await publishButton(two, screens('publish')).click()
    await confirm(two, screens('publish'))
    await becomes(async () => (await got<ScreenDetail>(app, `/api/screens/${id}`)).shown, 2)
  })

  it('a screen is drawn by keys alone, and the keyboard is never lost', async () => {
    const { page } = await app.enter('admin', `/set/screen/${await ownScreen()}`)
    const panels = page.locator('.layout-panel')
    await panels.first().focus()
    const before = await panels.count()
    await page.keyboard.press('Delete')
    await becomes(() => panels.count(), before - 1)
    await becomes(() => focused(page, '.layout-grid'), true)
    const free = page.locator('.panel-catalogue button:not([aria-disabled])').first()
    await free.focus()
    await page.keyboard.press('Enter')
    await becomes(() => panels.count(), before)
    // The library keeps the focus for the next panel; the added one is chosen.
    await becomes(() => focused(page, '.panel-catalogue button'), true)
    await panels.and(page.locator('[aria-pressed=true]')).focus()
    await page.keyboard.press('Enter')
    await becomes(() => focused(page, '.editor-side [role=tabpanel]'), true)
    await page.keyboard.press('Tab')
    await becomes(() => focused(page, '.editor-side input'), true)
  })

  it('on a touch screen a finger scrolls over the plan and the grid, and drags what it has chosen', async () => {
    const { page, context } = await app.enter('admin', '/baseInfo/edit?part=plan', { screen: 'tablet' })
    const cdp = await context.newCDPSession(page)
    const box = page.locator('.plan-box.is-machine').first()
    const label = () => box.getAttribute('aria-label')
    const was = await label()
    await swipe(cdp, box, 0, -120)
    await becomes(() => box.getAttribute('aria-pressed'), 'true')
    expect(await label()).toBe(was)
    await swipe(cdp, box, 60, 60)
    await becomes(async () => (await label()) !== was, true)
    await page.getByRole('button', { name: info('discard') }).click()
  })

  it('on a phone the editor opens at its head, though its tabs are below the edge', async () => {
    const path = `/set/screen/${await ownScreen()}`
    const { page } = await app.enter('admin', path, { screen: 'phone', language: 'es' })
    await page.locator('.panel-catalogue button').first().waitFor()
    const scrolled = () =>
      page.evaluate(() => [...document.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0).length)
    expect(await scrolled()).toBe(0)
  })

  it('a box that is dragged quicker than it is drawn comes to rest where the pointer let go', async () => {
    const { page } = await app.enter('admin', '/baseInfo/edit?part=plan')
    const box = page.locator('.plan-box.is-machine').first()
    const was = await box.getAttribute('aria-label')
    await box.evaluate(async (element) => {
      const { x, y } = element.getBoundingClientRect()
      const send = (type: string, by: number) =>
        element.dispatchEvent(
          new PointerEvent(type, { bubbles: true, button: 0, clientX: x + 5 + by, clientY: y + 5 + by }),
        )
      element.setPointerCapture = () => undefined
      send('pointerdown', 0)
      await new Promise(requestAnimationFrame)
      send('pointermove', 60)
      send('pointerup', 60)
    })
    await becomes(async () => (await box.getAttribute('aria-label')) !== was, true)
    await page.getByRole('button', { name: info('discard') }).click()
  })

  it('a file that is none, and one of a layout that cannot be, are refused in words; nothing is added', async () => {
    const id = await ownScreen()
    const admin = await app.api('admin')
    const { body } = await admin.call('GET', `/api/screens/${id}/export`)
    const bundle = body as { layout: object }
    const { page } = await app.enter('admin', '/set/show')
    const rows = async () => (await got<{ total: number }>(app, '/api/screens')).total
    const before = await rows()
    await page.getByRole('button', { name: screens('import') }).click()
    const dialog = page.getByRole('dialog')
    const choose = (content: string) =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'one.screen.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      })
    const bring = async (content: string) => {
      await choose(content)
      await dialog
        .locator('.ant-modal-footer')
        .getByRole('button', { name: screens('import') })
        .click()
    }
    await choose('{"format": "cloud-fac')
    await dialog.getByText(screens('notJson')).waitFor()
    await bring(JSON.stringify({ ...bundle, layout: { ...bundle.layout, schemaVersion: 999 } }))
    await dialog.getByText(t('problem:reason.screen.newer')).waitFor()
    await bring(JSON.stringify({ ...bundle, layout: { ...bundle.layout, schemaVersion: 0 } }))
    await dialog.locator('.form-errors code', { hasText: 'layout.schemaVersion' }).waitFor()
    expect(await rows()).toBe(before)
  })
})
