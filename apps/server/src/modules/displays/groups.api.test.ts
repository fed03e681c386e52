import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import type { GroupRow } from '@cloud-factory/contract/displays/screen-groups'
import type { ScreenRow } from '@cloud-factory/contract/displays/screens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { testClock } from '../../../test/clock.ts'
import { planForEquipment } from '../../app/ports.ts'
import { applySchedules } from './group-schedules.ts'
import { screenCommand, showingTvs } from './public.ts'
import { beacon, tvCalls } from './tvs.fixtures.ts'

const clock = testClock('2026-11-20T02:00:00Z')
let app: TestApp
let admin: string
let screens: ScreenRow[]
beforeAll(async () => {
  app = await testApp({ demo: 'none', clock })
  admin = (await app.signIn('admin')).token
  screens = (await call<{ items: ScreenRow[] }>('GET', '/api/screens')).body.items
})
afterAll(() => app.close())

const { call, pair } = tvCalls(
  () => app,
  () => admin,
  () => screens[0],
)

describe('a group of TVs', () => {
  const rows = async (query = '') =>
    (await call<{ items: DeviceRow[] }>('GET', `/api/screens/devices${query}`)).body.items
  const groupOf = async (name: string, screenId: string | null, staggered = false) =>
    (await call<GroupRow>('POST', '/api/screen-groups', { name, screenId, staggered, schedule: [] })).body
  const into = async (id: string, groupId: string | null) => {
    const { version, name, ownScreenId: screenId } = (await rows()).find((one) => one.id === id) as DeviceRow
    const change = { version, name, screenId, groupId }
    return (await call<DeviceRow>('PATCH', `/api/screens/devices/${id}`, change)).body
  }
  const shownTo = async (token: string) =>
    (await call<{ id: string }>('GET', '/api/screens/shown', undefined, token)).body.id

  test('shows its screen on all of its TVs, and each shows its own again afterwards', async () => {
    const [live, simulated] = screens
    const [one, other] = [await pair('门厅左'), await pair('门厅右')]
    const group = await groupOf('门厅', simulated?.id ?? null)
    expect(await into(one.id, group.id)).toMatchObject({
      source: 'simulated',
      ownScreenId: live?.id,
      group: { name: '门厅' },
    })
    await into(other.id, group.id)
    await call('POST', '/api/screens/beacon', beacon, one.token)
    expect(await shownTo(one.token)).toBe(simulated?.id)
    expect((await rows(`?groupId=${group.id}`)).map(({ id }) => id).toSorted()).toEqual(
      [one.id, other.id].toSorted(),
    )
    const { items } = (await call<{ items: GroupRow[] }>('GET', '/api/screen-groups')).body
    expect(items.find(({ id }) => id === group.id)).toMatchObject({
      devices: 2,
      online: 2,
      screen: simulated?.names,
      can: { delete: 'in_use' },
    })
    const change = { version: group.version, name: '门厅', screenId: null, staggered: false, schedule: [] }
    await call('PATCH', `/api/screen-groups/${group.id}`, change)
    expect(await shownTo(one.token)).toBe(live?.id)
    await call('POST', `/api/screens/devices/${other.id}/revoke`)
    await into(one.id, null)
    const gone = await app.inject({
      method: 'DELETE',
      url: `/api/screen-groups/${group.id}?version=2`,
      headers: { authorization: admin },
    })
    expect(gone.statusCode).toBe(204)
  })

  test('gets a command together; staggered, its TVs are one page ahead of each other', async () => {
    const tvs = [await pair('墙一'), await pair('墙二'), await pair('墙三', screens[1])]
    const group = await groupOf('大屏墙', null, true)
    for (const { id, token } of tvs) {
      await into(id, group.id)
      await call('POST', '/api/screens/beacon', beacon, token)
    }
    const order = { to: 'group', id: group.id, command: 'identify', page: null, text: '' }
    const { no } = (await call<{ no: number }>('POST', '/api/screens/commands', order)).body
    const commands = (await rows(`?groupId=${group.id}`)).map(({ command }) => command?.no)
    expect(commands).toEqual([no, no, no])
    const reads = app.database.db.reads
    const shown = (await showingTvs(reads, 1)).filter(({ groupId }) => String(groupId) === group.id)
    expect(shown.map(({ ahead }) => ahead)).toEqual([0, 1, 0])
    const here = { screenId: screens[1]?.id ?? '', tvs: shown.slice(2) }
    expect(await screenCommand(reads, 1, here, clock.now())).toMatchObject({ no, devices: [tvs[2]?.id] })
  })

  test('follows its schedule: another screen in a shift, dark on a day off, its own screen otherwise', async () => {
    const [live, simulated] = screens
    const { id, token } = await pair('排班电视')
    const shifts = (await call<{ items: { id: string; startsAt: string }[] }>('GET', '/api/shifts')).body
      .items
    const day = shifts.find(({ startsAt }) => startsAt === '08:00')
    const rule = { at: 'shift', shiftId: day?.id, screenId: simulated?.id }
    const free = { at: 'day_off', shiftId: null, screenId: null }
    const group = { name: '按班', screenId: null, staggered: false, schedule: [rule, free] }
    const wrong = { ...group, schedule: [{ ...rule, shiftId: null }] }
    expect((await call('POST', '/api/screen-groups', wrong)).status).toBe(400)
    const added = (await call<GroupRow>('POST', '/api/screen-groups', group)).body
    await into(id, added.id)
    const at = async (time: string) => {
      clock.advance((Date.parse(time) - clock.now().getTime()) / 1000)
      admin = (await app.signIn('admin')).token
      await app.database.db.tx((write) =>
        applySchedules(write, { plan: planForEquipment, plantId: 1, now: clock.now() }),
      )
      const { dark } = (await call<{ dark: boolean }>('GET', '/api/screens/standby', undefined, token)).body
      return [await shownTo(token), dark]
    }
    // Friday at ten in Shanghai, before the day shift, and Sunday.
    expect(await at('2026-11-20T02:00:00Z')).toEqual([simulated?.id, false])
    expect(await at('2026-11-20T23:00:00Z')).toEqual([live?.id, false])
    expect(await at('2026-11-22T02:00:00Z')).toEqual([live?.id, true])
    expect((await rows(`?groupId=${added.id}`))[0]).toMatchObject({ dark: true })
  })

  test('has a screen that exists, which is then not taken away', async () => {
    const group = { name: '没有的屏', screenId: '999', staggered: false, schedule: [] }
    expect((await call('POST', '/api/screen-groups', group)).status).toBe(404)
    expect(
      (await call('POST', '/api/screen-groups', { ...group, name: '门厅', screenId: null })).status,
    ).toBe(201)
  })
})
