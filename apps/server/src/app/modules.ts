import { alarmsModule } from '../modules/alarms/module.ts'
import { auditModule } from '../modules/audit/module.ts'
import { coatingModule } from '../modules/coating/module.ts'
import { customerLinksModule } from '../modules/customer-links/module.ts'
import { dashboardModule } from '../modules/dashboard/module.ts'
import { displaysModule } from '../modules/displays/module.ts'
import { drawingsModule } from '../modules/drawings/module.ts'
import { erectionModule } from '../modules/erection/module.ts'
import { type IdentityModule, identityModule } from '../modules/identity/module.ts'
import { peopleSearch } from '../modules/identity/public.ts'
import { inboxModule } from '../modules/inbox/module.ts'
import { countUnread } from '../modules/inbox/public.ts'
import { inspectionModule } from '../modules/inspection/module.ts'
import { labourModule } from '../modules/labour/module.ts'
import { liveModule } from '../modules/live/module.ts'
import { machineStatesModule } from '../modules/machine-states/module.ts'
import { machinesModule } from '../modules/machines/module.ts'
import { machinesByCode } from '../modules/machines/public.ts'
import { maintenanceModule } from '../modules/maintenance/module.ts'
import { machinesUnderRepair } from '../modules/maintenance/public.ts'
import { materialModule } from '../modules/material/module.ts'
import { heatsByCode } from '../modules/material/public.ts'
import { modelModule } from '../modules/model/module.ts'
import { ncrModule } from '../modules/ncr/module.ts'
import { nestingModule } from '../modules/nesting/module.ts'
import { platesModule } from '../modules/plates/module.ts'
import { platesByCode } from '../modules/plates/public.ts'
import { oeeModule } from '../modules/oee/module.ts'
import { orderDocumentsModule } from '../modules/order-documents/module.ts'
import { orderImportModule } from '../modules/order-import/module.ts'
import { ordersModule } from '../modules/orders/module.ts'
import { ordersByCode, ordersSearch } from '../modules/orders/public.ts'
import { assembliesModule } from '../modules/assemblies/module.ts'
import { partsModule } from '../modules/parts/module.ts'
import { partsByCode } from '../modules/parts/public.ts'
import { planningModule } from '../modules/planning/module.ts'
import { printingModule } from '../modules/printing/module.ts'
import { productionModule } from '../modules/production/module.ts'
import { completedOrders, piecesByCode, piecesLacking } from '../modules/production/public.ts'
import { productionReportsModule } from '../modules/production-reports/module.ts'
import { projectsModule } from '../modules/projects/module.ts'
import { purchasingModule } from '../modules/purchasing/module.ts'
import { boltsModule } from '../modules/bolts/module.ts'
import { onOrderBolts, onOrderMetres } from '../modules/purchasing/public.ts'
import { qualityDocumentsModule } from '../modules/quality-documents/module.ts'
import { qualityStatisticsModule } from '../modules/quality-statistics/module.ts'
import { shippingModule } from '../modules/shipping/module.ts'
import { shippedByCode } from '../modules/shipping/public.ts'
import { simulatorModule } from '../modules/simulator/module.ts'
import { subcontractingModule } from '../modules/subcontracting/module.ts'
import { standardsModule } from '../modules/standards/module.ts'
import { systemModule } from '../modules/system/module.ts'
import { telemetryModule } from '../modules/telemetry/module.ts'
import { trialAssemblyModule } from '../modules/trial-assembly/module.ts'
import { viewsModule } from '../modules/views/module.ts'
import { wallModule } from '../modules/wall/module.ts'
import { weldingModule } from '../modules/welding/module.ts'
import { workCalendarModule } from '../modules/work-calendar/module.ts'
import type { Actor, Authenticate } from '../platform/auth/actor.ts'
import { type Nightly, nightlyBackup } from '../platform/backup/nightly.ts'
import { createPasswords, type Passwords } from '../platform/auth/passwords.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/db/handles.ts'
import { type FileStore, openFileStore } from '../platform/files/file-store.ts'
import { createChangeFeed } from '../platform/live/change-feed.ts'
import type { Log } from '../platform/log/log.ts'
import { outboxOf } from '../platform/outbox/read.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Module } from '../platform/module.ts'
import {
  framesGoTo,
  machinesForTelemetry,
  machinesToPlay,
  ordersForQuality,
  planForEquipment,
  portsOfAssemblies,
  portsOfWork,
  recordsOfQuality,
  searchAll,
  activeFaultsToPlay,
  dueInPlant,
  openRequests,
  storedFrames,
  reportedOfMachines,
  totalOfList,
  valuesByHour,
  wallPorts,
} from './ports.ts'

export type { IdentityModule } from '../modules/identity/module.ts'
export type { FirstAdmin } from '../modules/identity/public.ts'

export interface ModuleDeps {
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

export interface Modules {
  /** All modules in the order of preparing and starting; closed in reverse order. */
  readonly all: readonly Module[]
  readonly identity: IdentityModule
  readonly backup: Nightly
  /** The owner of a token: a person's session or a paired TV. */
  readonly authenticate: Authenticate
}

/** Builds every module and connects their ports. */
export function buildModules(deps: ModuleDeps): Modules {
  const { db, clock, log, plantId, version, build, metrics } = deps
  const files = openFileStore(deps.config.dataDir)
  const passwords = createPasswords()
  const identity = identityModule(identityDeps(deps, passwords))
  const customers = customerLinksModule({ db, clock, files, passwords })
  const displays = displaysModule({ db, clock, plantId, files, log, plan: planForEquipment })
  const machines = machineModules(deps, files, (request) => live.open(request))
  const others: Module[] = [
    identity,
    auditModule({ db }),
    ...orderModules(deps, files),
    ...qualityModules(deps, files),
    customers,
    ...machines,
    viewsModule({ db }),
    inboxModule({
      db,
      clock,
      log,
      metrics,
      files,
      plantId,
      due: dueInPlant,
      requests: openRequests,
      config: deps.config,
    }),
    displays,
  ]
  const total = totalOfList(() => others.flatMap(({ routes }) => routes))
  others.push(dashboardModule({ db, clock, total, plan: planForEquipment }))
  const live = liveModule({
    clock,
    log,
    build,
    changes: createChangeFeed({ source: outboxOf(db.reads), clock, log }),
    sources: others.flatMap((module) => module.live ?? []),
    stillIn: displays.stillInWithDevices(identity.stillIn),
    perSession: deps.streamsPerSession,
  })
  others.push(live)
  const mounted = () => others.flatMap(({ routes }) => routes)
  const { dataDir, timeZone } = deps.config
  const without = others.flatMap(({ excludeFromBackup }) => excludeFromBackup ?? [])
  const backup = nightlyBackup({ db, clock, log, dataDir, timeZone, without })
  const values = valuesByHour
  const modules = (): Module[] => all
  const base = { db, clock, log, metrics, plantId, version, build, mounted }
  const all: Module[] = [...others, systemModule({ ...base, dataDir, backup, values, modules })]
  return {
    all,
    identity,
    backup,
    authenticate: customers.withCustomers(displays.withDevices(identity.authenticate)),
  }
}

function identityDeps({ db, clock, log, config, plantId }: ModuleDeps, passwords: Passwords) {
  const { wecom, oidc, publicUrl } = config
  return {
    db,
    clock,
    log,
    plantId,
    passwords,
    // The administrator is one of the demo people, so a password configured for them is the administrator's too.
    adminPassword: config.adminPassword ?? (config.demo ? config.demoPassword : null),
    providers: { wecom, oidc, publicUrl },
    search: searchAll([ordersSearch(db.reads), peopleSearch(db.reads)]),
    codes: searchAll([
      piecesByCode(db.reads),
      ordersByCode(db.reads),
      shippedByCode(db.reads),
      machinesByCode(db.reads),
      heatsByCode(db.reads),
      partsByCode(db.reads),
      platesByCode(db.reads),
    ]),
    unread: async (actor: Actor) => (await countUnread(db.reads, actor)).count,
  }
}

/** Modules from the project to the delivery. */
function orderModules({ db, clock, log }: ModuleDeps, files: FileStore): Module[] {
  const gates = portsOfWork
  return [
    projectsModule({ db, clock }),
    planningModule({ db, clock }),
    ordersModule({
      db,
      clock,
      completed: (plantId, rows) =>
        completedOrders({ reads: db.reads, conformity: gates.conformity }, plantId, rows),
      lacking: (...question) => piecesLacking(gates.lacking, ...question),
    }),
    productionModule({ db, clock, gates }),
    assembliesModule({ db, clock, ports: portsOfAssemblies }),
    partsModule({ db, clock }),
    boltsModule({ db, clock, onOrder: onOrderBolts }),
    orderImportModule({ db, clock, log, files, records: recordsOfQuality }),
    shippingModule({ db, clock, files, gates }),
    erectionModule({ db, clock, files, gates }),
    orderDocumentsModule({ db, clock, files }),
    drawingsModule({ db, clock, files }),
    modelModule({ db, clock, files, log }),
    printingModule({ db, gates }),
    productionReportsModule({ db, clock, plan: planForEquipment }),
    subcontractingModule({ db, clock, gates }),
    labourModule({ db, clock }),
  ]
}

/** Modules that decide whether pieces of orders pass their gates. */
function qualityModules({ db, clock, log, config }: ModuleDeps, files: FileStore): Module[] {
  const deps = { db, clock, files, orders: ordersForQuality }
  return [
    standardsModule(deps),
    inspectionModule(deps),
    weldingModule(deps),
    coatingModule(deps),
    trialAssemblyModule(deps),
    ncrModule(deps),
    materialModule(deps),
    nestingModule({ ...deps, log, onOrder: onOrderMetres }),
    platesModule({ ...deps, log }),
    purchasingModule({ db, clock }),
    qualityStatisticsModule(deps),
    qualityDocumentsModule({ ...deps, publicUrl: config.publicUrl }),
  ]
}

/** Modules for machines: data, states, maintenance, and wall screens. */
function machineModules(deps: ModuleDeps, files: FileStore, open: OpenStream): Module[] {
  const { db, clock, log, metrics, plantId, config } = deps
  const plan = planForEquipment
  const reported = reportedOfMachines
  const oee = oeeModule({ db, clock, log, plantId, plan, reported, stored: storedFrames })
  const alarms = alarmsModule({ db, clock, log, plantId })
  const simulator = simulatorModule({
    db,
    clock,
    log,
    plays: config.simulator,
    timeZone: config.timeZone,
    machines: (source) => machinesToPlay(db.reads, plantId, source),
    activeFaults: (source, ends) => activeFaultsToPlay(db.reads, plantId, source, ends),
    underRepair: () => machinesUnderRepair(db.reads, plantId),
    guest: (topics) => telemetry.mqtt.guest(topics),
  })
  const wall = wallModule({
    db,
    clock,
    log,
    files,
    plantId,
    ports: wallPorts(() => oee.watch),
    simulation: () => simulator.simulation(),
    open,
  })
  const sink = framesGoTo([oee.sink, alarms.sink, wall.sink])
  const telemetry = telemetryModule({
    db,
    clock,
    log,
    metrics,
    plantId,
    config,
    machines: machinesForTelemetry,
    sink,
  })
  return [
    machinesModule({ db, clock, files }),
    maintenanceModule({ db, clock, files, plan }),
    machineStatesModule({ db, clock, plan, reported }),
    workCalendarModule({ db, clock, plan }),
    oee,
    alarms,
    telemetry,
    simulator,
    wall,
  ]
}

type OpenStream = Parameters<typeof wallModule>[0]['open']
