import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { deliveriesApi } from '@cloud-factory/contract/shipping/deliveries'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { changesOf } from '../../platform/audit/differences.ts'
import { numbersBeginning, serialOf } from './packages.store.ts'
import {
  deleteDeliveryRow,
  type DeliveryFields,
  deliveryForUpdate,
  insertDelivery,
  placePackages,
  saveDelivery,
  markFound,
} from './deliveries.store.ts'
import {
  deliverySubject,
  requireDeliveryAction,
  requireDeliveryVersion,
  putOnTruck,
} from './load-delivery.ts'
import { nextNo } from './shipping.policy.ts'
import { completeSteps } from '../production/public.ts'

type CreateInput = BodyOf<(typeof deliveriesApi)['POST /api/deliveries']>
type UpdateInput = BodyOf<(typeof deliveriesApi)['PATCH /api/deliveries/:id']>

/** Creates a draft with its first packages; returns its id. `today` is the plant's day. */
export async function createDelivery(
  write: Write,
  actor: Actor,
  input: CreateInput,
  today: string,
): Promise<string> {
  const project = await projectOf(write, actor.plantId, Number(input.projectId))
  const no = input.no ?? (await nextDeliveryNo(write, actor.plantId, today))
  const fields = {
    ...fieldsOf(input),
    project_id: project.id,
    no,
    search: searchOf(no, input, project),
  }
  const id = await rejectingDuplicate(no, () => insertDelivery(write, actor, fields))
  if (input.packageIds.length > 0) await putOnTruck(write, actor, String(id), input.packageIds)
  await recordAudit(write, actor, {
    action: 'deliveries.create',
    subjectKind: 'delivery',
    subjectId: String(id),
    subjectName: no,
    after: { ...input, no },
  })
  await recordEvent(write, actor, { name: 'deliveries.created', subjectId: String(id) })
  return String(id)
}

interface OwnProject {
  readonly id: number
  readonly code: string
  readonly name: string
}

async function projectOf(write: Write, plantId: number, id: number): Promise<OwnProject> {
  const project = await write
    .selectFrom('projects')
    .select(['id', 'code', 'name'])
    .where('plant_id', '=', plantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return project ?? fail('not_found')
}

const searchOf = (no: string, input: CreateInput | UpdateInput, { code, name }: OwnProject): string =>
  searchText(no, input.truckPlate, input.driver, input.consignee, code, name)

/** Two concurrent requests for the day's next number get different numbers. */
async function nextDeliveryNo(write: Write, plantId: number, today: string): Promise<string> {
  await advisoryLock(write, 'deliveryNo', plantId)
  const prefix = `DN-${today.replaceAll('-', '')}-`
  return nextNo(prefix, await numbersBeginning(write, plantId, 'deliveries', prefix), 2)
}

/** Changes a delivery that was not sent yet. */
export async function updateDelivery(
  write: Write,
  actor: Actor,
  id: string,
  input: UpdateInput,
): Promise<void> {
  const { delivery } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, input.version)
  requireDeliveryAction(actor, delivery, 'edit')
  if (delivery.status === 'loaded' && input.truckPlate === '') {
    fail('request.invalid', { errors: [{ path: 'body.truckPlate', reason: 'required' }] })
  }
  const fields: DeliveryFields = { ...fieldsOf(input), no: input.no }
  const changes = changesOf<DeliveryFields>(delivery, fields)
  if (changes === null) return
  const project = await projectOf(write, actor.plantId, delivery.project_id)
  const search = searchOf(input.no, input, project)
  await rejectingDuplicate(input.no, () => saveDelivery(write, actor, delivery.id, { ...fields, search }))
  await recordAudit(write, actor, { action: 'deliveries.update', ...deliverySubject(delivery), ...changes })
  await recordEvent(write, actor, { name: 'deliveries.changed', subjectId: id })
}

/** Deletes a draft and releases its packages. */
export async function deleteDelivery(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { delivery, packages } = await deliveryForUpdate(write, actor.plantId, id)
  await requireDeliveryVersion(write, actor, delivery, version)
  requireDeliveryAction(actor, delivery, 'delete')
  await placePackages(
    write,
    actor,
    packages.map((pack) => pack.id),
    null,
  )
  await deleteDeliveryRow(write, actor.plantId, delivery.id)
  await recordAudit(write, actor, {
    action: 'deliveries.delete',
    ...deliverySubject(delivery),
    before: { no: delivery.no, packages: packages.map(({ no }) => no) },
  })
  await recordEvent(write, actor, { name: 'deliveries.deleted', subjectId: id })
}

const fieldsOf = (input: CreateInput | UpdateInput) => ({
  truck_plate: input.truckPlate,
  driver: input.driver,
  driver_phone: input.driverPhone,
  consignee: input.consignee,
  address: input.address,
  planned_on: input.plannedOn,
  alarm_percent: input.alarmPercent,
  alarm_kg: input.alarmKg,
  note: input.note,
})

async function rejectingDuplicate<T>(no: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'deliveries_no_key') throw error
    return fail('duplicate', { params: { field: 'no', value: no } })
  }
}

type FoundInput = BodyOf<(typeof deliveriesApi)['POST /api/deliveries/:id/found']>

/**
 * Receives a piece that was missing at the receipt and was found on site. The signed receipt stays unchanged. Fails for a piece that was not missing
 * or was already found.
 */
export async function findMissing(
  write: Write,
  actor: Actor,
  id: string,
  { pieceId, note }: FoundInput,
  now: Date,
): Promise<void> {
  const { delivery } = await deliveryForUpdate(write, actor.plantId, id)
  requireDeliveryAction(actor, delivery, 'find')
  const piece = Number(pieceId)
  if (!(await markFound(write, actor, delivery.id, { pieceId: piece, note, at: now }))) {
    reject('delivery.piece_not_missing', { delivery: delivery.no })
  }
  await saveDelivery(write, actor, delivery.id, { found: delivery.found + 1 })
  await completeSteps(write, actor, { pieceIds: [piece], kind: 'receive', at: now, source: 'receipt' })
  const serial = await serialOf(write, actor.plantId, piece)
  await recordAudit(write, actor, {
    action: 'deliveries.find',
    ...deliverySubject(delivery),
    before: { found: delivery.found },
    after: { found: delivery.found + 1, serial, note },
  })
  await recordEvent(write, actor, { name: 'deliveries.found', subjectId: id })
}
