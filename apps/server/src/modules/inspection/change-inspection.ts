import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { frozenBy } from './form-items.rules.ts'
import { type Action, holdFor, subjectOf } from './inspection-guards.ts'
import { sizesOf, type StoredItem } from './inspection-parts.ts'
import { refreezeItems, saveInspection } from './inspections.store.ts'
import { requireCrew, requireMachine, setMaker } from './lot-makers.ts'

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
  if (isForm && parts.readings.length > 0)
    fail('state.refused', { params: { reason: 'inspection.has_readings', inspection: row.no } })
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
