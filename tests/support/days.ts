import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arrives, type App } from './journey.ts'
import type { VisitOptions } from './browser.ts'
import { noWordMissing, openByMenu } from './shell.ts'
import { type Language, wordsOf } from './dictionary.ts'

type Words = ReturnType<typeof wordsOf>
type Step = (page: Page, t: Words) => Promise<unknown>

const heading = (page: Page, words: string) =>
  page.locator('.tab-place:not([inert])').getByRole('heading', { level: 1, name: words }).waitFor()

/** Opens a page by its menu entry, whose title is in the person's language. */
const byMenu =
  (path: string, title: string): Step =>
  async (page, t) => {
    await openByMenu(page, path)
    await heading(page, t(title))
  }

/** Opens late orders from the figures of the home page; the list shows only late orders. */
const late: Step = async (page, t) => {
  await page.locator('[data-tile="orders_late"]').click()
  await page.locator('.tab-place:not([inert]) .list-row').first().waitFor()
  expect(new URL(page.url()).searchParams.get('late')).toBe('true')
  await page.locator('.is-late').first().waitFor()
  await page.getByRole('button', { name: t('shell:table.reset') }).click()
}

/** Opens the first order of the list that is shown. */
const order: Step = async (page) => {
  await page.locator('.tab-place:not([inert]) .list-row a').first().click()
  await page.locator('.record-title').waitFor()
}

const showPart = async (page: Page, part: string) => {
  await page.locator(`[data-part="${part}"]`).click()
  await page.locator(`[data-part="${part}"][aria-selected="true"]`).waitFor()
  await page.locator('.tab-place:not([inert]) .part-shown > *').first().waitFor()
}
const marks: Step = (page) => showPart(page, 'marks')

/** How far the order is inspected. */
const quality: Step = async (page) => {
  await showPart(page, 'quality')
  await page.locator('.order-checks .figure').first().waitFor()
}

/** Who changed what on the record, beside it. */
const history: Step = async (page, t) => {
  await page.getByRole('button', { name: t('inbox:conversationAndHistory') }).click()
  await showPart(page, 'history')
  await page.locator('.ant-drawer .part-shown > *').first().waitFor()
  await page.keyboard.press('Escape')
}

/** Opens a person's form and closes it without changes. */
const person: Step = async (page, t) => {
  const row = page.locator('.tab-place:not([inert]) .list-row', { hasText: 'foreman' })
  await row.getByRole('button', { name: t('common:action.edit'), exact: true }).click()
  await page.locator('.form-drawer').getByLabel(t('identity:user.cnName'), { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.form-drawer').waitFor({ state: 'detached' })
}

/** Opens an audit log entry with its fields. */
const entry: Step = async (page, t) => {
  await page.locator('.tab-place:not([inert]) .list-row').first().press('Enter')
  await page.getByRole('dialog').getByText(t('audit:row.requestId')).waitFor()
  await page.keyboard.press('Escape')
}

/** The orders are not in the menu of an inspector, but one keystroke away. */
const orders: Step = async (page, t) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: t('shell:palette.placeholder') }).fill('/order/list')
  await page.getByRole('option', { name: t('shell:route.orderList') }).waitFor()
  await page.keyboard.press('Enter')
  await heading(page, t('shell:route.orderList'))
}
const audit = byMenu('/authority/audit', 'common:route.authorityAudit')
/** Steps of each role. Planner, foreman and viewer are covered by the journey of an order. */
export const days = {
  manager: [late, order, quality, history, audit, entry],
  inspector: [orders, order, marks, byMenu('/quality/list', 'shell:route.qualityList')],
  equipment: [
    byMenu('/equipment/list', 'shell:route.equipmentList'),
    byMenu('/equipment/alarms', 'shell:route.equipmentAlarms'),
    byMenu('/equipment/maintenance', 'shell:route.equipmentMaintenance'),
  ],
  admin: [
    byMenu('/authority/users', 'common:route.authorityUsers'),
    person,
    byMenu('/authority/roles', 'common:field.roles'),
    audit,
    entry,
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>

/** Runs a role's day, from the home page to the person's own page. */
export async function spendsDay(
  app: App,
  role: keyof typeof days,
  options: VisitOptions & { readonly language: Language },
): Promise<void> {
  const t = wordsOf(options.language)
  const { page } = await app.enter(role, '/dashboard', options)
  await page.locator('.figure').first().waitFor()
  for (const step of days[role]) await step(page, t)
  await noWordMissing(page)
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: t('shell:route.personal') }).click()
  await arrives(page, '/personal')
  await page.getByText(t('account:password.title')).first().waitFor()
}
