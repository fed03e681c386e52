import type { MachineSource } from '@cloud-factory/domain/machines/equipment-enums'
import type { CodeHit, SearchHit } from '@cloud-factory/contract/identity/access'
import { recordPath } from '@cloud-factory/domain/inbox/record-kinds'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { knownMachines, machineNames, weldingMachines, workingMachines } from '../modules/machines/public.ts'
import {
  answersForMaterial,
  crewName,
  crewNames,
  findPieces,
  pieceOfText,
  severalPieces,
  type ConformityPort,
  type InspectionPort,
  latestCrews,
  lastMachines,
  countedPieces,
  documentOrder,
  type MachinesPort,
  type MaterialPort,
  type WorkPorts,
  piecesAtGates,
  piecesPastGate,
  piecesById,
  piecesLocked,
  processesOf,
  projectNames,
  repairLimits,
  scrapCondemned,
  setPieceStatus,
} from '../modules/production/public.ts'
import type { RecordsPort } from '../modules/order-import/public.ts'
import { shiftsOf, workshopsOf } from '../modules/planning/public.ts'
import { breakdownAlarms, type MachineWatch } from '../modules/oee/public.ts'
import { type PlanPort } from '../modules/work-calendar/public.ts'
import { unknownSpans, type StoredFramesPort, type ReportedPort } from '../modules/machine-states/public.ts'
import { blockedPieces, recordedPieces } from '../modules/conformity/public.ts'
import {
  lackingPieces,
  withheldPieces,
  openDemandsOf,
  type OrdersPort,
} from '../modules/quality-records/public.ts'
import { dueSubcontracts, outsidePlaces, subcontractedPieces } from '../modules/subcontracting/public.ts'
import { assembledPieces } from '../modules/assemblies/public.ts'
import { unreleasedPieces } from '../modules/material/public.ts'
import { reportedAlarms, unacknowledgedAlarms } from '../modules/alarms/public.ts'
import type { DuePort, RequestsPort } from '../modules/inbox/public.ts'
import { dueCalibrations } from '../modules/inspection/public.ts'
import { duePlans, reportedRepairs } from '../modules/maintenance/public.ts'
import { ncrsToApprove, stopReportedPieces } from '../modules/ncr/public.ts'
import { dueOrders } from '../modules/orders/public.ts'
import { dueQualifications } from '../modules/welding/public.ts'
import type { ListTotal } from '../modules/dashboard/public.ts'
import {
  type FrameSink,
  openMachineAlarms,
  keepEvents,
  counterFrames,
  machineLinks,
  nearestCounters,
  storedValues,
  reportedEvents,
  unprocessedFrames,
} from '../modules/telemetry/public.ts'
import type { SinkEnds } from '../modules/simulator/public.ts'
import type { WallPorts } from '../modules/wall/public.ts'
import { type Actor } from '../platform/auth/actor.ts'
import type { Reads } from '../platform/db/handles.ts'
import type { Routes } from '../platform/http/routes.ts'

type SearchPort<Hit> = (actor: Actor, q: string, limit: number) => Promise<Hit[]>

/** Sends one search, of the palette or by a code, to every module with records; the results keep that order. */
export const searchAll =
  <Hit extends SearchHit | CodeHit>(ports: readonly SearchPort<Hit>[]): SearchPort<Hit> =>
  async (actor, q, limit) =>
    (await Promise.all(ports.map((port) => port(actor, q, limit)))).flat().slice(0, limit)

/** The total of a list, from the same handler as the list, for those who may see the list. */
export const totalOfList =
  (mounted: () => readonly Routes[]): ListTotal =>
  async (actor, list, query) => {
    const found = mounted().find(({ handlers }) => list in handlers)
    const endpoint = found?.table[list]
    const answer = found?.handlers[list]
    if (answer === undefined || endpoint === undefined) throw new Error(`no list ${list}`)
    const { permission, permissionOr, permissionAnd } = endpoint
    if (permission === 'public' || permission === 'self') throw new Error(`${list} is no list of the factory`)
    if (!satisfies(actor.tags, { permission, permissionOr, permissionAnd })) return null
    const call = { actor, query: endpoint.query?.parse({ ...query, pageSize: '1' }) }
    const { total } = (await answer(call as never)) as { readonly total: number }
    return total
  }

/** Gate check: pieces without a pass, or with open weld or coating requirements, are blocked. */
const gatesOfQuality: InspectionPort = blockedPieces

/** Open requirements of pieces before they may leave the factory. */
const conformityOfQuality: ConformityPort = openDemandsOf

/** Pieces with quality records, in a subcontract, or built into each other: the import that created them can no longer be undone. */
export const recordsOfQuality: RecordsPort = async (...question) => [
  ...(await recordedPieces(...question)),
  ...(await subcontractedPieces(...question)),
  ...(await assembledPieces(...question)),
]

/** Queries of quality to orders. */
export const ordersForQuality: OrdersPort = {
  pieces: piecesById,
  find: findPieces,
  findOne: pieceOfText,
  several: severalPieces,
  lock: piecesLocked,
  waiting: piecesAtGates,
  beyond: piecesPastGate,
  processes: processesOf,
  stand: setPieceStatus,
  scrap: scrapCondemned,
  crewName,
  repairLimits,
  order: documentOrder,
  countedPieces,
  crewNames,
  projectNames,
  latestCrews,
  lastMachines,
  weldingMachines: async (reads, plantId, pieceIds) =>
    lastMachines(reads, plantId, pieceIds, null, await weldingMachines(reads, plantId)),
  workingMachines,
  machineNames,
  ...answersForMaterial,
}

/** Material check: no cutting from a lot in quarantine, and no piece without a heat where the project requires one. */
const materialOfQuality: MaterialPort = (reads, plantId, pieces) =>
  unreleasedPieces(ordersForQuality, reads, plantId, pieces)

/** Queries of work reports to equipment. */
export const machinesForWork: MachinesPort = { working: workingMachines, names: machineNames }

/** Queries of work reports to quality, equipment and subcontracting. */
export const portsOfWork: WorkPorts = {
  inspections: gatesOfQuality,
  material: materialOfQuality,
  conformity: conformityOfQuality,
  withheld: withheldPieces,
  lacking: lackingPieces,
  stop: (write, actor, pieceIds) => stopReportedPieces(write, actor, ordersForQuality, pieceIds),
  machines: machinesForWork,
  outside: outsidePlaces,
}

/** Queries of sub-assemblies to production, quality and subcontracting. */
export const portsOfAssemblies = {
  find: findPieces,
  lock: piecesLocked,
  conformity: openDemandsOf,
  outside: outsidePlaces,
}

/** Queries of telemetry to equipment: machines that may send. */
export const machinesForTelemetry = { machines: knownMachines, offline: unknownSpans }

/**
 * Queries of the simulator to equipment: active machines of a source, and the alarms that their controls report for breakdowns.
 */
export const machinesToPlay = async (reads: Reads, plantId: number, source: MachineSource) =>
  (await knownMachines(reads, plantId))
    .filter((machine) => machine.source === source)
    .map((machine) => ({ ...machine, faults: breakdownAlarms(machine.machineClass) }))

/** Query of the simulator to telemetry: alarms of machines of a source that were reported and never cleared. */
export const activeFaultsToPlay = async (
  reads: Reads,
  plantId: number,
  source: MachineSource,
  ends: SinkEnds,
) => {
  const machines = new Map((await machinesToPlay(reads, plantId, source)).map((one) => [one.id, one]))
  const reported = await openMachineAlarms(reads, [...machines.keys()], ends)
  return reported.flatMap(({ machineId, id, data }) => {
    const machine = machines.get(machineId)
    return machine === undefined ? [] : [{ machine, id, data }]
  })
}

type SomeSink = Pick<FrameSink, 'frames' | 'links'> & Partial<Pick<FrameSink, 'events'>>

/** Passes accepted frames to each sink in turn; an error in one does not affect the others. */
export const framesGoTo = (sinks: readonly SomeSink[]): FrameSink => {
  const notify = async (work: (sink: SomeSink) => Promise<void>) => {
    const errors: unknown[] = []
    for (const sink of sinks) await work(sink).catch((error: unknown) => errors.push(error))
    if (errors.length > 0) throw new AggregateError(errors, 'frames were not followed')
  }
  return {
    frames: (frames) => notify((sink) => sink.frames(frames)),
    links: (changes) => notify((sink) => sink.links(changes)),
    events: (events) => notify(async (sink) => sink.events?.(events)),
  }
}

/** Queries of states to telemetry: values that arrived too late for the state tracker, and values that were not processed. */
export const storedFrames: StoredFramesPort = {
  values: storedValues,
  counters: counterFrames,
  nearest: nearestCounters,
  links: machineLinks,
  unprocessedFrames,
}

/** Queries of states to telemetry and alarms: codes reported during stops. */
export const reportedOfMachines: ReportedPort = {
  reported: async (reads, plantId, spans, codes) => {
    const events = await reportedEvents(reads, spans, codes)
    const alarms = await reportedAlarms(reads, plantId, spans, codes)
    return [
      ...events.map((reported) => ({ ...reported, names: null, from: 'event' as const })),
      ...alarms.map((reported) => ({ ...reported, from: 'alarm' as const, isReason: false })),
    ]
  },
  keep: keepEvents,
}

/** Queries of the machines' working calendar to orders. */
export const planForEquipment: PlanPort = { shifts: shiftsOf, workshops: workshopsOf }

/** Query of messages to the modules with days: what falls due soon or is overdue. */
export const dueInPlant: DuePort = async (...question) => {
  const [plans, calibrations, qualifications, orders, subcontracts] = await Promise.all([
    duePlans(...question),
    dueCalibrations(...question),
    dueQualifications(...question),
    dueOrders(...question),
    dueSubcontracts(...question),
  ])
  return [
    ...plans.map((one) => ({ ...one, kind: 'machine' as const })),
    ...calibrations.map((one) => ({ ...one, kind: 'instrument' as const })),
    ...qualifications.map((one) => ({ ...one, kind: 'welder' as const })),
    ...orders.map((one) => ({ ...one, kind: 'order' as const })),
    ...subcontracts.map((one) => ({ ...one, kind: 'subcontract' as const })),
  ]
}

/** Query of messages to the modules whose records wait for somebody. */
export const openRequests: RequestsPort = async (...question) => {
  const [alarms, repairs, ncrs] = await Promise.all([
    unacknowledgedAlarms(...question),
    reportedRepairs(...question),
    ncrsToApprove(...question),
  ])
  return [
    ...alarms.map(({ id, what }) => ({
      kind: 'alarms' as const,
      occasion: `alarm/${id}`,
      what,
      path: '/equipment/alarms?view=current',
    })),
    ...repairs.map(({ id, no, what }) => ({
      kind: 'repairs' as const,
      occasion: `repair/${id}`,
      what,
      path: recordPath('repair', String(id), no),
    })),
    ...ncrs.map(({ id, no, what, disposedAt }) => ({
      kind: 'ncrs' as const,
      occasion: `ncr/${id}/${disposedAt}`,
      what,
      path: recordPath('ncr', String(id), no),
    })),
  ]
}

/** Ports of the queries of wall screens. `watch`: figures of the current day. */
export const wallPorts = (watch: () => MachineWatch): WallPorts => ({
  plan: planForEquipment,
  orders: ordersForQuality,
  watch,
})

export { valuesByHour } from '../modules/telemetry/public.ts'
