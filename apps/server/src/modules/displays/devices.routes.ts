import { screenDevicesApi } from '@cloud-factory/contract/screen-devices'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { changeDevice, keepBeacon, revokeDevice, commandDevices } from './change-device.ts'
import { deviceRow, listDevices } from './devices.reads.ts'
import { askPairing, confirmDevice, waitingDevice } from './pair-device.ts'

/** Routes of paired TVs. */
export function deviceRoutes(deps: { db: Database; clock: Clock; plantId: number }): Routes {
  const { db, clock } = deps
  return routes(screenDevicesApi, {
    'POST /api/screens/pairing': ({ body, request }) => askPairing(deps)(body, request),
    'GET /api/screens/pairing': ({ actor, query }) => waitingDevice(deps)(actor, query.code),
    'POST /api/screens/pairing/confirm': async ({ actor, body }) => {
      const id = await confirmDevice(deps)(actor, body)
      return deviceRow(db.reads, actor, String(id), clock.now())
    },
    'GET /api/screens/devices': ({ actor, query }) => listDevices(db.reads, actor, query, clock.now()),
    'PATCH /api/screens/devices/:id': async ({ actor, params, body: { version, ...change } }) => {
      const target = { id: params.id, version, now: clock.now() }
      await db.tx((write) => changeDevice(write, actor, target, change))
      return deviceRow(db.reads, actor, params.id, clock.now())
    },
    'POST /api/screens/devices/:id/revoke': async ({ actor, params }) => {
      await db.tx((write) => revokeDevice(write, actor, params.id, clock.now()))
      return deviceRow(db.reads, actor, params.id, clock.now())
    },
    'POST /api/screens/commands': async ({ actor, body }) => ({
      no: await db.tx((write) => commandDevices(write, actor, body, clock.now())),
    }),
    'POST /api/screens/beacon': async ({ actor, body }) => {
      const { plantId, deviceId } = actor
      // Its tag is held by TVs alone.
      if (deviceId === undefined) return fail('permission.denied')
      await db.tx((write) => keepBeacon(write, plantId, deviceId, body, clock.now()))
    },
  })
}
