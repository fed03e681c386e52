import { toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { InstrumentRow, instrumentsApi } from '@cloud-factory/contract/inspection/instruments'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { oneInstrument } from './instruments.queries.ts'

type Input = BodyOf<(typeof instrumentsApi)['POST /api/instruments']>

const columns = ({ code, name, kind, unit, calibratedUntil, active, ...input }: Input) => ({
  code,
  name,
  kind,
  unit,
  active,
  calibrated_until: calibratedUntil,
  range_low: input.rangeLow,
  range_high: input.rangeHigh,
  resolution: input.resolution,
})
const taken = ({ code }: Input) => ({ name: 'code', value: code })
const instrument = { subjectKind: 'instrument' } as const

/** Returns the new instrument's id. */
export async function createInstrument(write: Write, actor: Actor, input: Input): Promise<string> {
  rejectWrong(input)
  const id = await rejectingBroken(taken(input), () => insertRow(write, actor, 'instruments', columns(input)))
  await recordAction(write, actor, {
    ...instrument,
    action: 'instruments.create',
    event: 'instruments.created',
    id: String(id),
    name: input.code,
    after: input,
  })
  return String(id)
}

/** Changes an instrument; writes nothing when nothing differs. */
export async function updateInstrument(
  write: Write,
  actor: Actor,
  id: string,
  { version, now, ...input }: Input & { readonly version: number; readonly now: Date },
): Promise<void> {
  rejectWrong(input)
  const before = await heldInstrument(write, actor, { id, version, now })
  const changes = differences(before, input)
  if (changes === null) return
  await rejectingBroken(taken(input), () => saveRow(write, actor, 'instruments', Number(id), columns(input)))
  await recordAction(write, actor, {
    ...instrument,
    action: 'instruments.update',
    event: 'instruments.changed',
    id,
    name: input.code,
    ...changes,
  })
}

interface Held {
  readonly id: string
  readonly version: number
  readonly now: Date
}

/** Deletes an instrument that no reading refers to. */
export async function deleteInstrument(write: Write, actor: Actor, held: Held): Promise<void> {
  const { code, name, kind } = await heldInstrument(write, actor, held)
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'instruments', Number(held.id)))
  await recordAction(write, actor, {
    ...instrument,
    action: 'instruments.delete',
    event: 'instruments.deleted',
    id: held.id,
    name: code,
    before: { code, name, kind },
  })
}

async function heldInstrument(
  write: Write,
  actor: Actor,
  { id, version, now }: Held,
): Promise<InstrumentRow> {
  await rowForUpdate(write, 'instruments', actor.plantId, id)
  const current = await oneInstrument(asReads(write), actor, id, now)
  return current.version === version ? current : fail('version.conflict', { current })
}

function rejectWrong({ rangeLow, rangeHigh, resolution }: Input): void {
  const errors = []
  if (rangeLow !== null && rangeHigh !== null && toMicro(rangeLow) >= toMicro(rangeHigh))
    errors.push({ path: 'body.rangeHigh', reason: 'instrument.range' })
  if (resolution !== null && toMicro(resolution) <= 0n)
    errors.push({ path: 'body.resolution', reason: 'instrument.resolution' })
  if (errors.length > 0) fail('request.invalid', { errors })
}
