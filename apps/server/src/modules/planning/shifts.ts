import type { processesApi } from '@cloud-factory/contract/planning/processes'
import { shifts } from '@cloud-factory/domain/planning/planning-resources'
import { sql } from 'kysely'
import { canChange, type Crud } from '../../platform/crud/crud.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { activeShifts, planned } from './plan.store.ts'
import { overlapOf } from './shifts.rules.ts'

export const shiftCrud: Crud<typeof shifts, typeof processesApi> = {
  ...planned,
  resource: shifts,
  order: sql`r.starts_at, r.id`,
  view: (_row, { actor }) => ({ can: canChange(shifts, actor) }),
  check: async ({ write, actor }, input, before) => {
    if (input.startsAt === input.endsAt) {
      fail('request.invalid', { errors: [{ path: 'body.endsAt', reason: 'shift.no_length' }] })
    }
    if (!input.active) return
    const others = (await activeShifts(write, actor.plantId)).filter(({ id }) => String(id) !== before?.id)
    const pair = overlapOf([{ id: 0, ...input }, ...others])
    if (pair !== null) {
      fail('state.refused', { params: { reason: 'shift.overlaps', shift: pair[1].code } })
    }
  },
}
