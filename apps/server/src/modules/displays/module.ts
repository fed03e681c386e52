import type { Module } from '../../platform/module.ts'
import type { Authenticate } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { infoDemo } from './info.demo.ts'
import { insertInfo } from './displays.store.ts'
import { firstInfo, displayPlaces, infoDraft, infoShown, infoVersion, infoVersions } from './info.queries.ts'
import { pictureRoutes, screenRoutes } from './displays.routes.ts'
import {
  stillInWithDevices,
  withDevices,
  changeDevice,
  keepBeacon,
  revokeDevice,
  commandDevices,
} from './change-device.ts'
import { insertFirstScreens } from './screens.store.ts'
import { displayInfoApi } from '@cloud-factory/contract/displays/display-info'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { changeInfo, publishInfo, restoreInfo } from './change-info.ts'
import { screenGroupsApi } from '@cloud-factory/contract/displays/screen-groups'
import { screenDevicesApi } from '@cloud-factory/contract/displays/screen-devices'
import { fail } from '../../platform/http/domain-error.ts'
import { deviceRow, listDevices } from './devices.queries.ts'
import { askPairing, confirmDevice, waitingDevice } from './pair-device.ts'
import { crudRoutes } from '../../platform/crud/crud-routes.ts'
import { devicePicture, keepDevicePicture } from './device-pictures.ts'
import { applySchedules, isDark } from './group-schedules.ts'
import { groupCrud } from './tv-groups.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import type { PlanPort } from '../work-calendar/public.ts'

/** Routes of display information. */
const infoRoutes = ({ reads, tx }: Database): Routes =>
  routes(displayInfoApi, {
    'GET /api/display/info': ({ actor }) => infoDraft(reads, actor),
    'GET /api/display/places': ({ actor }) => displayPlaces(reads, actor.plantId),
    'PUT /api/display/info': async ({ actor, body }) => {
      await tx((write) => changeInfo(write, actor, body))
      return infoDraft(reads, actor)
    },
    'POST /api/display/info/publish': async ({ actor, body }) => {
      await tx((write) => publishInfo(write, actor, body))
      return infoDraft(reads, actor)
    },
    'POST /api/display/info/restore': async ({ actor, body }) => {
      await tx((write) => restoreInfo(write, actor, body))
      return infoDraft(reads, actor)
    },
    'GET /api/display/info/versions': ({ actor, query }) => infoVersions(reads, actor, query),
    'GET /api/display/info/versions/:no': ({ actor, params }) => infoVersion(reads, actor, Number(params.no)),
    'GET /api/display/info/shown': ({ actor }) => infoShown(reads, actor.plantId),
  })

export interface DisplaysDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly files: FileStore
  readonly log: Log
  readonly plan: PlanPort
}

export interface DisplaysModule extends Module {
  /** Extends the given authentication of people by paired TVs. */
  readonly withDevices: (people: Authenticate) => Authenticate
  readonly stillInWithDevices: ReturnType<typeof stillInWithDevices>
}

/** Display information, screens, and the TVs that show them. */
export function displaysModule(deps: DisplaysDeps): DisplaysModule {
  const { db, clock, files, plan, plantId } = deps
  const schedules = repeatedly({
    log: deps.log,
    everyMs: 5000,
    what: 'schedules of TVs could not be followed',
    work: () => db.tx((write) => applySchedules(write, { plan, plantId, now: clock.now() })),
  })
  return {
    name: 'displays',
    routes: [
      infoRoutes(db),
      pictureRoutes({ db, clock, files }),
      screenRoutes(db, clock),
      deviceRoutes(deps),
      routes(screenGroupsApi, crudRoutes(deps, groupCrud(plan))),
    ],
    withDevices: withDevices(deps),
    stillInWithDevices: stillInWithDevices(deps),
    failingSince: () => schedules.failingSince(),
    onLeaderStart: async () => schedules.start(),
    onLeaderStop: () => schedules.close(),
    async prepare(write, plantId) {
      await insertInfo(write, plantId, firstInfo)
      await insertFirstScreens(write, plantId)
    },
    demo: (write, context) => infoDemo(write, context, files),
  }
}

/** Routes of paired TVs. */
function deviceRoutes(deps: DisplaysDeps): Routes {
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
    'GET /api/screens/devices/:id/picture': ({ actor, params }) =>
      devicePicture(db.reads, actor.plantId, params.id),
    'GET /api/screens/standby': async ({ actor: { plantId, deviceId } }) => {
      if (deviceId === undefined) return fail('permission.denied')
      return { dark: await isDark(db.reads, plantId, deviceId) }
    },
    'POST /api/screens/picture': async ({ actor, body }) => {
      const { plantId, deviceId } = actor
      if (deviceId === undefined) return fail('permission.denied')
      await db.tx((write) => keepDevicePicture(write, { plantId, deviceId }, body.picture, clock.now()))
    },
    'POST /api/screens/beacon': async ({ actor, body }) => {
      const { plantId, deviceId } = actor
      // Only TVs have its tag.
      if (deviceId === undefined) return fail('permission.denied')
      await db.tx((write) => keepBeacon(write, plantId, deviceId, body, clock.now()))
    },
  })
}
