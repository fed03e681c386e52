import type {
  CrewRow,
  ProcessRow,
  RouteRow,
  ShiftRow,
  WorkshopRow,
} from '@cloud-factory/contract/planning/processes'
import { fail } from '../../platform/http/domain-error.ts'
import { checkProcess, checkRoute, checkShifts } from './check-plan.ts'
import type { CrewInput, PlanKind, ProcessInput, RouteInput, ShiftInput, WorkshopInput } from './plan-kind.ts'
import { planRow } from './plan-list.ts'
import { crewSource, processSource, routeSource, shiftSource, workshopSource } from './plan.reads.ts'
import { isWorkshop, saveSteps } from './plan.store.ts'

export const processKind: PlanKind<ProcessRow, ProcessInput> = {
  table: 'processes',
  one: (reads, actor, id) => planRow(processSource, reads, actor, id),
  columns: ({ code, position, unit, kind, gate, gives, weight, active, ...input }) => ({
    code,
    position,
    unit,
    kind,
    gate,
    gives,
    weight,
    active,
    names: JSON.stringify(input.names),
    equipment_class: input.equipmentClass,
    on_board: input.onBoard,
  }),
  check: checkProcess,
}

export const routeKind: PlanKind<RouteRow, RouteInput> = {
  table: 'routes',
  one: (reads, actor, id) => planRow(routeSource, reads, actor, id),
  columns: ({ code, names, kinds, active }) => ({ code, names: JSON.stringify(names), kinds, active }),
  check: checkRoute,
  save: (write, plantId, id, { processIds }) => saveSteps(write, plantId, id, processIds),
}

export const workshopKind: PlanKind<WorkshopRow, WorkshopInput> = {
  table: 'workshops',
  one: (reads, actor, id) => planRow(workshopSource, reads, actor, id),
  columns: ({ code, name, active }) => ({ code, name, active }),
}

export const crewKind: PlanKind<CrewRow, CrewInput> = {
  table: 'crews',
  one: (reads, actor, id) => planRow(crewSource, reads, actor, id),
  columns: ({ code, name, workshopId, active }) => ({
    code,
    name,
    workshop_id: Number(workshopId),
    active,
  }),
  check: async (write, actor, { workshopId }) => {
    if (!(await isWorkshop(write, actor.plantId, workshopId))) fail('not_found')
  },
}

export const shiftKind: PlanKind<ShiftRow, ShiftInput> = {
  table: 'shifts',
  one: (reads, actor, id) => planRow(shiftSource, reads, actor, id),
  columns: ({ code, names, startsAt, endsAt, active }) => ({
    code,
    names: JSON.stringify(names),
    starts_at: startsAt,
    ends_at: endsAt,
    active,
  }),
  check: checkShifts,
}
