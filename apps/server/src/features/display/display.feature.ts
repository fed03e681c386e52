import type { Feature } from '../../app/feature.ts'
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

export type { PlacesPort } from './places.port.ts'
export { shownInfo }

export interface DisplayDeps {
  readonly db: Database
  readonly clock: Clock
  /** Pictures are kept below it. */
  readonly dataDir: string
  readonly places: PlacesPort
}

/** What the wall screens say and how they show it. */
export function displayFeature({ db, clock, dataDir, places }: DisplayDeps): Feature {
  const files = openFileStore(dataDir)
  return {
    name: 'display',
    routes: [infoRoutes({ db, places }), pictureRoutes({ db, clock, files })],
    prepare: (write, plantId) => insertInfo(write, plantId, firstInfo),
    demo: (write, context) => infoDemo(write, context, { places, files }),
  }
}
