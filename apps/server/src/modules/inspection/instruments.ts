import type { DueTerm } from '@cloud-factory/domain/inbox/record-kinds'
import type { instrumentsApi } from '@cloud-factory/contract/inspection/instruments'
import { instruments } from '@cloud-factory/domain/inspection/instrument-resource'
import type { CalibrationState } from '@cloud-factory/domain/inspection/quality-enums'
import { toMicro } from '@cloud-factory/domain/numbers/decimals'
import { sql } from 'kysely'
import { canChange, type Crud, type ReadContext } from '../../platform/crud/crud.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Days of notice before a calibration expires. */
const noticeDays = 30

function calibration({ actor: { plantId }, now }: ReadContext) {
  const day = today(plantId, now)
  return sql`case
    when r.calibrated_until is null then 'none' when r.calibrated_until < ${day} then 'overdue'
    when r.calibrated_until <= ${day} + ${noticeDays}::int then 'soon' else 'valid' end`
}

interface Columns {
  readonly calibration: CalibrationState
  readonly used: boolean
}

export const instrumentCrud: Crud<typeof instruments, typeof instrumentsApi, Columns> = {
  resource: instruments,
  columns: (context) => sql`${calibration(context)} as calibration,
    exists (select from readings d where d.instrument_id = r.id) as used`,
  sorts: {
    code: ['r.code'],
    name: ['r.name', 'r.code'],
    calibratedUntil: ['r.calibrated_until nulls last', 'r.code'],
  },
  words: sql`r.code || ' ' || r.name || ' ' || r.kind`,
  conditions: ({ calibration: states = [] }, context) => [
    states.length === 0 ? null : sql`${calibration(context)} = any(${states}::text[])`,
  ],
  view: (row, { actor }) => ({
    calibration: row.calibration,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    can: canChange(instruments, actor, row.used),
  }),
  check: (_, { rangeLow, rangeHigh, resolution }) => {
    const errors = []
    if (rangeLow !== null && rangeHigh !== null && toMicro(rangeLow) >= toMicro(rangeHigh))
      errors.push({ path: 'body.rangeHigh', reason: 'instrument.range' })
    if (resolution !== null && toMicro(resolution) <= 0n)
      errors.push({ path: 'body.resolution', reason: 'instrument.resolution' })
    if (errors.length > 0) fail('request.invalid', { errors })
  },
}

/** Instruments whose calibration ends soon, or has ended since a day. */
export const dueCalibrations = (
  reads: Reads,
  plantId: number,
  now: Date,
  since: string,
): Promise<DueTerm[]> =>
  readRows(
    reads,
    sql<DueTerm>`select id, 'instrument-' || id || '/' || calibrated_until as term,
        calibrated_until as "dueOn", calibrated_until < ${today(plantId, now)} as "isOverdue"
      from instruments where plant_id = ${plantId} and active
        and calibrated_until between ${since}::date and ${today(plantId, now)} + ${noticeDays}::int
      order by calibrated_until, id`,
  )
