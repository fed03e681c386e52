import type {
  CrewRow,
  Names,
  ProcessRow,
  RouteRow,
  ShiftRow,
  WorkshopRow,
} from '@cloud-factory/contract/planning/processes'
import { type Selectable, sql } from 'kysely'
import type { PlanSource } from './plan-list.ts'
import { canChangeSteps, canPlan, canRemove } from './plan.rules.ts'
import { isReleasedRoute } from './plan.store.ts'
import type { Tables } from '../../platform/db/schema.ts'

/** The three names in one order, so that two of them can be compared as text. */
const namesOf = ({ zh, en, es }: Names): Names => ({ zh, en, es })
const allNames = sql`r.code || ' ' || (r.names ->> 'zh') || ' ' || (r.names ->> 'en') || ' ' || (r.names ->> 'es')`

type ProcessRead = Selectable<Tables['processes']> & { used: boolean }
export const processSource: PlanSource<ProcessRead, ProcessRow> = {
  columns: sql`r.*, exists (select from route_steps where process_id = r.id)
    or exists (select from project_weights where process_id = r.id) as used`,
  from: sql`processes r`,
  words: allNames,
  order: sql`r.position, r.id`,
  view: (row, { tags }) => ({
    id: String(row.id),
    code: row.code,
    names: namesOf(row.names),
    position: row.position,
    unit: row.unit,
    kind: row.kind,
    gate: row.gate,
    gives: row.gives,
    weight: row.weight,
    equipmentClass: row.equipment_class,
    onBoard: row.on_board,
    active: row.active,
    version: row.version,
    can: { edit: canPlan(tags), delete: canRemove(tags, row.used) },
  }),
}

/** Marks are counted up to this. */
const countedMarks = 10_000
type RouteRead = Selectable<Tables['routes']> & {
  processIds: number[]
  marks: number
  isReleased: boolean
}
export const routeSource: PlanSource<RouteRead, RouteRow> = {
  columns: sql`r.*, ${isReleasedRoute} as "isReleased",
    array(select process_id from route_steps where route_id = r.id order by position) as "processIds",
    (select count(*) from (select from marks where route_id = r.id limit ${countedMarks}) counted) as marks`,
  from: sql`routes r`,
  words: allNames,
  order: sql`r.id`,
  view: (row, { tags }) => ({
    id: String(row.id),
    code: row.code,
    names: namesOf(row.names),
    kinds: row.kinds as RouteRow['kinds'],
    active: row.active,
    processIds: row.processIds.map(String),
    marks: row.marks,
    version: row.version,
    can: {
      edit: canPlan(tags),
      steps: canChangeSteps(tags, row.isReleased),
      delete: canRemove(tags, row.marks > 0),
    },
  }),
}

type WorkshopRead = Selectable<Tables['workshops']> & { crews: number }
export const workshopSource: PlanSource<WorkshopRead, WorkshopRow> = {
  columns: sql`r.*, (select count(*) from crews where workshop_id = r.id) as crews`,
  from: sql`workshops r`,
  words: sql`r.code || ' ' || r.name`,
  order: sql`r.code`,
  view: (row, { tags }) => ({
    id: String(row.id),
    code: row.code,
    name: row.name,
    active: row.active,
    crews: row.crews,
    version: row.version,
    can: { edit: canPlan(tags), delete: canRemove(tags, row.crews > 0) },
  }),
}

type CrewRead = Selectable<Tables['crews']> & { workshop: string }
export const crewSource: PlanSource<CrewRead, CrewRow> = {
  columns: sql`r.*, w.name as workshop`,
  from: sql`crews r join workshops w on w.id = r.workshop_id`,
  words: sql`r.code || ' ' || r.name || ' ' || w.name`,
  order: sql`w.code, r.code`,
  view: (row, { tags }) => ({
    id: String(row.id),
    code: row.code,
    name: row.name,
    workshopId: String(row.workshop_id),
    workshop: row.workshop,
    active: row.active,
    version: row.version,
    can: { edit: canPlan(tags), delete: canPlan(tags) },
  }),
}

type ShiftRead = Selectable<Tables['shifts']>
export const shiftSource: PlanSource<ShiftRead, ShiftRow> = {
  columns: sql`r.*`,
  from: sql`shifts r`,
  words: allNames,
  order: sql`r.starts_at, r.id`,
  view: (row, { tags }) => ({
    id: String(row.id),
    code: row.code,
    names: namesOf(row.names),
    startsAt: row.starts_at.slice(0, 5),
    endsAt: row.ends_at.slice(0, 5),
    active: row.active,
    version: row.version,
    can: { edit: canPlan(tags), delete: canPlan(tags) },
  }),
}
