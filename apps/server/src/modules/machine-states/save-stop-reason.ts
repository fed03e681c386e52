import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { machineStatesApi, StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { oneStopReason } from './stop-reasons.queries.ts'
import { markReasonStale, saveReasonCodes } from './stop-reasons.store.ts'

type Input = BodyOf<(typeof machineStatesApi)['POST /api/stop-reasons']>

const columns = ({ code, names, parentId, kind, position, active }: Input) => ({
  code,
  names: JSON.stringify(names),
  parent_id: parentId === null ? null : Number(parentId),
  kind,
  position,
  active,
})

/** Returns the new reason's id. */
export async function createStopReason(write: Write, actor: Actor, input: Input): Promise<string> {
  await rejectWrongParent(write, actor, input.parentId, null)
  const id = await rejectingDuplicate(input, async () => {
    const made = await insertRow(write, actor, 'stop_reasons', columns(input))
    if (input.codes !== undefined) await saveReasonCodes(write, actor.plantId, made, input.codes)
    return made
  })
  await record(write, actor, { action: 'reasons.create', id: String(id), code: input.code, after: input })
  return String(id)
}

/** Changes a reason; writes nothing when nothing differs. */
export async function updateStopReason(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: Input & { readonly version: number },
): Promise<void> {
  const before = await heldReason(write, actor, id, version)
  await rejectWrongParent(write, actor, input.parentId, id)
  const changes = differences(before, input)
  if (changes === null) return
  await rejectingDuplicate(input, async () => {
    await saveRow(write, actor, 'stop_reasons', Number(id), columns(input))
    if (input.codes !== undefined) await saveReasonCodes(write, actor.plantId, Number(id), input.codes)
  })
  if (before.kind !== input.kind) await markReasonStale(write, actor.plantId, Number(id))
  await record(write, actor, { action: 'reasons.update', id, code: input.code, ...changes })
}

/** Deletes a reason that no stop uses and that is not a group. */
export async function deleteStopReason(
  write: Write,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const { code, names } = await heldReason(write, actor, id, version)
  await rejectingDuplicate({ code }, () => deleteRow(write, actor.plantId, 'stop_reasons', Number(id)))
  await record(write, actor, { action: 'reasons.delete', id, code, before: { code, names } })
}

async function heldReason(write: Write, actor: Actor, id: string, version: number): Promise<StopReasonRow> {
  await rowForUpdate(write, 'stop_reasons', actor.plantId, id)
  const current = await oneStopReason(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}

/** There are two levels. A reason belongs to a group. A group, or a reason that stops use, cannot be moved. */
async function rejectWrongParent(
  write: Write,
  actor: Actor,
  parentId: string | null,
  id: string | null,
): Promise<void> {
  if (parentId !== null) {
    const parent = await rowForUpdate(write, 'stop_reasons', actor.plantId, parentId)
    const { rows } = await sql`select from stop_reasons
      where plant_id = ${actor.plantId} and parent_id = ${Number(id ?? 0)} limit 1`.execute(write)
    if (parent.parent_id !== null || rows.length > 0 || parentId === id) reject('reason.group')
    return
  }
  const { rows } = await sql`select from machine_intervals
    where plant_id = ${actor.plantId} and reason_id = ${Number(id ?? 0)} limit 1`.execute(write)
  if (rows.length > 0) reject('reason.group')
}

async function rejectingDuplicate<T>(
  { code, codes = [] }: Pick<Input, 'code' | 'codes'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const violation = violationOf(error)
    if (violation?.constraint === 'stop_reason_codes_key')
      fail('duplicate', { params: { field: 'codes', value: codes.map((one) => one.code).join(', ') } })
    if (violation?.kind === 'unique') fail('duplicate', { params: { field: 'code', value: code } })
    if (violation?.kind === 'foreign') fail('in_use')
    throw error
  }
}

interface Action {
  readonly action: 'reasons.create' | 'reasons.update' | 'reasons.delete'
  readonly id: string
  readonly code: string
  readonly before?: unknown
  readonly after?: unknown
}

async function record(write: Write, actor: Actor, { action, id, code, ...change }: Action): Promise<void> {
  await recordAudit(write, actor, {
    action,
    subjectKind: 'stop_reason',
    subjectId: id,
    subjectName: code,
    ...change,
  })
  await recordEvent(write, actor, { name: action, subjectId: id })
}
