import type { ProfileRow } from '@cloud-factory/contract/machine-profiles'
import type { MachineRow } from '@cloud-factory/contract/machines'
import type { ProjectRow } from '@cloud-factory/contract/projects'
import type { ScreenDetail, ScreenLayout } from '@cloud-factory/contract/screens'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { bareMachine } from '../../apps/server/test/bare-machine.ts'
import { journey, openHouse } from '../support/journey.ts'
import { framesKept } from '../support/wall-page.ts'
import { wordsOf } from '../support/words.ts'
import { got } from '../support/work.ts'

const t = wordsOf('zh')
const dayMs = 86_400_000
/** A slow machine takes its time; nothing here is hurried. */
const patient = { timeout: 90_000 }
const lamp = (page: Page) => page.locator('[data-testid="age-lamp"]').getAttribute('data-state')
const clock = (page: Page) => page.locator('.wall-clock').innerText()

/** Its clock goes, and it is linked: no frozen picture. */
async function lives(page: Page): Promise<void> {
  await expect.poll(() => lamp(page), patient).toBe('live')
  const before = await clock(page)
  await expect.poll(() => clock(page), patient).not.toBe(before)
}

/** Runs in the page before its scripts: the TV's own clock is this wrong. */
function wrongClock(byMs: number): void {
  const Right = Date
  const now = () => Right.now() + byMs
  globalThis.Date = new Proxy(Right, {
    construct: (_, parts) => (parts.length === 0 ? new Right(now()) : Reflect.construct(Right, parts)),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Right, name)),
  })
}

journey('a wall that is told nonsense says so', () => {
  const house = openHouse({ SIMULATOR: '1' })
  const write = async <T>(method: string, path: string, body: object, expected: number): Promise<T> => {
    const reply = await (await house.api('admin')).call(method, path, body)
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(expected)
    return reply.body as T
  }
  const newScreen = (zh: string): Promise<ScreenDetail> => {
    const head = { names: { zh, en: zh, es: zh }, place: '', source: 'live', template: 'usual' }
    return write('POST', '/api/screens', head, 201)
  }
  const draft = ({ id, version, draft: before }: ScreenDetail, over: Partial<ScreenLayout>) =>
    write<ScreenDetail>('PUT', `/api/screens/${id}/draft`, { version, draft: { ...before, ...over } }, 200)

  it('a page without panels, a layout without pages, a screen without a layout: a sentence under a clock that goes', async () => {
    const screen = await newScreen('空屏')
    const { page } = await house.enter('admin', `/realData?screen=${screen.id}`)
    await page.getByText(t('wall:banner.noScreen')).waitFor(patient)

    const [first] = screen.draft.pages
    if (first === undefined) throw new Error('the template has no page')
    const bare = await draft(screen, { pages: [{ ...first, panels: [] }] })
    await page.goto(`/realData?screen=${screen.id}&draft=1`)
    await page.getByText(t('wall:banner.noPanels')).waitFor(patient)
    await lives(page)
    const none = await draft(bare, { pages: [] })
    await page.reload()
    await page.getByText(t('wall:banner.noPages')).waitFor(patient)
    await lives(page)

    const { version } = none
    const refused = await write('POST', `/api/screens/${none.id}/publish`, { version, note: '' }, 400)
    expect(JSON.stringify(refused)).toContain('screen.no_pages')
  }, 240_000)

  it('a screen whose project and machine are gone says so in its ticker', async () => {
    const { items } = await got<{ items: ProfileRow[] }>(house, '/api/machine-profiles')
    const head = { code: 'ZZ-GONE', line: 'gone', name: 'ZZ-GONE', profileId: items[0]?.id }
    const machine = await write<MachineRow>('POST', '/api/machines', { ...head, ...bareMachine }, 201)
    const empty = { contractNo: null, acceptanceStandard: 'GB50205-2020', startsOn: null, endsOn: null }
    const named = { code: 'ZZ-GONE', name: 'ZZ', customer: 'ZZ', ...empty }
    const project = await write<ProjectRow>('POST', '/api/projects', named, 201)
    const screen = await newScreen('旧屏')
    const filters = { projectIds: [project.id], processIds: [], machineIds: [machine.id] }
    const { id, version } = await draft(screen, { filters })
    await write('POST', `/api/screens/${id}/publish`, { version, note: '' }, 200)

    const { page } = await house.enter('viewer', `/realData?screen=${id}`)
    await lives(page)
    const gone = page.getByText(t('wall:ticker.gone', { count: 2 }))
    expect(await gone.count()).toBe(0)
    await write(
      'POST',
      `/api/machines/${machine.id}/retire`,
      { version: machine.version, reason: 'sold' },
      200,
    )
    const removed = await (await house.api('admin')).call(
      'DELETE',
      `/api/projects/${project.id}?version=${project.version}`,
    )
    expect(removed.status).toBe(204)
    await gone.waitFor(patient)
    await lives(page)
    expect(await page.locator('.panel').count()).toBeGreaterThan(10)
  }, 240_000)

  it('a TV whose clock is a day wrong shows the hour, the page and the ages of the server', async () => {
    for (const byMs of [-dayMs, dayMs]) {
      const { page } = await house.enter('viewer', '/404', { fresh: true })
      await page.addInitScript(wrongClock, byMs)
      await page.goto('/virtualData?stagger=0')
      const shown = page.locator('.wall-page')
      await shown.waitFor(patient)
      expect(await shown.getAttribute('data-page')).toBe('0')
      await lives(page)
      expect((await page.evaluate(() => Date.now())) - Date.now()).toSatisfy(
        (apart: number) => Math.abs(apart - byMs) < dayMs / 2,
      )
      const today = () => new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(Date.now())
      await expect.poll(async () => (await clock(page)).includes(today()), patient).toBe(true)
      // Partial while the play has a machine without data; by the TV's own clock all of it would be a day old. On a slow machine
      // the page may have turned: its turn comes again.
      const map = page.locator('[data-testid="panel-workshop_map"]')
      const standing = () => map.getAttribute('data-standing', { timeout: 1_000 })
      await expect.poll(standing, { timeout: 200_000 }).toMatch(/fresh|partial/)
      expect(await page.locator('[data-testid="link-banner"]').count()).toBe(0)
    }
  }, 600_000)

  it('such a TV knows without the server how old its picture is, even after a start', async () => {
    const { page, complaints } = await house.enter('viewer', '/404', { fresh: true })
    await page.addInitScript(wrongClock, dayMs)
    await page.goto('/virtualData?stagger=0')
    await lives(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect.poll(() => framesKept(page), patient).toBe(1)
    await house.stop()
    const banner = page.locator('[data-testid="link-banner"]')
    await banner.waitFor(patient)
    // Seconds or minutes; a day would be hours.
    expect(await banner.innerText()).not.toMatch(/\d h/)
    await page.reload()
    await page.locator('[data-testid="panel-workshop_map"]').waitFor(patient)
    await banner.waitFor(patient)
    expect(await banner.innerText()).not.toMatch(/\d h/)
    expect(await lamp(page)).not.toBe('live')
    await page.goto('about:blank')
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/Failed to load resource|ERR_/)
  }, 240_000)
})
