import type { StateChange } from '@cloud-factory/domain/model/member-days'
import { memberStatuses } from '@cloud-factory/domain/model/member-states'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'

/** Days are numbers of days since 1970-01-01; null: unknown, or not yet. */
type Day = number | null

/** The route of a piece. */
export interface DatedRoute {
  /** The status of a piece by its place on the route. */
  readonly statusAfter: (stepsDone: number, isBegun: boolean) => PieceStatus
  /** Steps up to the last one that people report. */
  readonly workSteps: number
}

/** What happened to a piece. */
export interface RecordedPiece {
  readonly status: PieceStatus
  readonly releasedOn: Day
  /** Work reports that count, by day. */
  readonly reports: readonly { readonly day: number; readonly step: number; readonly finishes: boolean }[]
  /** Reports of the site that count, by time. */
  readonly site: readonly { readonly day: number; readonly kind: string }[]
  /** Since when it is stopped, if it is. */
  readonly stoppedOn: Day
}

type State = StateChange[1]

/** Appends a state unless it is the one before; of several on one day the last counts. */
function append(changes: StateChange[], day: number, state: State): void {
  if (changes.at(-1)?.[0] === day) changes.pop()
  if (changes.at(-1)?.[1] !== state) changes.push([day, state])
}

/** Changes of state as they happened: the same rule that sets the status of a piece, applied to the work up to each day. */
export function realChanges(piece: RecordedPiece, route: DatedRoute): StateChange[] {
  const changes: StateChange[] = []
  const { status, releasedOn, reports, site } = piece
  if (status !== 'planned' && releasedOn !== null && releasedOn < (reports[0]?.day ?? Infinity))
    append(changes, releasedOn, 'issued')
  const days = new Set([...reports, ...site].map(({ day }) => day))
  let stepsDone = 0
  let isErected = false
  for (const day of [...days].toSorted((a, b) => a - b)) {
    stepsDone = Math.max(stepsDone, stepsDoneOn(reports, day))
    isErected = isErectedOn(site, day) ?? isErected
    append(changes, day, stateAfter(route, stepsDone, isErected))
  }
  appendStop(changes, piece)
  return changes
}

const stepsDoneOn = (reports: RecordedPiece['reports'], day: number): number =>
  Math.max(0, ...reports.filter((one) => one.day === day && one.finishes).map(({ step }) => step + 1))

/** Undefined: the site reported nothing on that day. */
function isErectedOn(site: RecordedPiece['site'], day: number): boolean | undefined {
  const last = site.findLast((one) => one.day === day)
  return last === undefined ? undefined : last.kind === 'erected'
}

function stateAfter({ statusAfter }: DatedRoute, stepsDone: number, isErected: boolean): State {
  const status = statusAfter(stepsDone, true)
  return status === 'received' && isErected ? 'erected' : status
}

function appendStop(changes: StateChange[], { status, stoppedOn }: RecordedPiece): void {
  if (stoppedOn === null || (status !== 'ncr_open' && status !== 'rework')) return
  append(changes, Math.max(stoppedOn, changes.at(-1)?.[0] ?? stoppedOn), status)
}

/** What is planned for a piece: by its production lot, otherwise its order, and by its erection lot. */
export interface PlannedPiece {
  readonly issuedOn: Day
  readonly startsOn: Day
  /** Of the lot, otherwise the due day of the order. */
  readonly endsOn: Day
  readonly requiredOn: Day
  readonly erectsOn: Day
  readonly transportDays: number
}

/** Changes of state as they are planned; a later stage is never undone by an earlier one with a later day. */
export function plannedChanges(plan: PlannedPiece, route: DatedRoute): StateChange[] {
  const arrivesOn = plan.requiredOn ?? plan.erectsOn
  const stages: readonly (readonly [Day, State])[] = [
    [plan.issuedOn, 'issued'],
    [plan.startsOn, 'in_process'],
    [plan.endsOn, madeState(route)],
    [arrivesOn === null ? null : arrivesOn - plan.transportDays, 'shipped'],
    [arrivesOn, 'received'],
    [plan.erectsOn, 'erected'],
  ]
  const changes: StateChange[] = []
  let reached = -1
  for (const [day, state] of stages
    .flatMap(([day, state]) => (day === null ? [] : [[day, state] as const]))
    .toSorted((a, b) => a[0] - b[0])) {
    const rank = memberStatuses.indexOf(state)
    if (rank <= reached) continue
    reached = rank
    append(changes, day, state)
  }
  return changes
}

/** The state of a piece once all work of the factory on it is done. */
function madeState({ statusAfter, workSteps }: DatedRoute): State {
  const state = workSteps === 0 ? 'accepted' : statusAfter(workSteps, false)
  return state === 'in_process' || state === 'to_inspect' ? 'accepted' : state
}
