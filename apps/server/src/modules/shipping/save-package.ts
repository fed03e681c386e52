import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { maxPiecesAtOnce, type packagesApi } from '@cloud-factory/contract/shipping/packages'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import {
  numbersBeginning,
  deletePackageRow,
  insertPackage,
  type LockedOrder,
  lockOrder,
  packageForUpdate,
  type PackageFields,
  requireActive,
  savePackage,
  type StoredPackage,
} from './packages.store.ts'
import type { ConformityPort } from '../production/public.ts'
import { putIn, requireCan, requirePackageVersion, subjectOf } from './pack-pieces.ts'
import { nextNo } from './shipping.policy.ts'

type CreateInput = BodyOf<(typeof packagesApi)['POST /api/orders/:id/packages']>
type UpdateInput = BodyOf<(typeof packagesApi)['PATCH /api/packages/:id']>

/** Opens packages of an order with their first pieces, all or none; returns their ids. */
export async function createPackages(
  write: Write,
  actor: Actor,
  orderId: string,
  input: CreateInput,
  conformity: ConformityPort,
): Promise<number[]> {
  const order = await lockOrder(write, actor.plantId, Number(orderId))
  requireActive(order)
  if (input.contents.flat().length > maxPiecesAtOnce * 4) {
    fail('request.invalid', {
      errors: [{ path: 'body.contents', reason: 'too_big', limit: maxPiecesAtOnce * 4 }],
    })
  }
  if (input.no !== null && input.contents.length > 1) {
    fail('request.invalid', { errors: [{ path: 'body.no', reason: 'invalid_value' }] })
  }
  const prefix = `PK-${order.no}-`
  const used = await numbersBeginning(write, actor.plantId, 'packages', prefix)
  const ids: number[] = []
  const nos: string[] = []
  for (const contents of input.contents) {
    const no = input.no ?? nextNo(prefix, used, 3)
    used.push(no)
    nos.push(no)
    const fields = {
      ...fieldsOf(input),
      no,
      order_id: order.id,
      search: searchText(no, order.no, order.name),
    }
    const id = await rejectingDuplicate(no, () => insertPackage(write, actor, fields))
    ids.push(id)
    await putAll(write, actor, { order, id, contents }, conformity)
  }
  await recordAudit(write, actor, {
    action: 'packages.create',
    subjectKind: 'package',
    subjectId: String(ids[0]),
    subjectName: nos[0] ?? '',
    after: { order: order.no, packages: nos, pieces: input.contents.flat().length },
  })
  await recordEvent(write, actor, { name: 'packages.created', subjectId: String(ids[0]), orderId })
  return ids
}

/** First pieces of a new package: all of them, or the command fails with the first that cannot be packed. */
async function putAll(
  write: Write,
  actor: Actor,
  {
    order,
    id,
    contents,
  }: { readonly order: LockedOrder; readonly id: number; readonly contents: readonly string[] },
  conformity: ConformityPort,
): Promise<void> {
  if (contents.length === 0) return
  const { pack } = await packageForUpdate(write, actor.plantId, String(id))
  const outcomes = await putIn(write, actor, { order, pack }, contents, conformity)
  const bad = outcomes.find(({ outcome }) => outcome === 'refused')
  if (bad === undefined) return
  reject(bad.reason ?? 'other', { ...bad.params, piece: bad.serial ?? bad.piece })
}

/** Changes a package. Its limits can change only while it is open, and never below its content. */
export async function updatePackage(
  write: Write,
  actor: Actor,
  id: string,
  input: UpdateInput,
): Promise<void> {
  const { pack, order } = await packageForUpdate(write, actor.plantId, id)
  await requirePackageVersion(write, actor, pack, input.version)
  requireCan(actor, { pack, order }, 'edit')
  const fields: PackageFields = {
    ...fieldsOf(input),
    no: input.no,
    weighed_kg: input.weighedKg,
    ...(pack.status === 'open' ? {} : limitsOf(pack)),
  }
  const changes = changesOf<PackageFields>(pack, fields)
  if (changes === null) return
  const search = searchText(input.no, order.no, order.name)
  try {
    await rejectingDuplicate(input.no, () => savePackage(write, actor, pack.id, { ...fields, search }))
  } catch (error) {
    if (violationOf(error)?.constraint !== 'packages_limit_check') throw error
    reject('package.over_weight', { limit: input.maxKg ?? 0 })
  }
  await recordAudit(write, actor, { action: 'packages.update', ...subjectOf(pack), ...changes })
  await recordEvent(write, actor, {
    name: 'packages.changed',
    subjectId: id,
    orderId: String(order.id),
  })
}

/** Deletes an open package and releases its pieces. */
export async function deletePackage(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { pack, order } = await packageForUpdate(write, actor.plantId, id)
  await requirePackageVersion(write, actor, pack, version)
  requireCan(actor, { pack, order }, 'delete')
  await deletePackageRow(write, actor.plantId, pack.id)
  await recordAudit(write, actor, {
    action: 'packages.delete',
    ...subjectOf(pack),
    before: { no: pack.no, order: order.no, pieces: pack.pieces, netKg: pack.net_kg },
  })
  await recordEvent(write, actor, {
    name: 'packages.deleted',
    subjectId: id,
    orderId: String(order.id),
  })
}

const fieldsOf = (input: CreateInput | UpdateInput) => ({
  max_kg: input.maxKg,
  max_length_mm: input.maxLengthMm,
  max_width_mm: input.maxWidthMm,
  max_height_mm: input.maxHeightMm,
  packing_kg: input.packingKg,
  note: input.note,
})

const limitsOf = (pack: StoredPackage) => ({
  max_kg: pack.max_kg,
  max_length_mm: pack.max_length_mm,
  max_width_mm: pack.max_width_mm,
  max_height_mm: pack.max_height_mm,
})

async function rejectingDuplicate<T>(no: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'packages_no_key') throw error
    return fail('duplicate', { params: { field: 'no', value: no } })
  }
}
