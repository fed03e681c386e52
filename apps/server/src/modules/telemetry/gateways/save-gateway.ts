import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { GatewayRow, gatewaysApi } from '@cloud-factory/contract/telemetry/gateways'
import { differences } from '../../../platform/audit/differences.ts'
import { recordAction } from '../../../platform/audit/record-action.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { newToken, tokenHash } from '../../../platform/auth/token.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { rejectingBroken } from '../../../platform/db/rejecting-broken.ts'
import { insertRow, rowForUpdate, saveRow } from '../../../platform/db/signed-rows.ts'
import { fail } from '../../../platform/http/domain-error.ts'
import { filterFault } from '../../../platform/mqtt/topic-access.rules.ts'
import { oneGateway } from './gateways.queries.ts'

type Input = BodyOf<(typeof gatewaysApi)['POST /api/gateways']>
interface Held {
  readonly id: string
  readonly version: number
}

const gateway = {
  subjectKind: 'gateway',
  event: 'telemetry.gateway_changed',
} as const

/** Returns the new gateway's id and its secret, which cannot be read again. */
export async function createGateway(
  write: Write,
  actor: Actor,
  input: Input,
): Promise<{ readonly id: string; readonly secret: string }> {
  rejectWrong(input)
  const secret = newToken()
  const id = await rejectingBroken({ name: 'code', value: input.code }, () =>
    insertRow(write, actor, 'gateways', { ...input, secret_hash: tokenHash(secret) }),
  )
  await recordAction(write, actor, {
    ...gateway,
    action: 'gateways.create',
    id: String(id),
    name: input.code,
    after: input,
  })
  return { id: String(id), secret }
}

/** Changes a gateway; writes nothing if nothing differs. */
export async function updateGateway(
  write: Write,
  actor: Actor,
  { id, version, ...input }: Held & Input,
): Promise<void> {
  rejectWrong(input)
  const current = await held(write, actor, { id, version })
  const changes = differences(current, input)
  if (changes === null) return
  await rejectingBroken({ name: 'code', value: input.code }, () =>
    saveRow(write, actor, 'gateways', Number(id), input),
  )
  await recordAction(write, actor, {
    ...gateway,
    action: 'gateways.update',
    id,
    name: input.code,
    ...changes,
  })
}

/** Gives the gateway a new secret; the old one stops working immediately. */
export async function renewSecret(write: Write, actor: Actor, { id, version }: Held): Promise<string> {
  const { code } = await held(write, actor, { id, version })
  const secret = newToken()
  await saveRow(write, actor, 'gateways', Number(id), {
    secret_hash: tokenHash(secret),
    secret_at: new Date(),
  })
  await recordAction(write, actor, { ...gateway, action: 'gateways.renew_secret', id, name: code })
  return secret
}

async function held(write: Write, actor: Actor, { id, version }: Held): Promise<GatewayRow> {
  await rowForUpdate(write, 'gateways', actor.plantId, id)
  const current = await oneGateway(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}

function rejectWrong({ topics }: Input): void {
  const errors = topics.flatMap((topic, place) => {
    const fault = filterFault(topic)
    return fault === null ? [] : [{ path: `body.topics.${place}`, reason: `topic.${fault}` }]
  })
  if (errors.length > 0) fail('request.invalid', { errors })
}
