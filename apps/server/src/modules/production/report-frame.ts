import { sql } from 'kysely'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { ShiftDay } from '../planning/public.ts'
import type { MachinesPort } from './machines.port.ts'
import { shiftDays } from './shift-days.ts'

const earliestMs = 7 * 86_400_000
/** Tolerance for clocks of phones. */
const aheadMs = 5 * 60_000

/** Whether work was done before its order was released, with a tolerance for clocks of phones. */
export const isBeforeRelease = (doneAt: Date, releasedAt: Date | null): boolean =>
  releasedAt !== null && doneAt.getTime() < releasedAt.getTime() - aheadMs

/** Ten people for a shift of twelve hours: a higher value for one piece is a typing error. */
export const maxHoursOfPiece = 120

/** When the work was done; fails with `request.invalid` when that is too long ago or in the future. */
export function doneAtOf(given: string | undefined, now: Date): Date {
  if (given === undefined) return now
  const at = Date.parse(given)
  const isWithin = at <= now.getTime() + aheadMs && at >= now.getTime() - earliestMs
  if (!isWithin) fail('request.invalid', { errors: [{ path: 'body.doneAt', reason: 'not_within_days' }] })
  return new Date(Math.min(at, now.getTime()))
}

/** Working day and shift of an instant in the plant. */
export async function shiftDayOf(write: Write, plantId: number, at: Date): Promise<ShiftDay> {
  const dayOf = await shiftDays(asReads(write), plantId)
  return dayOf(at)
}

/** The workshop of a crew that may report; fails with `not_found` when the plant has no such active crew. */
export async function workshopOfCrew(
  write: Write,
  plantId: number,
  crewId: string | null,
): Promise<number | null> {
  if (crewId === null) return null
  const { rows } = await sql<{ workshop_id: number }>`
    select workshop_id from crews where plant_id = ${plantId} and id = ${crewId} and active for key share`.execute(
    write,
  )
  return rows[0]?.workshop_id ?? fail('not_found', { params: { field: 'crewId' } })
}

/** The machine that the work was done on; fails with `not_found` when the plant has no such active machine. */
export async function machineOf(
  write: Write,
  plantId: number,
  machineId: string | null,
  machines: MachinesPort,
): Promise<number | null> {
  if (machineId === null) return null
  const [machine] = await machines.working(asReads(write), plantId, Number(machineId))
  return machine?.id ?? fail('not_found', { params: { field: 'machineId' } })
}
