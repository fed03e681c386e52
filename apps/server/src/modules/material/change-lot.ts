import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { LotRow, receiptsApi } from '@cloud-factory/contract/material/receipts'
import type { Selectable } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import {
  deleteRow,
  rowForAction,
  rowForUpdate,
  type SavedFields,
  saveRow,
} from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { rejectingDuplicate } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { oneLot } from './lots.queries.ts'
import { moveLotBars, writeLotBars } from './stock-bars.store.ts'
import type { LotCan } from './material.rules.ts'
import { lotSearch, questionLotWeight, refreshReceiptTotals } from './receive-material.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof receiptsApi
type StoredLot = Selectable<Tables['material_lots']>

interface Held {
  readonly row: StoredLot
  readonly view: LotRow
}

/** Locks a lot and, where its weight counts, its receipt first. Rejects actions that the rules do not permit. */
const lotForAction = (
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  action: keyof LotCan,
): Promise<Held> =>
  rowForAction(write, actor, 'material_lots', { id, version, action }, oneLot, (_row, { heat }) => ({
    heat: heat.no,
  }))

/** Changes the delivered data of a lot that is not decided yet. */
export async function changeLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason, ...input }: BodyOf<Api['PATCH /api/lots/:id']>,
): Promise<void> {
  const receipt = await receiptOfLot(write, actor, id)
  const { row, view } = await lotForAction(write, actor, id, version, 'edit')
  const changes = differences(view, input)
  if (changes === null) return
  questionLotWeight({ ...input, lengthMm: input.lengthMm ?? view.lengthMm }, reason)
  const { form, profile, thicknessMm, pieces, kg, lengthMm = view.lengthMm, location = view.location } = input
  const search = searchOf(view, { profile, location })
  await rejectingShort({ heat: view.heat.no, kg: view.usedKg }, () =>
    rejectingDuplicate('material_lots_heat_key', { field: 'profile', value: profile }, () =>
      saveRow(write, actor, 'material_lots', row.id, {
        form,
        profile,
        thickness_mm: thicknessMm,
        pieces,
        kg,
        length_mm: lengthMm,
        location,
        search,
      }),
    ),
  )
  await writeLotBars(write, actor, row.id)
  await refreshReceiptTotals(write, actor.plantId, receipt.id)
  await recordAction(write, actor, {
    action: 'material.change_lot',
    subjectKind: 'lot',
    event: 'material.lot_changed',
    id,
    name: view.heat.no,
    before: changes.before,
    after: { ...changes.after, reason },
  })
}

/** Sets the storage place of a lot in any status. */
export async function placeLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, location }: BodyOf<Api['PUT /api/lots/:id/location']>,
): Promise<void> {
  const { row, view } = await lotForAction(write, actor, id, version, 'place')
  const changes = differences(view, { location })
  if (changes === null) return
  const search = searchOf(view, { profile: view.profile, location })
  await saveRow(write, actor, 'material_lots', row.id, { location, search })
  await moveLotBars(write, actor.plantId, row.id, location)
  await recordAction(write, actor, {
    action: 'material.place_lot',
    subjectKind: 'lot',
    event: 'material.lot_changed',
    id,
    name: view.heat.no,
    ...changes,
  })
}

const searchOf = (
  { receipt, supplier, heat, grade }: LotRow,
  place: { readonly profile: string; readonly location: string },
): string => lotSearch({ no: receipt.no, supplier }, { no: heat.no, grade: grade.code }, place)

/** Removes an unused lot from its receipt. */
export async function removeLot(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const receipt = await receiptOfLot(write, actor, id)
  const { row, view } = await lotForAction(write, actor, id, version, 'delete')
  await deleteRow(write, actor.plantId, 'material_lots', row.id)
  await refreshReceiptTotals(write, actor.plantId, receipt.id)
  const { profile, kg } = view
  await recordAction(write, actor, {
    action: 'material.remove_lot',
    subjectKind: 'lot',
    event: 'material.lot_removed',
    id,
    name: view.heat.no,
    before: { receipt: receipt.no, profile, kg },
  })
}

/** Writes a decision on a lot, with audit log entry and event. */
async function decideLot(
  write: Write,
  actor: Actor,
  { row, view }: Held,
  fields: SavedFields<'material_lots'> & { readonly status: StoredLot['status']; readonly note: string },
  now: Date,
): Promise<void> {
  const decided = { decided_at: now, decided_by_name: actor.cnName }
  await saveRow(write, actor, 'material_lots', row.id, { agreed_by: null, ...fields, ...decided })
  await recordAction(write, actor, {
    action: 'material.decide_lot',
    subjectKind: 'lot',
    event: 'material.lot_decided',
    id: view.id,
    name: view.heat.no,
    before: { status: row.status },
    after: { status: fields.status, note: fields.note, receipt: view.receipt.no },
  })
}

/** Translates a lot weight below the used weight into `lot.too_little`. */
export async function rejectingShort<T>(
  params: { readonly heat: string; readonly kg: number; readonly left?: number },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violationOf(error)?.constraint !== 'material_lots_used_check') throw error
    return reject('lot.too_little', { ...params })
  }
}

/** Its receipt, locked before the lot: all commands use this lock order. */
async function receiptOfLot(write: Write, actor: Actor, id: string) {
  const { receipt } = await oneLot(asReads(write), actor, id)
  return rowForUpdate(write, 'material_receipts', actor.plantId, receipt.id)
}

type Reasoned = BodyOf<Api['POST /api/lots/:id/reject']>

/** Releases a lot whose documents are accepted. */
export async function releaseLot(
  write: Write,
  actor: Actor,
  id: string,
  { version }: BodyOf<Api['POST /api/lots/:id/release']>,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'release')
  await decideLot(write, actor, held, { status: 'released', note: '' }, now)
}

/** Rejects a lot, even a used one: its pieces are stopped until somebody decides on them. */
export async function rejectLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, note }: Reasoned,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'reject')
  await decideLot(write, actor, held, { status: 'rejected', note }, now)
}

export async function quarantineLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, note }: Reasoned,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'quarantine')
  await decideLot(write, actor, held, { status: 'quarantine', note }, now)
}

/** Releases a lot by concession although it is not as ordered: the customer or the designer agreed. */
export async function concedeLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, note, agreedBy }: BodyOf<Api['POST /api/lots/:id/concede']>,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'concede')
  await decideLot(write, actor, held, { status: 'concession', note, agreed_by: agreedBy }, now)
}
