import type { InboxRow } from '@cloud-factory/contract/telemetry/gateways'
import { sql } from 'kysely'
import { recordAction } from '../../../platform/audit/record-action.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { rowForUpdate, saveRow } from '../../../platform/db/signed-rows.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { oneUnknownDevice } from './inbox.queries.ts'

interface Held {
  readonly id: string
  readonly version: number
}

/** Assigns a device to a machine. Fails with `not_found` when the plant has no such machine. */
export async function adoptDevice(
  write: Write,
  actor: Actor,
  { machineId, ...device }: Held & { readonly machineId: string },
): Promise<void> {
  const current = await held(write, actor, device)
  const { rows } = await sql<{ code: string }>`
    select code from machines where plant_id = ${actor.plantId} and id = ${Number(machineId)}`.execute(write)
  const [machine] = rows
  if (machine === undefined) fail('not_found')
  await saveRow(write, actor, 'device_inbox', Number(device.id), {
    status: 'adopted',
    machine_id: Number(machineId),
  })
  await record(write, actor, current, { action: 'devices.adopt', after: { machine: machine.code } })
}

/** Ignores a device. */
export async function ignoreDevice(write: Write, actor: Actor, device: Held): Promise<void> {
  const current = await held(write, actor, device)
  await saveRow(write, actor, 'device_inbox', Number(device.id), { status: 'ignored', machine_id: null })
  await record(write, actor, current, { action: 'devices.ignore' })
}

/** Withdraws the decision about a device. */
export async function releaseDevice(write: Write, actor: Actor, device: Held): Promise<void> {
  const current = await held(write, actor, device)
  await saveRow(write, actor, 'device_inbox', Number(device.id), { status: 'new', machine_id: null })
  await record(write, actor, current, { action: 'devices.release' })
}

const record = (
  write: Write,
  actor: Actor,
  { id, deviceKey, status, machine }: InboxRow,
  action: { readonly action: string; readonly after?: object },
) =>
  recordAction(write, actor, {
    ...action,
    subjectKind: 'device',
    event: 'telemetry.device_decided',
    id,
    name: deviceKey,
    before: { status, machine: machine?.code ?? null },
  })

async function held(write: Write, actor: Actor, { id, version }: Held): Promise<InboxRow> {
  await rowForUpdate(write, 'device_inbox', actor.plantId, id)
  const current = await oneUnknownDevice(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}
