import type { FormItem, InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { DueRow } from '@cloud-factory/contract/inspection/inspections'
import type { WorkPiece } from '@cloud-factory/contract/production/work'
import type { Page } from 'playwright-core'
import { becomes, type App } from './journey.ts'
import { png } from './pictures.ts'
import { wordsOf } from './dictionary.ts'
import { confirm, got, pieceOf, result, scan } from './work.ts'

const t = wordsOf('zh')

/** Beams, or other members, of the demo factory at a gate: a few of one mark. */
export async function dueBeams(app: App, code: string, marks = 'GL'): Promise<DueRow> {
  const { items } = await got<{ items: DueRow[] }>(app, '/api/due-inspections?pageSize=200')
  const found = items.find(
    ({ process, mark, pieceIds }) =>
      process.code === code && mark.startsWith(marks) && pieceIds.length >= 2 && pieceIds.length <= 8,
  )
  if (found === undefined) throw new Error(`no few ${marks} wait for ${code}`)
  return found
}

export const formAt = (app: App, id: string) => got<InspectionForm>(app, `/api/inspections/${id}`)

/** A reading in the middle of the tolerance. `wrong`: 1.5 times the upper limit of deviation. */
export function readingOf({ measures, nominal, upper }: FormItem, wrong = false): string {
  if (measures === 'visual') return '1'
  const beside = wrong ? Number(upper) * 1.5 : 0
  return String(Number(nominal ?? '0') + beside)
}

/** The first item with an upper limit. */
export function itemWithLimit({ items }: InspectionForm): FormItem {
  const found = items.find(({ measures, upper }) => measures !== 'visual' && Number(upper) > 0)
  if (found === undefined) throw new Error('the form has no item with a limit')
  return found
}

/** Enters and saves the sizes that the profile does not give. */
export async function fillsSizes(page: Page): Promise<void> {
  const fields = page.locator('.sizes-bar .is-missing input')
  if ((await fields.count()) === 0) return
  for (const field of await fields.all()) await field.fill('300')
  await page.getByRole('button', { name: t('inspection:saveSizes') }).tap()
  await becomes(() => page.locator('.sizes-bar .is-missing').count(), 0)
}

/** Enters the readings of the visible piece by keyboard only: a value, Enter, the next value. */
export async function typesReadings(page: Page, serial: string, values: readonly string[]): Promise<void> {
  await page.locator('.readings [data-point]').first().focus()
  await typesEach(page, values)
  await isSaved(page, serial, values.length)
}

/** Taps a value on the number pad into the field that has the focus, and goes to the next one. */
export async function tapsReading(page: Page, value: string): Promise<void> {
  const pad = page.getByRole('group', { name: t('inspection:pad.label') })
  for (const key of [...value.replace('-', '−').split(''), t('inspection:pad.next')])
    await pad.getByRole('button', { name: key, exact: true }).tap()
}

/** Types each value into the field that has the focus; Enter moves to the next one. */
export async function typesEach(page: Page, values: readonly string[]): Promise<void> {
  for (const value of values) {
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
}

/**
 * Waits until the server has all readings of a piece. Its fields are gone then, because the last Enter opened the
 * next piece.
 */
export async function isSaved(page: Page, serial: string, points: number): Promise<void> {
  await page
    .locator('.lot-piece', { hasText: serial })
    .filter({ hasText: `${points}/${points}` })
    .waitFor()
}

/** Values of all points of a piece, in the order of its fields. */
export const valuesOf = ({ items }: InspectionForm, wrongItem: string | null = null): string[] =>
  items.flatMap((item) =>
    Array.from({ length: item.points }, (_, at) => readingOf(item, item.id === wrongItem && at === 0)),
  )

/** Performs an action of the visible inspection and confirms its dialog. */
export async function does(page: Page, action: string, status: string): Promise<void> {
  const word = t(`inspection:action.${action}`)
  await page.locator('.record-head').getByRole('button', { name: word, exact: true }).tap()
  await page.locator('.ant-modal-footer').getByRole('button', { name: word, exact: true }).tap()
  await page.locator('.record-title', { hasText: t(`inspection:status.${status}`) }).waitFor()
}

/** Why an action of the visible inspection is rejected. */
export const failedFor = (page: Page, action: string): Promise<string | null> =>
  page
    .locator('.record-head')
    .getByRole('button', { name: t(`inspection:action.${action}`), exact: true })
    .getAttribute('aria-description')

/** Shows a piece of the lot. */
export const shows = (page: Page, serial: string): Promise<void> =>
  page.locator('.lot-piece', { hasText: serial }).tap()

/** The foreman reports a piece's next process on the phone. Returns the piece afterwards. */
export async function reports(app: App, page: Page, id: string): Promise<WorkPiece> {
  await page.goto('/order/work')
  await scan(page, (await pieceOf(app, id)).qr)
  await confirm(page).tap()
  await result(page, 'good').waitFor()
  return pieceOf(app, id)
}

/** Why a piece that the foreman scans cannot be reported; null: it can. */
export async function blockedFor(app: App, page: Page, id: string): Promise<string | null> {
  await page.goto('/order/work')
  await scan(page, (await pieceOf(app, id)).qr)
  return confirm(page).getAttribute('aria-description')
}

/** Performs an action of the visible non-conformance. */
export const pressNcr = (page: Page, action: string): Promise<void> =>
  page
    .locator('.record-head')
    .getByRole('button', { name: t(`ncr:action.${action}`), exact: true })
    .tap()

/** Presses the button of the open form of a non-conformance. */
export const submitNcr = (page: Page, word: string): Promise<void> =>
  page
    .locator('.ant-drawer')
    .getByRole('button', { name: t(`ncr:${word}`), exact: true })
    .tap()

/** Waits until the visible non-conformance has this status. */
export const ncrIs = (page: Page, status: string): Promise<void> =>
  page.locator('.record-title', { hasText: t(`ncr:status.${status}`) }).waitFor()

/** A picture of one pixel. */
export const photo = {
  name: 'gl-bow.png',
  mimeType: 'image/png',
  buffer: png,
}

/** Number of readings that the device stores until they are saved. */
export const draftsOn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = 'cloud-factory-readings'
    // Opening a database that does not exist would create it without its store.
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error ?? new Error('not opened'))
      opening.onsuccess = () => {
        const count = opening.result.transaction('readings').objectStore('readings').count()
        count.onsuccess = () => {
          opening.result.close()
          resolve(count.result)
        }
      }
    })
  })
