import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { inspectionsApi } from '@cloud-factory/contract/inspections'
import { recordAudit } from '../../../platform/audit/record.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { recordEvent } from '../../../platform/outbox/record.ts'
import { frozenBy } from './form-items.rules.ts'
import { type Deed, holdFor, subjectOf } from './inspection-guards.ts'
import { sizesOf, type StoredItem } from './inspection-parts.ts'
import { refreezeItems, saveInspection } from './inspections.store.ts'
import { requireMachine, setMachine } from './lot-machines.ts'

type Input = BodyOf<(typeof inspectionsApi)['PATCH /api/inspections/:id']>

/** Changes the note and the machine, and before the first reading the sizes and places that limits are made of. */
export async function changeInspection(deed: Deed, actor: Actor, id: string, input: Input): Promise<void> {
  const { row, parts } = await holdFor(deed, actor, id, { deed: 'read', version: input.version })
  const sizes = Object.fromEntries(Object.entries(input.sizes).sort(([a], [b]) => a.localeCompare(b)))
  const before = sizesOf(row)
  const items = parts.items.map((item) => ({ ...item, place: placeOf(item, input.places) }))
  const isSame = (at: number) => items[at]?.place === parts.items[at]?.place
  const isForm = !sameSizes(before, sizes) || !parts.items.every((_, at) => isSame(at))
  if (isForm && parts.readings.length > 0)
    refuse('state.refused', { params: { reason: 'inspection.has_readings', inspection: row.no } })
  if (isForm) {
    const frozen = items.map((item) => ({ id: item.id, place: item.place, ...frozenBy(item, sizes) }))
    await refreezeItems(deed.write, row.id, frozen)
  }
  const machine = await changeMachine(deed, actor, row.id, input.machineId)
  await saveInspection(deed.write, actor, row.id, { sizes: JSON.stringify(sizes), note: input.note })
  await recordAudit(deed.write, actor, {
    action: 'inspections.change',
    ...subjectOf(row),
    before: { sizes: before, note: row.note },
    after: { sizes, note: input.note, places: input.places, ...machine },
  })
  await recordEvent(deed.write, actor.plantId, {
    name: 'quality.inspection_changed',
    subjectId: id,
    payload: { no: row.no },
  })
}

/** The machine chosen by hand, for the log; nothing when it stays as it is. */
async function changeMachine(
  { write, orders }: Deed,
  { plantId }: Actor,
  id: number,
  machineId: Input['machineId'],
): Promise<{ readonly machine?: number | null }> {
  if (machineId === undefined) return {}
  const machine = machineId === null ? null : await requireMachine(write, orders, plantId, machineId)
  await setMachine(write, plantId, id, machine)
  return { machine }
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
