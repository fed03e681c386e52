import type { Feature } from '../../app/feature.ts'
import type { Authenticate } from '../../platform/auth/authenticate.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { openFileStore } from '../../platform/files/file-store.ts'
import { infoDemo } from './demo/info.demo.ts'
import { insertInfo } from './documents.store.ts'
import { firstInfo } from './info/first-info.ts'
import { infoRoutes } from './info/info.routes.ts'
import { shownInfo } from './info/shown-info.ts'
import { pictureRoutes } from './pictures/pictures.routes.ts'
import type { PlacesPort } from './places.port.ts'
import { stillInWithDevices, withDevices } from './screens/device-authenticate.ts'
import { deviceRoutes } from './screens/devices.routes.ts'
import { insertFirstScreens } from './screens/first-screens.ts'
import { screenRoutes } from './screens/screens.routes.ts'

export type { PlacesPort } from './places.port.ts'
export { shownInfo }
export { screenCommand } from './screens/devices.reads.ts'
export { shownScreen } from './screens/screens.reads.ts'

export interface DisplayDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  /** Pictures are kept below it. */
  readonly dataDir: string
  readonly places: PlacesPort
}

export interface DisplayFeature extends Feature {
  /** Lets paired TVs in besides the people whom it is given. */
  readonly withDevices: (people: Authenticate) => Authenticate
  readonly stillInWithDevices: ReturnType<typeof stillInWithDevices>
}

/** What the wall screens say, how they show it, and the TVs that do. */
export function displayFeature(deps: DisplayDeps): DisplayFeature {
  const { db, clock, dataDir, places } = deps
  const files = openFileStore(dataDir)
  return {
    name: 'display',
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
