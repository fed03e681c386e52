import type { ProfileRow } from '@cloud-factory/contract/machines/machine-profiles'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import type { ProjectRow } from '@cloud-factory/contract/projects/projects'
import type { ScreenDetail, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { expect, it } from 'vitest'
import { bareMachine } from '../../../apps/server/test/bare-machine.ts'
import { becomes, journey, openApp } from '../../support/journey.ts'
import { storedFrames, fulfilWall, lamp, lives, shownLayout, wrongClock } from '../../support/wall-page.ts'
import { wordsOf } from '../../support/dictionary.ts'
import { got } from '../../support/work.ts'

const t = wordsOf('zh')

journey('a wall that is told nonsense says so', () => {
  const app = openApp()
  const write = async <T>(method: string, path: string, body: object, expected: number): Promise<T> => {
    const reply = await (await app.api('admin')).call(method, path, body)
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
    const { page } = await app.enter('admin', `/realData?screen=${screen.id}`)
    await page.getByText(t('wall:banner.noScreen')).waitFor()

    const [first] = screen.draft.pages
    if (first === undefined) throw new Error('the template has no page')
    const bare = await draft(screen, { pages: [{ ...first, panels: [] }] })
    await page.goto(`/realData?screen=${screen.id}&draft=1`)
    await page.getByText(t('wall:banner.noPanels')).waitFor()
    await lives(page)
    const none = await draft(bare, { pages: [] })
    await page.reload()
    await page.getByText(t('wall:banner.noPages')).waitFor()
    await lives(page)

    const { version } = none
    const refused = await write('POST', `/api/screens/${none.id}/publish`, { version, note: '' }, 400)
    expect(JSON.stringify(refused)).toContain('screen.no_pages')
  })

  it('a screen whose project and machine are gone says so in its ticker', async () => {
    const { items } = await got<{ items: ProfileRow[] }>(app, '/api/machine-profiles')
    const head = { code: 'ZZ-GONE', line: 'gone', name: 'ZZ-GONE', profileId: items[0]?.id }
    const machine = await write<MachineRow>('POST', '/api/machines', { ...head, ...bareMachine }, 201)
    const empty = { contractNo: null, acceptanceStandard: 'GB50205-2020', startsOn: null, endsOn: null }
    const named = { code: 'ZZ-GONE', name: 'ZZ', customer: 'ZZ', ...empty }
    const project = await write<ProjectRow>('POST', '/api/projects', named, 201)
    const screen = await newScreen('旧屏')
    const filters = { projectIds: [project.id], processIds: [], machineIds: [machine.id] }
    const { id, version } = await draft(screen, { filters })
    await write('POST', `/api/screens/${id}/publish`, { version, note: '' }, 200)

    const { page } = await app.enter('viewer', `/realData?screen=${id}`)
    await lives(page)
    const gone = page.getByText(t('wall:ticker.gone', { count: 2 }))
    expect(await gone.count()).toBe(0)
    await write(
      'POST',
      `/api/machines/${machine.id}/retire`,
      { version: machine.version, reason: 'sold' },
      200,
    )
    const removed = await (await app.api('admin')).call(
      'DELETE',
      `/api/projects/${project.id}?version=${project.version}`,
    )
    expect(removed.status).toBe(204)
    await gone.waitFor()
    await lives(page)
    expect(await page.locator('.panel').count()).toBeGreaterThan(4)
  })
})

journey('a wall whose server is away', () => {
  const app = openApp({ env: { SIMULATOR: '1' } })

  it('without the server a TV whose clock is a day wrong turns grey, says how old its picture is, starts from what it kept, and recovers', async () => {
    const { page, complaints } = await app.enter('viewer', null, { fresh: true })
    await page.addInitScript(wrongClock, 86_400_000)
    await page.goto('/virtualData?stagger=0')
    await lives(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await becomes(() => storedFrames(page), 1)
    await app.stop()
    const banner = page.locator('[data-testid="link-banner"]')
    const grey = () => page.locator('.wall-shifted').getAttribute('data-grey')
    await banner.waitFor()
    await becomes(() => lamp(page), 'lost')
    await becomes(async () => Number(await grey()) > 0.3, true)
    // Seconds or minutes. A day would be shown in hours.
    expect(await banner.innerText()).not.toMatch(/\d h/)

    await page.reload()
    await page.locator('[data-testid="panel-workshop_map"]').waitFor()
    await banner.waitFor()
    expect(await banner.innerText()).not.toMatch(/\d h/)
    expect(await lamp(page)).not.toBe('live')

    await app.start()
    await becomes(() => lamp(page), 'live')
    await becomes(() => banner.count(), 0)
    await becomes(grey, '0.00')
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/Failed to load resource|ERR_/)
  })

  it('over plain http: a screen that failed reloads once the server answers', async () => {
    const { page, context, complaints } = await app.enter('viewer', '/404', { office: true, fresh: true })
    await context.route('**/api/screens/shown*', (route) =>
      route.fulfill({ json: { id: '1', layout: { pages: null } } }),
    )
    // Serves the page once; then the server is unreachable.
    let away = false
    await context.route('**/virtualData', async (route) => {
      await (away ? route.abort('connectionrefused') : route.continue())
      away = true
    })
    const refused = page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().endsWith('/virtualData'),
      timeout: 60_000,
    })
    await page.goto('/virtualData')
    expect((await refused).isNavigationRequest()).toBe(false)
    await page.locator('[role="alert"] h1').waitFor()
    await fulfilWall(context, shownLayout('usual'))
    await page.locator('.panel').first().waitFor({ timeout: 60_000 })
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/Failed to load|TypeError/)
  }, 150_000)
})
