import type { SearchHit } from '@cloud-factory/contract/access'
import type { Feature } from '../../app/feature.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type FirstAdmin, firstAdmin } from './first-admin.ts'
import { addDemoPeople, type DemoPerson, demoPeople } from './people.demo.ts'
import type { PeopleDeps } from './people.deps.ts'
import { peopleSearch } from './people.reads.ts'
import { fourEyesRoutes } from './four-eyes.ts'
import { peopleRoutes } from './people.routes.ts'
import { addShippedRoles } from './roles.store.ts'

export type { FirstAdmin }

export interface PeopleFeature extends Feature {
  /** After `prepare`: makes the first administrator of an empty plant; null when it has people. */
  firstAdmin(): Promise<FirstAdmin | null>
  readonly demoPeople: readonly DemoPerson[]
  search(actor: Actor, q: string, limit: number): Promise<SearchHit[]>
}

/** People and their roles. */
export function peopleFeature(deps: PeopleDeps): PeopleFeature {
  const { db, passwords } = deps
  return {
    name: 'people',
    routes: [peopleRoutes(deps), fourEyesRoutes(deps)],
    prepare: addShippedRoles,
    demo: (write, context) => addDemoPeople(write, context, passwords),
    firstAdmin: firstAdmin(deps),
    demoPeople,
    search: peopleSearch(db.reads),
  }
}
