import { type AccessFeature, accessFeature } from '../features/access/access.feature.ts'
import { alarmsFeature } from '../features/alarms/alarms.feature.ts'
import { auditFeature } from '../features/audit/audit.feature.ts'
import { dashboardFeature } from '../features/dashboard/dashboard.feature.ts'
import { displayFeature } from '../features/display/display.feature.ts'
import { liveFeature } from '../features/live/live.feature.ts'
import { equipmentFeature } from '../features/equipment/equipment.feature.ts'
import { statesFeature } from '../features/equipment/states.feature.ts'
import { ordersFeature, ordersSearch } from '../features/orders/orders.feature.ts'
import { type PeopleFeature, peopleFeature } from '../features/people/people.feature.ts'
import { qualityFeature } from '../features/quality/quality.feature.ts'
import { simulatorFeature } from '../features/simulator/simulator.feature.ts'
import { systemFeature } from '../features/system/system.feature.ts'
import { telemetryFeature } from '../features/telemetry/telemetry.feature.ts'
import { wallFeature } from '../features/wall/wall.feature.ts'
import { viewsFeature } from '../features/views/views.feature.ts'
import type { Authenticate } from '../platform/auth/authenticate.ts'
import { createPasswords } from '../platform/auth/passwords.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/db/handles.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Feature } from './feature.ts'
import {
  factsForWall,
  framesGoTo,
  conformityOfQuality,
  gatesOfQuality,
  machinesForAlarms,
  machinesForTelemetry,
  machinesForWork,
  machinesToPlay,
  materialOfQuality,
  ordersForQuality,
  placesForDisplay,
  planForEquipment,
  recordsOfQuality,
  repairsForAlarms,
  searchAll,
  standingToPlay,
  storedFrames,
  reportedOfMachines,
  totalOfList,
} from './ports.ts'

export type { AccessFeature } from '../features/access/access.feature.ts'
export type { FirstAdmin } from '../features/people/people.feature.ts'

export interface FeatureDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
  readonly metrics: Metrics
  readonly plantId: number
  readonly version: string
  readonly build: string
  readonly streamsPerSession?: number | undefined
}

export interface Features {
  /** All of them, in the order in which they are prepared and started; closed the other way round. */
  readonly all: readonly Feature[]
  readonly access: AccessFeature
  readonly people: PeopleFeature
  /** Who a token belongs to: a person's session or a paired TV. */
  readonly authenticate: Authenticate
}

/** Builds every feature and answers their questions to each other. */
export function buildFeatures(deps: FeatureDeps): Features {
  const { db, clock, log, config, metrics, plantId, version, build } = deps
  const passwords = createPasswords()
  const { wecom, oidc, publicUrl, dataDir } = config
  // The administrator is one of the demo people: a password given for them is theirs too.
  const adminPassword = config.adminPassword ?? (config.demo ? config.demoPassword : null)
  const people = peopleFeature({ db, clock, passwords, plantId, adminPassword })
  const access = accessFeature({
    db,
    clock,
    log,
    plantId,
    passwords,
    providers: { wecom, oidc, publicUrl },
    search: searchAll([ordersSearch(db.reads), (actor, q, limit) => people.search(actor, q, limit)]),
  })
  const states = statesFeature({
    db,
    clock,
    log,
    plantId,
    plan: planForEquipment,
    stored: storedFrames,
    reported: reportedOfMachines,
  })
  const alarms = alarmsFeature({
    db,
    clock,
    log,
    plantId,
    machines: machinesForAlarms,
    repairs: repairsForAlarms,
  })
  const simulator = simulatorFeature({
    db,
    clock,
    log,
    plays: config.simulator,
    timeZone: config.timeZone,
    machines: (source) => machinesToPlay(db.reads, plantId, source),
    standing: (source, ends) => standingToPlay(db.reads, plantId, source, ends),
    guest: (topics) => telemetry.mqtt.guest(topics),
  })
  const wall = wallFeature({
    db,
    clock,
    log,
    plantId,
    ports: factsForWall(() => states.watch),
    simulation: () => simulator.simulation(),
    open: (request) => live.open(request),
  })
  const telemetry = telemetryFeature({
    db,
    clock,
    log,
    metrics,
    plantId,
    config,
    machines: machinesForTelemetry,
    sink: framesGoTo([states.sink, alarms.sink, wall.sink]),
  })
  const display = displayFeature({ db, clock, plantId, dataDir, places: placesForDisplay })
  const others: Feature[] = [
    people,
    access,
    auditFeature({ db }),
    ordersFeature({
      db,
      clock,
      log,
      dataDir,
      gates: {
        inspections: gatesOfQuality,
        material: materialOfQuality,
        conformity: conformityOfQuality,
        machines: machinesForWork,
      },
      records: recordsOfQuality,
    }),
    qualityFeature({ db, clock, dataDir, orders: ordersForQuality, publicUrl }),
    equipmentFeature({ db, clock, dataDir, plan: planForEquipment }),
    states,
    alarms,
    telemetry,
    simulator,
    viewsFeature({ db }),
    display,
    wall,
  ]
  const total = totalOfList(() => others.flatMap(({ routes }) => routes))
  others.push(dashboardFeature({ db, clock, total, output: factsForWall(() => states.watch) }))
  const live = liveFeature({
    clock,
    log,
    build,
    sources: others.flatMap((feature) => feature.live ?? []),
    stillIn: display.stillInWithDevices(access.stillIn),
    perSession: deps.streamsPerSession,
  })
  others.push(live)
  const mounted = () => others.flatMap(({ routes }) => routes)
  return {
    all: [...others, systemFeature({ db, clock, log, metrics, plantId, version, build, mounted })],
    access,
    people,
    authenticate: display.withDevices(access.authenticate),
  }
}
