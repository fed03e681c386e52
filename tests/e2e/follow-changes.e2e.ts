import { randomUUID } from 'node:crypto'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { WorkPiece } from '@cloud-factory/contract/production/work'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { becomes, journey, openApp } from '../support/journey.ts'
import { newConfirmedOrder } from '../support/order-import.ts'
import { newPerson } from '../support/people.ts'
import { field, pageOf } from '../support/shell.ts'
import { wordsOf } from '../support/dictionary.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')
const picture = {
  name: '现场.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Drops a file on an element; returns whether the browser would do what it does by itself: open the file. */
const isOpenedWhenDropped = (target: Locator, name: string): Promise<boolean> =>
  target.evaluate((element, fileName) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], fileName))
    const send = (type: string) =>
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    send('dragover')
    return send('drop')
  }, name)

journey('an open page follows what colleagues change', () => {
  const app = openApp()
  const no = 'FOLLOW-1'
  let order: OrderRow

  /** A colleague's window in a session of its own, which hears of changes. */
  async function colleague(username: string, path: string, ahead = false): Promise<Page> {
    const { page } = await app.enter(username, null, { fresh: true, ahead })
    const listening = page.waitForResponse((response) => response.url().includes('/api/live?topics=changes'))
    await page.goto(path)
    await listening
    return page
  }
  const inBulk = async (username: string, action: object): Promise<void> => {
    const api = await app.api(username)
    const { status, body } = await api.call('POST', '/api/orders/bulk', { ids: [order.id], ...action })
    expect({ status, body }).toMatchObject({ status: 200, body: { items: [{ outcome: 'done' }] } })
  }
  const row = (page: Page) => page.locator('.list-row', { hasText: no })
  const urgent = t('orders:priority.A')

  it('a planner makes an order urgent: the list and the page of others say so without a click', async () => {
    order = await newConfirmedOrder(app, no)
    const list = await colleague('viewer', `/order/list?q=${no}&priority=A`)
    const page = await colleague('foreman', `/order/detail/${order.id}`)
    await list.locator('.list-empty').waitFor()
    await page.locator('.record-title').waitFor()
    await inBulk('planner', { action: 'priority', priority: 'A' })
    await row(list).waitFor()
    await page.getByText(urgent, { exact: true }).first().waitFor()
  })

  it('a foreman reports work: the progress that others see goes on', async () => {
    await inBulk('planner', { action: 'release' })
    const list = await colleague('viewer', `/order/list?q=${no}`)
    const bar = row(list).locator('.process-bar')
    const before = await bar.innerText()
    const processId = (await got<OrderRow>(app, `/api/orders/${order.id}`)).byProcess[0]?.processId ?? ''
    const ready = `/api/ready-pieces?processId=${processId}&orderId=${order.id}&pageSize=200`
    const pieces = (await got<{ items: WorkPiece[] }>(app, ready)).items.map(({ id }) => id)
    const work = { crewId: null, worker: null, hours: null, source: 'list', withEarlier: false }
    const api = await app.api('foreman')
    const { status } = await api.call('POST', '/api/work-reports', {
      clientKey: randomUUID(),
      processId,
      pieces,
      ...work,
    })
    expect(status).toBe(200)
    await expect.poll(() => bar.innerText()).not.toBe(before)
  })

  it('what somebody types stays while the page behind it follows', async () => {
    const page = await colleague('planner', `/order/detail/${order.id}`)
    await page.getByRole('button', { name: t('common:action.edit'), exact: true }).click()
    await field(page, t('common:field.name')).fill('half a sent')
    await inBulk('admin', { action: 'priority', priority: 'C' })
    const fact = page.locator('main').getByText(t('orders:priority.C'), { exact: true }).first()
    await fact.waitFor()
    expect(await field(page, t('common:field.name')).inputValue()).toBe('half a sent')
    await becomes(() => page.locator('.tab-dot').count(), 1)
  })

  it('two people talk about an order: the bell of the one counts what the other writes', async () => {
    const conversation = t('inbox:conversation')
    const drawer = (page: Page) => page.locator('.ant-drawer', { hasText: conversation })
    const write = async (page: Page, text: string) => {
      await drawer(page)
        .getByRole('textbox', { name: t('inbox:write') })
        .fill(text)
      await drawer(page)
        .getByRole('button', { name: t('inbox:send') })
        .click()
    }
    const comments = (page: Page) => drawer(page).locator('.comment-text').allTextContents()
    const { username, id } = await newPerson(app, 'foreman')
    const other = await colleague(username, '/order/list')
    const bell = other.locator('.message-bell')
    expect(await bell.locator('.message-count').count()).toBe(0)

    const page = await colleague('planner', `/order/detail/${order.id}`)
    await page.getByRole('button', { name: conversation }).click()
    const box = drawer(page).getByRole('textbox', { name: t('inbox:write') })
    await box.pressSequentially(`<b>能</b>提前吗？ @${username}`)
    await page.locator('.ant-mentions-dropdown li', { hasText: username }).click()
    await box.press('Control+Enter')
    await becomes(() => comments(page), [`<b>能</b>提前吗？ @${username}`])
    expect(await drawer(page).locator('.comment-text b').allTextContents()).toEqual([`@${username}`])

    await becomes(() => bell.innerText(), '1')
    await bell.click()
    await other.locator('.messages a', { hasText: no }).click()
    await becomes(() => comments(other), [`<b>能</b>提前吗？ @${username}`])
    await becomes(() => bell.locator('.message-count').count(), 0)
    const besideField = other.locator('.ant-drawer-mask, .ant-drawer-header')
    for (const place of await besideField.all())
      expect(await isOpenedWhenDropped(place, 'beside.txt')).toBe(false)
    const onField = drawer(other).getByRole('textbox', { name: t('inbox:write') })
    expect(await isOpenedWhenDropped(onField, 'note.txt')).toBe(false)
    await drawer(other).getByTestId('comment-files').setInputFiles(picture)
    const attached = drawer(other).locator('.comment-file-name')
    await becomes(() => attached.allTextContents(), ['note.txt', picture.name])
    await write(other, '可以\n周四')
    const shown = drawer(page).getByRole('img', { name: picture.name })
    await becomes(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth), 1)
    await becomes(() => comments(page), ['可以\n周四', `<b>能</b>提前吗？ @${username}`])
    expect(
      await got<{ followers: { id: string }[] }>(app, `/api/conversations/order/${order.id}`),
    ).toMatchObject({
      followers: expect.arrayContaining([expect.objectContaining({ id })]),
    })
  })

  it('a list that was built before it is opened is there at the click, and then up to date', async () => {
    const page = await colleague('planner', '/dashboard', true)
    const list = pageOf(page, '/order/list')
    const link = list.locator('.list-row a[href^="/order/detail/"]').first()
    await link.waitFor({ state: 'attached' })
    const path = `/api/orders/${(await link.getAttribute('href'))?.split('/').at(-1)}`
    const first = await got<OrderRow>(app, path)
    const { version, project, customerPo, priority, dueOn, contractTonnes, note } = first
    const unchanged = {
      no: first.no,
      projectId: project.id,
      customerPo,
      priority,
      dueOn,
      contractTonnes,
      note,
    }
    const api = await app.api('planner')
    const { status } = await api.call('PATCH', path, { version, ...unchanged, name: '改名后的钢柱' })
    expect(status).toBe(200)
    const isThere = await page.locator('.sidebar a[href="/order/list"]').evaluate((entry: HTMLElement) => {
      entry.click()
      return document.getElementById('page:/order/list')?.checkVisibility({ opacityProperty: true })
    })
    expect(isThere).toBe(true)
    await list.getByText('改名后的钢柱').waitFor()
  })
})
