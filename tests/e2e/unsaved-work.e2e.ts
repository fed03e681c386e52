import type { Locator, Page } from 'playwright-core'
import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import { describe, expect, it } from 'vitest'
import { arrives, becomes, journey, openApp } from '../support/journey.ts'
import { got } from '../support/work.ts'
import { chooseInTabMenu, chooseInUserMenu, pageOf, showTab, tab, tabTitles } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'

const t = wordsOf('zh')

journey('unsaved work', () => {
  const app = openApp()

  /** Two tabs; the personal page has an unsaved name. */
  async function typing(fresh = false): Promise<Page> {
    const { page } = await app.enter('planner', '/order/list', { fresh })
    await pageOf(page, '/order/list').waitFor()
    await chooseInUserMenu(page, t('shell:route.personal'))
    await page.getByLabel(t('account:profile.phone')).fill('13900000000')
    await tab(page, '个人中心').locator('.tab-dot').waitFor()
    return page
  }
  const question = (page: Page) => page.getByRole('dialog', { name: t('shell:leave.title') })
  const typed = (page: Page) => page.getByLabel(t('account:profile.phone')).inputValue()
  const stay = async (page: Page) => {
    await question(page).waitFor()
    expect(await question(page).locator('.leave-tabs').innerText()).toBe('个人中心')
    await question(page)
      .getByRole('button', { name: t('shell:leave.stay') })
      .click()
    await question(page).waitFor({ state: 'hidden' })
  }
  const discard = (page: Page) =>
    question(page)
      .getByRole('button', { name: t('shell:form.discard') })
      .click()

  it('a dot on the tab says so, and goes when the text is as it was', async () => {
    const page = await typing()
    await page.getByLabel(t('account:profile.phone')).fill('13800001002')
    await becomes(() => page.locator('.tab-dot').count(), 0)
  })

  it('is kept without a question while other tabs are looked at', async () => {
    const page = await typing()
    await showTab(page, '订单管理')
    await arrives(page, '/order/list')
    expect(await tab(page, '个人中心').locator('.tab-dot').count()).toBe(1)
    await showTab(page, '个人中心')
    expect(await typed(page)).toBe('13900000000')
  })

  describe('one dialog asks, and staying loses nothing, before', () => {
    it('refresh and close', async () => {
      const page = await typing()
      await chooseInTabMenu(page, '个人中心', 'refresh')
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInTabMenu(page, '个人中心', 'refresh')
      await discard(page)
      await becomes(() => typed(page), '13800001002')

      await page.getByLabel(t('account:profile.phone')).fill('13900000000')
      await chooseInTabMenu(page, '个人中心', 'close')
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInTabMenu(page, '个人中心', 'close')
      await discard(page)
      await becomes(() => tabTitles(page), ['首页', '订单管理'])
      await arrives(page, '/order/list')
    })

    it('close others and close all', async () => {
      const page = await typing()
      await chooseInTabMenu(page, '首页', 'closeAll')
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInTabMenu(page, '订单管理', 'closeOthers')
      await stay(page)
      expect(await tabTitles(page)).toEqual(['首页', '订单管理', '个人中心'])
      await chooseInTabMenu(page, '订单管理', 'closeOthers')
      await discard(page)
      await becomes(() => tabTitles(page), ['首页', '订单管理'])

      await chooseInUserMenu(page, t('shell:route.personal'))
      await page.getByLabel(t('account:profile.phone')).fill('13900000000')
      await chooseInTabMenu(page, '首页', 'closeAll')
      await discard(page)
      await becomes(() => tabTitles(page), ['首页'])
    })

    it('a change of size', async () => {
      const page = await typing()
      await chooseInUserMenu(page, t('shell:preferences.title'))
      await page.getByText(t('shell:preferences.sizes.mini'), { exact: true }).click()
      await stay(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /close|关闭/i })
        .click()
      expect(await typed(page)).toBe('13900000000')
    })

    it('log-out', async () => {
      const page = await typing(true)
      await chooseInUserMenu(page, t('shell:user.logOut'))
      await stay(page)
      expect(await typed(page)).toBe('13900000000')
      await chooseInUserMenu(page, t('shell:user.logOut'))
      await discard(page)
      await page.locator('#username').waitFor()
    })
  })

  const isWarned = async (page: Page) => {
    const warned = page.waitForEvent('dialog')
    const closed = page.close({ runBeforeUnload: true })
    const warning = await warned
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()
    await closed
  }

  it('the browser warns before it is closed or reloaded', async () => {
    const page = await typing()
    await isWarned(page)
    expect(await typed(page)).toBe('13900000000')
  })

  it('and also while the not-found page stands in front of the tabs', async () => {
    const page = await typing()
    await page.evaluate(() => {
      history.pushState(null, '', '/no/such/page')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.locator('.plain-status').waitFor()
    await isWarned(page)
  })

  describe('on a page that is edited in place, it stays when its record is fetched again, and is saved', () => {
    const first = async <T extends { id: string }>(list: string, one: string, fits: (row: T) => boolean) => {
      const { items } = await got<{ items: { id: string }[] }>(app, `${list}pageSize=100`)
      for (const { id } of items) {
        const row = await got<T>(app, `${one}/${id}`, 'admin')
        if (fits(row)) return row
      }
      throw new Error(`the demo factory has nothing that fits in ${list}`)
    }
    const send = async (method: string, path: string, body: object) => {
      const reply = await (await app.api('admin')).call(method, path, body)
      expect(reply, path).toMatchObject({ status: 200 })
    }

    /** Types, looks at another tab for longer than data are fresh, while a colleague changes the record, and comes back. */
    async function typeAndReturn(
      [path, api, title]: readonly [string, string, string],
      box: (page: Page) => Locator,
      change: () => Promise<void>,
    ) {
      const { page } = await app.enter('admin', path)
      await box(page).fill('77')
      await tab(page, title).locator('.tab-dot').waitFor()
      await showTab(page, '首页')
      await change()
      await page.evaluate(() => {
        const now = Date.now
        Date.now = () => now() + 11_000
      })
      const fetched = page.waitForResponse((reply) => new URL(reply.url()).pathname === api)
      await showTab(page, title)
      await (await fetched).finished()
      await page.waitForFunction(() => new Promise((go) => requestAnimationFrame(() => go(true))))
      expect(await box(page).inputValue()).toContain('77')
      expect(await tab(page, title).locator('.tab-dot').count()).toBe(1)
      return { page, title }
    }
    const isSaved = async ({ page, title }: { page: Page; title: string }, button: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await becomes(() => tab(page, title).locator('.tab-dot').count(), 0)
    }

    it('a weighing', async () => {
      const api = await app.api('admin')
      const [project] = (await got<{ items: { id: string }[] }>(app, '/api/projects?pageSize=1')).items
      const truck = { truckPlate: '沪A·77', driver: null, driverPhone: null, consignee: '', address: '' }
      const input = { no: 'D-UNSAVED', ...truck, plannedOn: null, alarmPercent: 3, alarmKg: 50, note: null }
      const made = await api.call('POST', '/api/deliveries', {
        projectId: project?.id,
        packageIds: [],
        ...input,
      })
      expect(made).toMatchObject({ status: 201 })
      const { id, no, version } = made.body as DeliveryRow
      const box = (page: Page) => page.getByRole('spinbutton', { name: t('shipping:field.tareKg') })
      const places = [`/order/delivery/${id}`, `/api/deliveries/${id}`, no] as const
      const shown = await typeAndReturn(places, box, () =>
        send('PATCH', `/api/deliveries/${id}`, { ...input, version, driver: '赵师傅' }),
      )
      await isSaved(shown, t('shipping:action.weigh'))
      expect(await got(app, `/api/deliveries/${id}`)).toMatchObject({ tareKg: 77, driver: '赵师傅' })
    })

    it('the sizes of an inspection', async () => {
      const form = await first<InspectionForm>(
        '/api/inspections?',
        '/api/inspections',
        ({ can, sizesAsked }) => can.sizes === true && sizesAsked.length > 0,
      )
      const { id, version, sizes } = form
      const box = (page: Page) => page.locator('.sizes-bar input').first()
      const shown = await typeAndReturn(
        [`/quality/inspection/${id}`, `/api/inspections/${id}`, form.no],
        box,
        () => send('PATCH', `/api/inspections/${id}`, { version, sizes, places: [], note: 'by a colleague' }),
      )
      await isSaved(shown, t('inspection:saveSizes'))
      expect(await got(app, `/api/inspections/${id}`)).toMatchObject({ note: 'by a colleague' })
    })

    it('the values of a mill certificate', async () => {
      const one = await first<MillCertificate>(
        '/api/mill-certificates?',
        '/api/mill-certificates',
        ({ can, lines }) => can.edit === true && lines.length > 0,
      )
      const { id, version, no, kind, supplier, issuedOn } = one
      const lines = one.lines.map(({ heat, gradeCode, thicknessMm, values }) => ({
        heatId: heat.id,
        gradeCode,
        thicknessMm,
        values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
      }))
      const box = (page: Page) => page.locator('.values-table input').nth(1)
      const shown = await typeAndReturn(
        [`/quality/mill-certificate/${id}`, `/api/mill-certificates/${id}`, no],
        box,
        () =>
          send('PATCH', `/api/mill-certificates/${id}`, {
            version,
            no,
            kind,
            supplier,
            issuedOn,
            lines,
            note: '补记',
          }),
      )
      await isSaved(shown, t('material:action.saveValues'))
      expect(await got(app, `/api/mill-certificates/${id}`)).toMatchObject({ note: '补记' })
    })
  })
})
