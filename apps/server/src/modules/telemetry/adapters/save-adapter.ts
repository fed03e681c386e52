import type { AdapterRow, adaptersApi } from '@cloud-factory/contract/telemetry/adapters'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { differences } from '../../../platform/audit/differences.ts'
import { recordAction } from '../../../platform/audit/record-action.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { rejectingBroken } from '../../../platform/db/rejecting-broken.ts'
import { insertRow, rowForUpdate, saveRow } from '../../../platform/db/signed-rows.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { oneGateway } from '../gateways/gateways.queries.ts'
import { oneAdapter } from './adapters.queries.ts'
import { compileAdapter } from './read-adapted.rules.ts'

type Input = BodyOf<(typeof adaptersApi)['POST /api/telemetry/adapters']>
interface Held {
  readonly id: string
  readonly version: number
}

const adapter = {
  subjectKind: 'adapter',
  event: 'telemetry.adapter_changed',
} as const

/** Returns the new adapter's id. */
export async function createAdapter(write: Write, actor: Actor, input: Input): Promise<string> {
  await rejectWrong(write, actor, input)
  const id = await rejectingBroken({ name: 'code', value: input.code }, () =>
    insertRow(write, actor, 'telemetry_adapters', fieldsOf(input)),
  )
  await recordAction(write, actor, {
    ...adapter,
    action: 'adapters.create',
    id: String(id),
    name: input.code,
    after: input,
  })
  return String(id)
}

/** Changes an adapter; writes nothing if nothing differs. */
export async function updateAdapter(
  write: Write,
  actor: Actor,
  { id, version, ...input }: Held & Input,
): Promise<void> {
  await rejectWrong(write, actor, input)
  const current = await held(write, actor, { id, version })
  const changes = differences(current, input)
  if (changes === null) return
  await rejectingBroken({ name: 'code', value: input.code }, () =>
    saveRow(write, actor, 'telemetry_adapters', Number(id), fieldsOf(input)),
  )
  await recordAction(write, actor, {
    ...adapter,
    action: 'adapters.update',
    id,
    name: input.code,
    ...changes,
  })
}

function fieldsOf({ code, name, active, pattern, gatewayId, signals, ...map }: Input) {
  return {
    code,
    name,
    active,
    pattern,
    gateway_id: gatewayId === null ? null : Number(gatewayId),
    map: JSON.stringify(map),
    signals: JSON.stringify(signals),
  }
}

async function held(write: Write, actor: Actor, { id, version }: Held): Promise<AdapterRow> {
  await rowForUpdate(write, 'telemetry_adapters', actor.plantId, id)
  const current = await oneAdapter(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}

/** Fails with the fields that cannot be parsed, and with `not_found` when the plant has no such gateway. */
async function rejectWrong(write: Write, actor: Actor, input: Input): Promise<void> {
  const compiled = compileAdapter(input)
  if (!compiled.ok)
    fail('request.invalid', {
      errors: compiled.faults.map(({ field, reason }) => ({ path: `body.${field}`, reason })),
    })
  if (input.gatewayId !== null) await oneGateway(asReads(write), actor, input.gatewayId)
}
