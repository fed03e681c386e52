import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { frozenBy, isGone } from './inspections.rules.ts'
import { type Action, holdFor, subjectOf, type Held } from './form.queries.ts'
import { sizesOf, type StoredItem, soundOf } from './inspections.queries.ts'
import {
  refreezeItems,
  saveInspection,
  insertInspection,
  insertItems,
  insertLot,
  type NewLotPiece,
  pieceIdsOf,
} from './inspections.store.ts'
import { requireCrew, requireMachine, setMaker, machinesOfLot } from './lot-makers.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { nextNumbers, type QualityPiece } from '../quality-records/public.ts'
import { freeOf } from './due.queries.ts'

type Input = BodyOf<(typeof inspectionsApi)['PATCH /api/inspections/:id']>

/**
 * Changes the note, the crew and the machine. Before the first reading it can also change the sizes and places on which limits
 * depend.
 */
export async function changeInspection(
  action: Action,
  actor: Actor,
  id: string,
  input: Input,
): Promise<void> {
  const { row, parts } = await holdFor(action, actor, id, { action: 'read', version: input.version })
  const sizes = Object.fromEntries(Object.entries(input.sizes).sort(([a], [b]) => a.localeCompare(b)))
  const before = sizesOf(row)
  const items = parts.items.map((item) => ({ ...item, place: placeOf(item, input.places) }))
  const isSame = (at: number) => items[at]?.place === parts.items[at]?.place
  const isForm = !sameSizes(before, sizes) || !parts.items.every((_, at) => isSame(at))
  if (isForm && parts.readings.length > 0) reject('inspection.has_readings', { inspection: row.no })
  if (isForm) {
    const frozen = items.map((item) => ({ id: item.id, place: item.place, ...frozenBy(item, sizes) }))
    await refreezeItems(action.write, row.id, frozen)
  }
  const machines = await changeMakers(action, actor, row.id, input)
  await saveInspection(action.write, actor, row.id, { sizes: JSON.stringify(sizes), note: input.note })
  await recordAudit(action.write, actor, {
    action: 'inspections.change',
    ...subjectOf(row),
    before: { sizes: before, note: row.note },
    after: { sizes, note: input.note, places: input.places, ...machines },
  })
  await recordEvent(action.write, actor, { name: 'quality.inspection_changed', subjectId: id })
}

/** Changes the crew and machine chosen by hand. Returns the changed fields for the audit log; unchanged ones are left out. */
async function changeMakers(
  { write, orders }: Action,
  { plantId }: Actor,
  id: number,
  { crewId, machineId }: Pick<Input, 'crewId' | 'machineId'>,
): Promise<{ readonly crew?: number | null; readonly machine?: number | null }> {
  const made: { crew?: number | null; machine?: number | null } = {}
  if (crewId !== undefined) {
    made.crew = crewId === null ? null : await requireCrew(write, orders, plantId, crewId)
    await setMaker(write, plantId, id, 'crew_id', made.crew)
  }
  if (machineId !== undefined) {
    made.machine = machineId === null ? null : await requireMachine(write, orders, plantId, machineId)
    await setMaker(write, plantId, id, 'machine_id', made.machine)
  }
  return made
}

const placeOf = (item: StoredItem, places: Input['places']): StoredItem['place'] =>
  item.place === 'any'
    ? 'any'
    : (places.find(({ itemId }) => itemId === String(item.id))?.place ?? item.place)

function sameSizes(a: object, b: object): boolean {
  const text = (sizes: object) =>
    JSON.stringify(Object.entries(sizes).sort(([one], [other]) => one.localeCompare(other)))
  return text(a) === text(b)
}

/** Creates a corrected version with a copy of the form and the readings, to be continued. Returns its id. */
export async function correctInspection(
  action: Action,
  actor: Actor,
  id: string,
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<number> {
  await action.orders.lock(action.write, actor.plantId, await pieceIdsOf(action.write, actor.plantId, id))
  const held = await holdFor(action, actor, id, { action: 'correct', version })
  const corrects = { corrects_id: held.row.id, parent_id: null, reason }
  const next = await follow(action, actor, held, corrects, held.parts.lot)
  await copyReadings(action.write, actor.plantId, held.row.id, next)
  await recordAudit(action.write, actor, {
    action: 'inspections.correct',
    ...subjectOf(held.row),
    after: { correction: String(next), reason },
  })
  await recordFollow(action, actor, held, next)
  return next
}

/**
 * Creates the re-inspection of failed pieces: the same form without readings, and every piece is measured. It contains the
 * pieces that the failed lot held back, except those that no longer exist, are in another open inspection, or have passed
 * since. Returns its id.
 */
export async function repeatInspection(
  action: Action,
  actor: Actor,
  id: string,
  { version }: { readonly version: number },
): Promise<number> {
  const { write, orders } = action
  const pieces = await orders.lock(write, actor.plantId, await pieceIdsOf(write, actor.plantId, id))
  const held = await holdFor(action, actor, id, { action: 'repeat', version })
  const lot = await lotToRepeat(write, actor.plantId, held, pieces)
  const again = { corrects_id: null, parent_id: held.row.id, reason: '', percent: 100 }
  const next = await follow(action, actor, held, again, lot)
  await recordAudit(action.write, actor, {
    action: 'inspections.repeat',
    ...subjectOf(held.row),
    after: { repeat: String(next) },
  })
  await recordFollow(action, actor, held, next)
  return next
}

async function lotToRepeat(
  write: Write,
  plantId: number,
  { row, parts }: Held,
  pieces: readonly QualityPiece[],
): Promise<UnmadePiece[]> {
  const sound = soundOf(row, parts)
  const there = new Set(pieces.filter(({ status }) => !isGone(status)).map(({ id }) => id))
  const failed = parts.lot.filter(({ id }) => !sound.has(id) && there.has(id))
  const { process_id: processId } = row
  const free =
    processId === null
      ? there
      : await freeOf(
          asReads(write),
          plantId,
          failed.map(({ id }) => ({ pieceId: id, processId })),
        )
  const lot = failed.filter(({ id }) => free.has(id))
  if (lot.length === 0) reject('inspection.nothing_left', { inspection: row.no })
  return lot.map((piece) => ({ ...piece, measured: true }))
}

type UnmadePiece = Omit<NewLotPiece, 'machineId' | 'crewId'>

interface Follows {
  readonly corrects_id: number | null
  readonly parent_id: number | null
  readonly reason: string
  readonly percent?: number
}

/** Fields that an inspection takes over from the one that it follows. */
const sameForm = (row: Held['row']) => ({
  stage: row.stage,
  edition_id: row.edition_id,
  edition_no: row.edition_no,
  standard_code: row.standard_code,
  verdict_family: row.verdict_family,
  shape: row.shape,
  order_id: row.order_id,
  order_no: row.order_no,
  project_id: row.project_id,
  mark: row.mark,
  process_id: row.process_id,
  is_hold_point: row.is_hold_point,
  percent: row.percent,
  at_least: row.at_least,
  note: row.note,
})

async function follow(
  action: Action,
  actor: Actor,
  { row, parts }: Held,
  follows: Follows,
  lot: readonly UnmadePiece[],
): Promise<number> {
  const { write, now } = action
  const [no = ''] = await nextNumbers(write, actor.plantId, 'QI', now)
  const id = await insertInspection(write, actor, {
    ...sameForm(row),
    ...follows,
    no,
    pieces: lot.length,
    sizes: JSON.stringify(row.sizes),
    search: searchText(no, row.order_no, row.mark),
  })
  const reads = asReads(write)
  const machines = await machinesOfLot(reads, actor.plantId, row.id, 'machine_id')
  const crews = await machinesOfLot(reads, actor.plantId, row.id, 'crew_id')
  const pieces = lot.map((piece) => ({
    ...piece,
    machineId: machines.get(piece.id) ?? null,
    crewId: crews.get(piece.id) ?? null,
  }))
  try {
    await insertLot(write, actor.plantId, id, row.process_id, pieces)
  } catch (error) {
    if (violationOf(error)?.constraint !== 'inspection_pieces_waits_once') throw error
    reject('inspection.open_already', { inspection: row.no })
  }
  await insertItems(write, actor.plantId, id, parts.items)
  return id
}

/** Copies the readings of an inspection to the same items of the next one; items keep their order. */
async function copyReadings(write: Write, plantId: number, from: number, to: number): Promise<void> {
  await sql`
    insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share,
      instrument_id, note, read_at, read_by, read_by_name)
    select ${to}, new.id, r.piece_id, r.point, r.plant_id, r.value, r.deviation, r.inside, r.share, r.instrument_id,
      r.note, r.read_at, r.read_by, r.read_by_name
    from readings r
      join (select id, row_number() over (order by position) as place from inspection_items
        where inspection_id = ${from}) old on old.id = r.item_id
      join (select id, row_number() over (order by position) as place from inspection_items
        where inspection_id = ${to}) new on new.place = old.place
    where r.plant_id = ${plantId} and r.inspection_id = ${from}`.execute(write)
}

async function recordFollow({ write }: Action, actor: Actor, { row }: Held, next: number): Promise<void> {
  await recordEvent(write, actor, {
    name: 'quality.inspection_created',
    subjectId: String(next),
    orderId: row.order_id === null ? null : String(row.order_id),
  })
}
