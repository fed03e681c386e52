import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  MachineOutOfService,
  machinesOutOfServiceApi,
} from '@cloud-factory/contract/machine-states/machines-out-of-service'
import type { StateReason } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { oneOutOfService } from './out-of-service.queries.ts'

type Input = BodyOf<(typeof machinesOutOfServiceApi)['POST /api/machines-out-of-service']>
type Span = Pick<Input, 'from' | 'to'>

/** Takes a machine out of service for a period. Returns the id of the period. */
export async function takeOutOfService(
  write: Write,
  actor: Actor,
  { machineId, ...input }: Input,
): Promise<string> {
  rejectWrongSpan(input)
  const { rows } = await sql<{ code: string }>`select code from machines
    where plant_id = ${actor.plantId} and id = ${Number(machineId)} and source <> 'sim'`.execute(write)
  const { code } = rows[0] ?? fail('not_found')
  await holdFigures(write, actor.plantId, machineId, [input])
  const id = await rejectingOverlap(() =>
    insertRow(write, actor, 'machine_outages', { machine_id: Number(machineId), ...fieldsOf(input) }),
  )
  await recordAction(write, actor, {
    ...machine,
    action: 'outages.create',
    id: machineId,
    name: code,
    after: input,
  })
  return String(id)
}

/** Changes a period; writes nothing when nothing differs. */
export async function changeOutOfService(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: Omit<Input, 'machineId'> & { readonly version: number },
): Promise<void> {
  rejectWrongSpan(input)
  const before = await lockOutOfService(write, actor, id, version)
  const instants = { from: new Date(input.from).toISOString(), to: endOf(input)?.toISOString() ?? null }
  const changes = differences(before, { ...input, ...instants })
  if (changes === null) return
  await holdFigures(write, actor.plantId, before.machine.id, [before, input])
  await rejectingOverlap(() => saveRow(write, actor, 'machine_outages', Number(id), fieldsOf(input)))
  await recordAction(write, actor, {
    ...machine,
    action: 'outages.update',
    id: before.machine.id,
    name: before.machine.code,
    ...changes,
  })
}

/** Deletes a period: the machine was in service after all. */
export async function returnToService(
  write: Write,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const before = await lockOutOfService(write, actor, id, version)
  await holdFigures(write, actor.plantId, before.machine.id, [before])
  await deleteRow(write, actor.plantId, 'machine_outages', Number(id))
  const { kind, from, to, note } = before
  await recordAction(write, actor, {
    ...machine,
    action: 'outages.delete',
    id: before.machine.id,
    name: before.machine.code,
    before: { kind, from, to, note },
  })
}

const machine = { event: 'states.edited', subjectKind: 'machine' } as const
const endOf = ({ to }: Span) => (to === null ? null : new Date(to))
const fieldsOf = ({ kind, note, ...span }: Omit<Input, 'machineId'>) => ({
  kind,
  note,
  t0: new Date(span.from),
  t1: endOf(span),
})

async function lockOutOfService(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<MachineOutOfService> {
  await rowForUpdate(write, 'machine_outages', actor.plantId, id)
  const current = await oneOutOfService(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}

const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2100, 0, 1)

function rejectWrongSpan({ from, to }: Span): void {
  const [start, end] = [Date.parse(from), to === null ? latest : Date.parse(to)]
  if (start < earliest || end > latest || end <= start) failFor('out_of_service.span')
}

/** Marks the figures of the affected shifts for recomputing, running sums included. */
async function holdFigures(
  write: Write,
  plantId: number,
  machineId: string,
  spans: readonly Span[],
): Promise<void> {
  const id = Number(machineId)
  await sql`update machine_tracks set rewrites = rewrites + 1
    where machine_id = ${id} and plant_id = ${plantId}`.execute(write)
  for (const span of spans)
    await sql`update machine_times set is_stale = true where plant_id = ${plantId} and machine_id = ${id}
      and day between (${new Date(span.from)}::timestamptz - interval '2 days')::date
        and coalesce((${endOf(span)}::timestamptz + interval '2 days')::date, 'infinity')`.execute(write)
}

async function rejectingOverlap<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint === 'machine_outages_overlap') failFor('out_of_service.overlap')
    throw error
  }
}

function failFor(reason: StateReason): never {
  reject(reason)
}
