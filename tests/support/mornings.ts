import type { NcrRow } from '@cloud-factory/contract/ncr/ncrs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { QueueName } from '../../apps/web/src/modules/dashboard/dashboard.public.ts'
import type { VisitOptions } from './browser.ts'
import { wordsOf } from './dictionary.ts'
import { type App, becomes } from './journey.ts'
import { sendForm } from './shell.ts'
import { got } from './work.ts'

interface Task {
  readonly role: string
  /** The queue that the person had open last; without it, the first one of the role is shown. */
  readonly queue?: QueueName
  /** How many times the person presses, from the home page to the result. */
  readonly presses: number
  readonly does: (page: Page, t: ReturnType<typeof wordsOf>, app: App) => Promise<unknown>
}

/** The first row of the queue that offers this action. */
const rowWith = (page: Page, action: string) =>
  page
    .locator('.queue li')
    .filter({ has: page.locator('.row-button', { hasText: action }) })
    .first()

/** Presses the action of the first row that has it, and returns the id of its record. */
async function pressRow(page: Page, action: string): Promise<string> {
  const row = rowWith(page, action)
  const id = (await row.getAttribute('data-row')) ?? ''
  await row.locator('.row-button').click()
  return id
}

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

const opensQueue = (page: Page, queue: string) => page.locator(`.dashboard [data-part="${queue}"]`).click()

/** What each role does most often in the morning, from the home page. */
export const mornings = {
  'opens the late orders': {
    role: 'planner',
    presses: 1,
    does: async (page) => {
      await page.locator('[data-tile="orders_late"]').click()
      await page.waitForURL(/\/order\/list\?.*late=true/)
      await page.locator('.tab-place:not([inert]) .list-row').first().waitFor()
    },
  },
  'opens the order with the highest risk': {
    role: 'planner',
    presses: 1,
    does: async (page) => {
      await page.locator('.queue li a').first().click()
      await page.locator('.record-title').waitFor()
    },
  },
  'releases an order': {
    role: 'planner',
    presses: 2,
    does: async (page, t, app) => {
      const id = await pressRow(page, t('common:action.release'))
      await page.locator('.release-checks .is-fine').first().waitFor()
      await confirm(page, t('common:action.release'))
      await becomes(async () => (await got<{ status: string }>(app, `/api/orders/${id}`)).status, 'released')
      await becomes(() => page.locator(`[data-row="${id}"] .row-button`).count(), 0)
    },
  },
  'reports a lot, and undoes it': {
    role: 'foreman',
    presses: 3,
    does: async (page, t) => {
      const button = await rowWith(page, t('common:action.report')).locator('.row-button').boundingBox()
      const id = await pressRow(page, t('common:action.report'))
      await confirm(page, t('common:action.report'))
      await page.locator('.queue-note').waitFor()
      await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: t('common:undo'), exact: true }).click()
      await page.locator('.queue-note').waitFor({ state: 'detached' })
      await page.locator(`[data-row="${id}"]`).waitFor()
      if ((page.viewportSize()?.width ?? 0) > 767) return
      expect(button?.height).toBeGreaterThanOrEqual(44)
      expect(button?.width).toBeGreaterThan(300)
    },
  },
  'opens the inspection of a due mark': {
    role: 'inspector',
    presses: 1,
    does: async (page, t) => {
      await pressRow(page, t('dashboard:queue.inspect'))
      await page.locator('.record-title').waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/quality\/inspection\/\d+$/)
    },
  },
  'acknowledges an alarm': {
    role: 'equipment',
    presses: 1,
    does: async (page, t, app) => {
      const id = await pressRow(page, t('dashboard:queue.ack'))
      const acked = () => got<{ ackedAt: string | null }>(app, `/api/alarms/${id}`)
      await becomes(async () => (await acked()).ackedAt !== null, true)
      await becomes(() => page.locator(`[data-row="${id}"] .row-button`).count(), 0)
    },
  },
  'accepts a repair': {
    role: 'equipment',
    presses: 2,
    does: async (page, t, app) => {
      await opensQueue(page, 'repairs')
      const id = await pressRow(page, t('dashboard:queue.accept'))
      await becomes(async () => (await got<{ status: string }>(app, `/api/repairs/${id}`)).status, 'accepted')
      await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' })
    },
  },
  'starts a round': {
    role: 'equipment',
    presses: 2,
    does: async (page, t) => {
      await opensQueue(page, 'rounds')
      await pressRow(page, t('dashboard:queue.round'))
      await page.locator('.record-title, h1').last().waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/equipment\/at\//)
    },
  },
  'approves the disposition of an NCR': {
    role: 'admin',
    queue: 'approvals',
    presses: 2,
    does: async (page, t, app) => {
      const id = await pressRow(page, t('common:action.approve'))
      // A concession requires the name of whoever agreed.
      const { disposition } = await got<NcrRow>(app, `/api/ncrs/${id}`)
      if (disposition === 'concession') await page.locator('#agreedBy').fill('王大勇')
      await page
        .locator('.form-drawer')
        .getByRole('button', { name: t('common:action.approve'), exact: true })
        .click()
      await becomes(async () => (await got<{ status: string }>(app, `/api/ncrs/${id}`)).status, 'approved')
      await becomes(() => page.locator(`[data-row="${id}"] .row-button`).count(), 0)
    },
  },
  'marks a maintenance plan done': {
    role: 'equipment',
    queue: 'plans',
    presses: 2,
    does: async (page, t) => {
      const id = await pressRow(page, t('dashboard:queue.done'))
      await sendForm(page)
      await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' })
    },
  },
} as const satisfies Readonly<Record<string, Task>>

export const tasks = Object.keys(mornings) as (keyof typeof mornings)[]

/** Does a task from the home page, and counts the presses of mouse or finger. */
export async function doesFromHome(app: App, name: keyof typeof mornings, options: VisitOptions) {
  const { role, queue, presses, does }: Task = mornings[name]
  await (await app.api(role)).call('PUT', '/api/me/preferences/dashboard.queue', { value: queue ?? null })
  const { page } = await app.enter(role, null, options)
  await page.addInitScript(() => {
    const counter = window as unknown as { presses: number }
    counter.presses = 0
    // On the document, where a press that missed because the row moved does not arrive.
    document.addEventListener('pointerdown', () => counter.presses++, true)
  })
  await page.goto('/dashboard')
  await does(page, wordsOf(options.language ?? 'zh'), app)
  expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBe(presses)
}
