import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { expect, it } from 'vitest'
import { wordsOf } from '../support/dictionary.ts'
import { becomes, journey, openApp } from '../support/journey.ts'
import { newConfirmedOrder } from '../support/order-import.ts'
import { plannersWay } from '../support/planner-way.ts'
import { got } from '../support/work.ts'

/** The deep run covers the other languages. */
journey('a planner, in en', () => plannersWay(openApp(), 'en'))

const t = wordsOf('zh')

journey('due days', () => {
  const app = openApp()
  let tries = 0

  it('a due day is changed in its row and undone, unless somebody else changed the order', async () => {
    tries += 1
    const { id, no, dueOn } = await newConfirmedOrder(app, `ROW-${tries}`)
    const due = async () => (await got<OrderRow>(app, `/api/orders/${id}`)).dueOn
    const { page } = await app.enter('planner', `/order/list?q=${no}`)
    const choose = async (day: string) => {
      const name = `${t('orders:action.edit')}: ${t('orders:field.dueOn')} ${no}`
      await page.locator('.list-row').getByRole('button', { name }).click()
      await page.locator('.cell-popup input').fill(day)
      await page.locator('.cell-popup input').press('Enter')
      await becomes(due, day)
      return page.locator('.ant-message-notice', { hasText: `→ ${day}` }).getByRole('button')
    }
    await (await choose('2031-05-06')).click()
    await becomes(due, dueOn)
    // The next change is of the order as the list shows it.
    await page.locator('.list-row', { hasText: '2031-05-06' }).waitFor({ state: 'hidden' })
    const undo = await choose('2031-05-07')
    const planner = await app.api('planner')
    const answer = await planner.call('POST', `/api/orders/${id}/hold`, { reason: '等图' })
    expect(answer.status).toBe(200)
    await undo.click()
    await page.locator('.ant-message-warning').waitFor()
    expect(await due()).toBe('2031-05-07')
  })

  it('the schedule: they are tried out, seen in the load, saved all together and undone', async () => {
    interface Scheduled {
      readonly items: (Pick<OrderRow, 'id' | 'no' | 'dueOn' | 'can'> & { readonly progress: number })[]
    }
    const span = `from=${new Date().toISOString().slice(0, 7)}-01&to=${new Date().toISOString().slice(0, 7)}-28`
    const { items } = await got<Scheduled>(app, `/api/orders/schedule?${span}`)
    const [one, other] = items.filter(
      ({ can, progress }) => can.edit === true && progress > 0 && progress < 0.9,
    )
    if (one === undefined || other === undefined) throw new Error('too few orders are in production')
    const due = async ({ id }: Pick<OrderRow, 'id'>) => (await got<OrderRow>(app, `/api/orders/${id}`)).dueOn
    const { page } = await app.enter('planner', '/order/schedule')
    const bar = page.locator('.trial-bar')
    const status = bar.getByRole('status')
    const move = async ({ no }: Pick<OrderRow, 'no'>, key: string) => {
      await page.locator('.bar-link', { hasText: no }).focus()
      await page.keyboard.press(key)
    }
    await page.locator('.schedule-load tbody tr').first().waitFor()
    await move(one, 'Control+Shift+ArrowRight')
    await move(one, 'Control+Shift+ArrowRight')
    await status.getByText(t('schedule:trial.changed', { count: 1 })).waitFor()
    expect(await page.locator('.schedule-load .is-changed').count()).toBeGreaterThan(0)
    await move(other, 'Shift+ArrowLeft')
    await status.getByText(t('schedule:trial.changed', { count: 2 })).waitFor()
    await bar.getByRole('button', { name: t('common:undo') }).click()
    await status.getByText(t('schedule:trial.changed', { count: 1 })).waitFor()
    await move(other, 'Shift+ArrowLeft')
    expect(await Promise.all([one, other].map(due))).toEqual([one.dueOn, other.dueOn])
    await bar.getByRole('button', { name: t('schedule:trial.save') }).click()
    const moved = ({ dueOn }: Pick<OrderRow, 'dueOn'>, days: number) =>
      new Date(Date.parse(dueOn ?? '') + days * 86_400_000).toISOString().slice(0, 10)
    await becomes(() => Promise.all([one, other].map(due)), [moved(one, 14), moved(other, -1)])
    await bar.waitFor({ state: 'hidden' })
    await page
      .locator('.ant-message-notice')
      .getByRole('button', { name: t('common:undo') })
      .click()
    await becomes(() => Promise.all([one, other].map(due)), [one.dueOn, other.dueOn])

    // The page orders them by due day: the bars move until it has heard of both.
    for (const { no, dueOn } of [one, other]) {
      const name = new RegExp(`^${no} .*${t('schedule:due', { day: dueOn ?? '' })}`)
      await page.getByRole('link', { name }).waitFor()
    }
    const end = page.locator('.bar-end').first()
    const box = await end.boundingBox()
    if (box === null) throw new Error('no bar ends in this month')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 90, y, { steps: 4 })
    await page.mouse.up()
    await status.getByText(t('schedule:trial.changed', { count: 1 })).waitFor()
    await bar.getByRole('button', { name: t('common:undo') }).click()
    await bar.waitFor({ state: 'hidden' })
  })
})
