import { beforeAll, describe, expect, test } from 'vitest'
import { testActor } from '../../apps/server/test/actor.ts'
import { createScreen, publishScreen } from '../../apps/server/src/modules/displays/change-screen.ts'
import { insertFirstScreens } from '../../apps/server/src/modules/displays/screens.store.ts'
import { askPairing, confirmDevice } from '../../apps/server/src/modules/displays/pair-device.ts'
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { DomainError } from '../../apps/server/src/platform/http/domain-error.ts'
import { raceDatabase } from './race-database.ts'

const found = await raceDatabase('screens')
const db = found as Database

const admin = testActor({ userId: '41', cnName: '管理员', tags: ['display.set', 'display.publish'] })
const from = { address: '10.0.0.7', userAgent: 'Mozilla/5.0 Chrome/140' }

let screenId: string
beforeAll(async () => {
  if (found === null) return
  const names = { zh: '竞态屏', en: 'Race', es: 'Carrera' }
  screenId = await db.tx(async (write) =>
    String(await createScreen(write, admin, { names, place: '', source: 'live', template: 'usual' })),
  )
})

const codes = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results
    .map((result) =>
      result.status === 'fulfilled'
        ? 'done'
        : result.reason instanceof DomainError
          ? result.reason.code
          : 'fault',
    )
    .toSorted()

describe.skipIf(found === null)('races of screens', () => {
  test('eight who publish the same draft at once: one version, the others hear that they are late', async () => {
    const target = { id: screenId, version: 1, now: new Date() }
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, no) =>
        db.tx((write) => publishScreen(write, admin, target, `第${no}人`)),
      ),
    )
    expect(codes(results)).toEqual(['done', ...Array.from({ length: 7 }, () => 'version.conflict')])
    const versions = await db.reads
      .selectFrom('display_versions')
      .select('no')
      .where('document_id', '=', Number(screenId))
      .execute()
    expect(versions).toEqual([{ no: 1 }])
  })

  test('a code that is confirmed by six at once makes one TV, and its token is told once', async () => {
    const deps = { db, clock: systemClock, plantId: 1 }
    const body = { secret: 's'.repeat(43), width: 1920, height: 1080 }
    // The same TV also requests pairing twice at once: it waits under one code.
    const pairings = await Promise.all([askPairing(deps)(body, from), askPairing(deps)(body, from)])
    const shown = pairings.map((reply) => (reply.state === 'waiting' ? reply.code : ''))
    expect(new Set(shown).size).toBe(1)
    const confirmation = { code: shown[0] ?? '', name: '竞态电视', screenId, groupId: null }
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => confirmDevice(deps)(admin, confirmation)),
    )
    expect(codes(results)).toEqual(['done', ...Array.from({ length: 5 }, () => 'not_found')])
    const polls = await Promise.all(Array.from({ length: 4 }, () => askPairing(deps)(body, from)))
    expect(polls.filter(({ state }) => state === 'paired')).toHaveLength(1)
    const devices = await db.reads.selectFrom('screen_devices').select('name').execute()
    expect(devices).toEqual([{ name: '竞态电视' }])
  })

  test('four servers that start at once make one screen of each source', async () => {
    await Promise.all(Array.from({ length: 4 }, () => db.tx((write) => insertFirstScreens(write, 1))))
    const screens = await db.reads.selectFrom('screens').select('source').orderBy('source').execute()
    // The race created the live screen: a plant with a screen of a source gets no other one for it.
    expect(screens.map(({ source }) => source)).toEqual(['live', 'simulated'])
  })
})
