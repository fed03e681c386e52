import { randomBytes } from 'node:crypto'
import type { PairingReply } from '@cloud-factory/contract/displays/screen-devices'
import type { ScreenDetail } from '@cloud-factory/contract/displays/screens'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { variants } from '../../apps/server/test/depth.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { newScreen, publishScreen } from '../support/screens.ts'
import { languages, wordsOf } from '../support/dictionary.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')

journey('screens and their TVs', () => {
  const app = openApp()
  const ownScreen = async (name: string) => publishScreen(app, await newScreen(app, name))
  const one = (id: string) => got<ScreenDetail>(app, `/api/screens/${id}`)

  /** Requests of a TV's browser. */
  const newTv = () => {
    const secret = randomBytes(32).toString('base64url')
    return async (): Promise<PairingReply> => {
      const reply = await fetch(`${app.url}/api/screens/pairing`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret, width: 3840, height: 2160 }),
      })
      return (await reply.json()) as PairingReply
    }
  }

  it.each(variants(languages))('the sign-in page shows the code of a TV: %s', async (language) => {
    const { page } = await app.visit({ language })
    const say = wordsOf(language)
    await page.goto('/login')
    await page.getByRole('button', { name: say('sign-in:tv.entry') }).click()
    await page
      .getByRole('status')
      .getByText(/^\d{3} \d{3}$/)
      .waitFor()
    await page.getByRole('button', { name: say('sign-in:tv.back') }).click()
    await page.locator('#username').waitFor()
  })

  it.each(variants(languages.toReversed()))(
    'an administrator pairs a TV and revokes it: %s',
    async (language) => {
      const say = wordsOf(language)
      const ask = newTv()
      const waiting = await ask()
      const { page } = await app.enter('admin', '/set/show?part=groups', { language })
      const group = `G ${language}`
      await page.getByRole('button', { name: say('displays:groups.add') }).click()
      await page.locator('.form-drawer #name').fill(group)
      await page
        .locator('.form-drawer')
        .getByRole('button', { name: say('shell:form.save') })
        .click()
      await page.locator('.form-drawer').waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: say('displays:part.devices'), exact: true }).click()
      await page.getByRole('button', { name: say('displays:pair') }).click()
      await page.getByLabel(say('common:code')).fill(waiting.state === 'waiting' ? waiting.code : '')
      await page.keyboard.press('Enter')
      await page.getByText('3840 × 2160').waitFor()
      const name = `TV ${language}`
      await page.locator('#name').fill(name)
      await page.locator('#screenId').click()
      await page.locator('.ant-select-item-option').first().click()
      await page.locator('#groupId').click()
      await page.locator('.ant-select-item-option').filter({ hasText: group }).click()
      await page.getByRole('button', { name: say('displays:pairConfirm'), exact: true }).click()
      await page.getByText(say('displays:paired', { name })).waitFor()
      const paired = await ask()
      if (paired.state !== 'paired') throw new Error('the TV was not paired')
      const shown = () =>
        fetch(`${app.url}/api/screens/shown`, { headers: { authorization: paired.paired.token } })
      expect((await shown()).status).toBe(200)
      const row = page.locator('tr, [role=row]').filter({ hasText: name })
      await row.getByText(group).waitFor()
      await row.getByRole('button', { name: say('displays:revoke') }).click()
      await page
        .locator('.ant-modal-footer')
        .getByRole('button', { name: say('displays:revoke') })
        .click()
      await page.getByText(say('displays:revoked', { name })).waitFor()
      expect((await shown()).status).toBe(401)
    },
  )

  it('a page with three panels, one of them of a workshop, is published with ten clicks', async () => {
    const { id } = await ownScreen('十次点击')
    const { page } = await app.enter('admin', `/set/screen/${id}`)
    let clicks = 0
    const click = async (target: Locator) => {
      await target.click()
      clicks += 1
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await click(button(t('displays:pageAdd')))
    await click(page.getByRole('dialog').getByRole('button', { name: '新页面', exact: true }))
    await page.getByText(t('displays:emptyPage')).waitFor()
    await page.getByText(t('displays:pageAdded', { name: '新页面', place: 2, count: 8 })).waitFor()
    for (const kind of ['tonnes_today', 'workshop_map', 'alarms'] as const)
      await click(button(t(`displays:panel.${kind}.name`)))
    await click(page.locator('.layout-panel[data-kind=workshop_map]'))
    await click(
      page.locator('.editor-side').getByRole('combobox', { name: t('displays:filter.workshopIds') }),
    )
    await click(page.locator('.ant-select-item-option').first())
    // Data of the panel's own choices follows the saved draft.
    await page
      .locator('.layout-grid [data-testid=panel-workshop_map]')
      .getByText(wordsOf('zh')('wall:standing.unsaved'))
      .waitFor({ state: 'attached' })
    // Publishing is in view wherever the page is scrolled to.
    const publish = page
      .locator('.page-actions')
      .getByRole('button', { name: t('common:publish'), exact: true })
    await page.locator('.screen-fine').scrollIntoViewIfNeeded()
    expect(
      await page
        .locator('h1')
        .last()
        .evaluate((title) => title.getBoundingClientRect().top > 0),
    ).toBe(true)
    await click(publish)
    const dialog = page.locator('.ant-modal').filter({ hasText: t('displays:publishTitle') })
    await dialog.getByText(t('displays:publishNowhere')).waitFor()
    await click(dialog.getByRole('button', { name: t('common:publish') }))
    await page.getByText(t('displays:published', { no: 2 })).waitFor()
    expect(clicks).toBe(10)
    expect(await page.getByRole('link', { name: t('displays:openShown') }).getAttribute('href')).toBe(
      `/realData?screen=${id}`,
    )
    const { draft, settled } = await one(id)
    expect([settled, ...(draft.pages[1]?.panels ?? [])]).toMatchObject([
      true,
      { kind: 'tonnes_today', width: 8 },
      { kind: 'workshop_map', width: 16, options: { workshopIds: [expect.any(String)] } },
      { kind: 'alarms' },
    ])
  })

  it('panels are arranged by keys and pointer; what overlaps is not published, what fits is shown', async () => {
    const { id } = await ownScreen('改排屏')
    const { page } = await app.enter('admin', `/set/screen/${id}`)
    const shownNow = async () => (await one(id)).shown
    const alarms = page.locator('.layout-panel[data-kind=alarms]')
    // The grid shows the wall itself, with data.
    await page.locator('.layout-grid [data-testid=panel-alarms]:not([data-status=none])').waitFor()
    const publish = page
      .locator('.page-actions')
      .getByRole('button', { name: t('common:publish'), exact: true })
    await alarms.focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.screen-problems').getByText(t('problem:reason.screen.overlaps')).first().waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText(t('displays:noProblems')).waitFor()
    const at = async (panel: typeof alarms) =>
      (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const free = await at(alarms)
    await alarms.focus()
    await page.keyboard.press('Delete')
    await becomes(() => alarms.count(), 0)
    // Where one is dragged to, the other moves aside; several are copied and pasted at once.
    const shipping = page.locator('.layout-panel[data-kind=logistics]')
    const risk = page.locator('.layout-panel[data-kind=orders_at_risk]')
    const [from, to] = [await at(shipping), await at(risk)]
    await page.mouse.move(from.x + 40, from.y + 40)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, to.y + 40)
    await page.locator('.layout-lines > .is-row').first().waitFor()
    await page.mouse.up()
    await becomes(async () => Math.round((await at(shipping)).y), Math.round(to.y))
    await becomes(async () => Math.round((await at(risk)).y), Math.round(free.y))
    await risk.focus()
    await page.keyboard.press('Control+z')
    await becomes(async () => Math.round((await at(shipping)).y), Math.round(from.y))
    await page.locator('.layout-panel[data-kind=tonnes_today]').click()
    await shipping.click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await page
      .getByRole('status')
      .filter({ hasText: t('displays:noRoomFor', { count: 1 }) })
      .waitFor()
    await becomes(() => shipping.count(), 2)
    await page.getByText(t('displays:noProblems')).waitFor()
    // A panel of one workshop, with a title of its own.
    await page.locator('.layout-panel[data-kind=workshop_map]').click()
    await page.getByLabel(t('common:field.title')).fill('只看一车间')
    await page
      .locator('.editor-side')
      .getByRole('combobox', { name: t('displays:filter.workshopIds') })
      .click()
    await page.locator('.ant-select-item-option').first().click()
    // Pages are pictures of the wall, in an order that keys change.
    const pages = page.getByRole('group', { name: t('displays:pages') })
    await pages
      .locator('.page-picture [data-testid=panel-workshop_map]')
      .first()
      .waitFor({ state: 'attached' })
    await pages.getByRole('button', { name: /^2 · / }).press('Alt+ArrowRight')
    await page.getByText(t('displays:pageMoved', { name: '车间', place: 3, count: 7 })).waitFor()
    await pages.getByRole('button', { name: '3 · 车间', pressed: true }).waitFor()
    await page.keyboard.press('Alt+ArrowLeft')
    // A page of the library is one difference, whatever it pushes back.
    await page.getByRole('button', { name: t('displays:pageAdd') }).click()
    await page.getByRole('dialog').getByRole('button', { name: '质量月' }).click()
    await pages.getByRole('button', { name: '3 · 质量月', pressed: true }).waitFor()
    // A page at the far end of the strip is scrolled into it, and nothing else is.
    await pages.getByRole('button', { name: /^8 · / }).focus()
    await pages.evaluate((strip) => (strip.scrollLeft = 0))
    await page.keyboard.press('Enter')
    await becomes(
      () =>
        pages.evaluate((strip) => {
          const card = strip.querySelector('[aria-pressed=true]')?.getBoundingClientRect()
          return card !== undefined && card.right <= strip.getBoundingClientRect().right
        }),
      true,
    )
    await pages.getByRole('button', { name: /^1 · / }).click()
    await page.keyboard.press('Control+s')
    await page.getByText(t('displays:state.differs')).waitFor()
    const map = page.locator('.layout-grid [data-testid=panel-workshop_map]')
    await map.getByRole('heading', { name: '只看一车间' }).waitFor({ state: 'attached' })
    await becomes(() => map.locator('.bay-head').count(), 1)
    expect(await shownNow()).toBe(1)
    await publish.click()
    await page
      .locator('.difference-list li')
      .filter({ hasText: '质量月' })
      .getByText(t('displays:difference.pageAdded', { after: '3' }))
      .waitFor()
    await page
      .locator('.ant-modal-footer')
      .getByRole('button', { name: t('common:publish') })
      .click()
    await page.getByText(t('displays:published', { no: 2 })).waitFor()
    expect(await shownNow()).toBe(2)
  })
})
