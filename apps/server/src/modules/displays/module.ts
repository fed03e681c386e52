import type { Module } from '../../platform/module.ts'
import type { Authenticate } from '../../platform/auth/authenticate.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { infoDemo } from './info.demo.ts'
import { insertInfo } from './documents.store.ts'
import { firstInfo } from './first-info.ts'
import { infoRoutes } from './info.routes.ts'
import { pictureRoutes } from './pictures.routes.ts'
import type { PlacesPort } from './places.port.ts'
import { stillInWithDevices, withDevices } from './device-authenticate.ts'
import { deviceRoutes } from './devices.routes.ts'
import { insertFirstScreens } from './first-screens.ts'
import { screenRoutes } from './screens.routes.ts'

export interface DisplaysDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly files: FileStore
  readonly places: PlacesPort
}

export interface DisplaysModule extends Module {
  /** Lets paired TVs in besides the people whom it is given. */
  readonly withDevices: (people: Authenticate) => Authenticate
  readonly stillInWithDevices: ReturnType<typeof stillInWithDevices>
}

/** What the wall screens say, how they show it, and the TVs that do. */
export function displaysModule(deps: DisplaysDeps): DisplaysModule {
  const { db, clock, files, places } = deps
  return {
    name: 'displays',
    routes: [
      infoRoutes({ db, places }),
      pictureRoutes({ db, clock, files }),
      screenRoutes(db, clock),
      deviceRoutes(deps),
    ],
    withDevices: withDevices(deps),
    stillInWithDevices: stillInWithDevices(deps),
    async prepare(write, plantId) {
      await insertInfo(write, plantId, firstInfo)
      await insertFirstScreens(write, plantId)
    },
    demo: (write, context) => infoDemo(write, context, { places, files }),
  }
}
