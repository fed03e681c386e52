import type { ProcessRow, RouteRow, ShiftRow } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { ProcessInput, RouteInput, ShiftInput } from './plan-kind.ts'
import { type ProcessKind, stepsVerdict } from './plan.rules.ts'
import {
  activeShifts,
  isOnActiveRoute,
  lockRoutesOf,
  processesOf,
  routeFacts,
  routeOfKinds,
} from './plan.store.ts'
import { overlapOf } from './shifts.rules.ts'

/**
 * What a process is may not change under pieces that walk by it: not its kind or the state it gives once an order was
 * released, and it stays in use while an active route goes through it.
 */
export async function checkProcess(
  write: Write,
  actor: Actor,
  input: ProcessInput,
  before: ProcessRow | null,
): Promise<void> {
  if (before === null) return
  if (!input.active && before.active && (await isOnActiveRoute(write, actor.plantId, before.id)))
    fail('in_use')
  if (input.kind === before.kind && input.gives === before.gives) return
  const id = Number(before.id)
  const routes = await routeFacts(write, actor.plantId, await lockRoutesOf(write, actor.plantId, id))
  for (const route of routes) {
    const kinds = route.kinds.map((kind, index) => (route.processIds[index] === id ? input.kind : kind))
    const isBroken = stepsVerdict(kinds as ProcessKind[]) !== true
    if (route.isReleased || isBroken) fail('in_use', { params: { route: route.code } })
  }
}

export async function checkRoute(
  write: Write,
  actor: Actor,
  input: RouteInput,
  before: RouteRow | null,
): Promise<void> {
  if (input.processIds.join() !== before?.processIds.join()) await checkSteps(write, actor, input, before)
  if (!input.active || input.kinds.length === 0) return
  const exceptId = before === null ? null : Number(before.id)
  const other = await routeOfKinds(write, actor.plantId, input.kinds, exceptId)
  if (other !== null) fail('state.refused', { params: { reason: 'route.kind_taken', route: other.code } })
}

async function checkSteps(
  write: Write,
  actor: Actor,
  input: RouteInput,
  before: RouteRow | null,
): Promise<void> {
  if (before !== null && before.can.steps !== true) {
    fail('state.refused', { params: { reason: before.can.steps } })
  }
  const found = new Map(
    (await processesOf(write, actor.plantId, input.processIds)).map((process) => [
      String(process.id),
      process,
    ]),
  )
  const processes = input.processIds.map((id) => found.get(id) ?? fail('not_found'))
  const wrong = (reason: string): never =>
    fail('request.invalid', { errors: [{ path: 'body.processIds', reason }] })
  if (found.size < processes.length) wrong('duplicate')
  const retired = processes.find(({ id, active }) => !active && !before?.processIds.includes(String(id)))
  if (retired !== undefined) wrong('route.inactive_process')
  const verdict = stepsVerdict(processes.map(({ kind }) => kind as ProcessKind))
  if (verdict !== true) wrong(verdict)
}

export async function checkShifts(
  write: Write,
  actor: Actor,
  input: ShiftInput,
  before: ShiftRow | null,
): Promise<void> {
  if (input.startsAt === input.endsAt) {
    fail('request.invalid', { errors: [{ path: 'body.endsAt', reason: 'shift.no_length' }] })
  }
  if (!input.active) return
  const others = (await activeShifts(write, actor.plantId)).filter(({ id }) => String(id) !== before?.id)
  const pair = overlapOf([{ id: 0, ...input }, ...others])
  if (pair !== null) {
    fail('state.refused', { params: { reason: 'shift.overlaps', shift: pair[1].code } })
  }
}
