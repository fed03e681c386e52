import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { StandardRow, standardsApi, EditionRow } from '@cloud-factory/contract/standards/standards'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { oneStandard, oneEdition } from './standards.queries.ts'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { copyItems } from './standards.store.ts'

type Input = BodyOf<(typeof standardsApi)['POST /api/standards']>

const standardColumns = ({ names, ...input }: Input) => ({ ...input, names: JSON.stringify(names) })
const duplicate = ({ code }: Input) => ({ name: 'code', value: code })

/** Returns the new standard's id. */
export async function createStandard(write: Write, actor: Actor, input: Input): Promise<string> {
  const id = await rejectingBroken(duplicate(input), () =>
    insertRow(write, actor, 'standards', standardColumns(input)),
  )
  await recordAction(write, actor, {
    action: 'standards.create',
    subjectKind: 'standard',
    event: 'standards.created',
    id: String(id),
    name: input.code,
    after: input,
  })
  return String(id)
}

/** Changes a standard; nothing is written when nothing differs. */
export async function updateStandard(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: Input & { readonly version: number },
): Promise<void> {
  const standard = await heldStandard(write, actor, id, version)
  const changes = differences(standard, input)
  if (changes === null) return
  await rejectingBroken(duplicate(input), () =>
    saveRow(write, actor, 'standards', Number(id), standardColumns(input)),
  )
  await recordAction(write, actor, {
    action: 'standards.update',
    subjectKind: 'standard',
    event: 'standards.changed',
    id,
    name: input.code,
    ...changes,
  })
}

/** Deletes a standard with its drafts; one that was inspected by, or has an approved edition, stays. */
export async function deleteStandard(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const standard = await heldStandard(write, actor, id, version)
  const allowed = standard.can.delete
  if (allowed === 'in_use') fail('in_use')
  requireAllowed(allowed)
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'standards', Number(id)))
  const { code, names, verdict } = standard
  await recordAction(write, actor, {
    action: 'standards.delete',
    subjectKind: 'standard',
    event: 'standards.deleted',
    id,
    name: code,
    before: { code, names, verdict },
  })
}

async function heldStandard(write: Write, actor: Actor, id: string, version: number): Promise<StandardRow> {
  await rowForUpdate(write, 'standards', actor.plantId, id)
  const standard = await oneStandard(asReads(write), actor, id)
  return standard.version === version ? standard : fail('version.conflict', { current: standard })
}

type Api = typeof standardsApi
type CreateInput = BodyOf<Api['POST /api/standards/:id/editions']>
type UpdateInput = BodyOf<Api['PATCH /api/editions/:id']>

const columns = ({ no, validFrom, source }: Omit<UpdateInput, 'version'>) => ({
  no,
  valid_from: validFrom,
  source,
})
const edition = { subjectKind: 'edition' } as const

/** Adds a draft, empty or with the items of another edition; returns its id. */
export async function createEdition(
  write: Write,
  actor: Actor,
  standardId: string,
  { copyOf, ...input }: CreateInput,
): Promise<string> {
  await rowForUpdate(write, 'standards', actor.plantId, standardId)
  const standard = await oneStandard(asReads(write), actor, standardId)
  const from = copyOf === null ? null : await oneEdition(asReads(write), actor, copyOf)
  const id = await rejectingBroken({ name: 'no', value: input.no }, () =>
    insertRow(write, actor, 'standard_editions', { ...columns(input), standard_id: Number(standardId) }),
  )
  if (from !== null) await copyItems(write, actor.plantId, Number(from.id), id)
  await recordAction(write, actor, {
    ...edition,
    action: 'editions.create',
    event: 'editions.created',
    id: String(id),
    name: `${standard.code} ${input.no}`,
    after: { ...input, copyOf: from?.no ?? null },
  })
  return String(id)
}

/** Changes what a draft says of itself; nothing is written when nothing differs. */
export async function updateEdition(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: UpdateInput,
): Promise<void> {
  const held = await heldEdition(write, actor, id, version, 'edit')
  const changes = differences(held, input)
  if (changes === null) return
  await rejectingBroken({ name: 'no', value: input.no }, () =>
    saveRow(write, actor, 'standard_editions', Number(id), columns(input)),
  )
  await recordAction(write, actor, {
    ...edition,
    action: 'editions.update',
    event: 'editions.changed',
    id,
    name: await nameOf(write, actor, held, input.no),
    ...changes,
  })
}

/** Approves a draft: by name and time, for good. */
export async function approveEdition(
  write: Write,
  actor: Actor,
  { id, version, now }: { readonly id: string; readonly version: number; readonly now: Date },
): Promise<void> {
  const held = await heldEdition(write, actor, id, version, 'approve')
  await saveRow(write, actor, 'standard_editions', Number(id), {
    status: 'approved',
    approved_at: now,
    approved_by: Number(actor.userId),
    approved_by_name: actor.cnName,
  })
  await recordAction(write, actor, {
    ...edition,
    action: 'editions.approve',
    event: 'editions.approved',
    id,
    name: await nameOf(write, actor, held),
    before: { status: 'draft' },
    after: { status: 'approved', items: held.items, verified: held.verified },
  })
}

/** Takes an approved edition out of use. */
export async function retireEdition(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const held = await heldEdition(write, actor, id, version, 'retire')
  await saveRow(write, actor, 'standard_editions', Number(id), { status: 'retired' })
  await recordAction(write, actor, {
    ...edition,
    action: 'editions.retire',
    event: 'editions.retired',
    id,
    name: await nameOf(write, actor, held),
    before: { status: 'approved' },
    after: { status: 'retired' },
  })
}

/** Deletes a draft that nothing was inspected by. */
export async function deleteEdition(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const held = await heldEdition(write, actor, id, version, 'delete')
  const name = await nameOf(write, actor, held)
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'standard_editions', Number(id)))
  await recordAction(write, actor, {
    ...edition,
    action: 'editions.delete',
    event: 'editions.deleted',
    id,
    name,
    before: { no: held.no, items: held.items },
  })
}

/** Locks an edition that is in this version and of which this may be done. */
export async function heldEdition(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  action: 'edit' | 'approve' | 'retire' | 'delete' | 'verify',
): Promise<EditionRow> {
  await rowForUpdate(write, 'standard_editions', actor.plantId, id)
  const held = await oneEdition(asReads(write), actor, id)
  if (held.version !== version) fail('version.conflict', { current: held })
  const allowed = held.can[action]
  if (allowed === 'in_use') fail('in_use')
  requireAllowed(allowed)
  return held
}

/** What people call an edition: the code of its standard and its number. */
export async function nameOf(
  write: Write,
  actor: Actor,
  { standardId, no }: EditionRow,
  newNo: string = no,
): Promise<string> {
  return `${(await oneStandard(asReads(write), actor, standardId)).code} ${newNo}`
}
