import type { Generated } from 'kysely'
import type { Json, SignedRow } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    workshops: WorkshopTable
    crews: CrewTable
    shifts: ShiftTable
    processes: ProcessTable
    routes: RouteTable
    route_steps: RouteStepTable
    project_weights: ProjectWeightTable
  }
}

interface Kept extends SignedRow {
  code: string
  active: Generated<boolean>
}

interface WorkshopTable extends Kept {
  name: string
}

interface CrewTable extends Kept {
  workshop_id: number
  name: string
}

interface ShiftTable extends Kept {
  names: Json
  /** `HH:MM:SS`, as the driver reads a time. */
  starts_at: string
  ends_at: string
}

interface ProcessTable extends Kept {
  names: Json
  position: number
  unit: string
  kind: string
  gate: Generated<string>
  gives: string | null
  weight: Generated<number>
  equipment_class: string | null
  on_board: Generated<boolean>
}

interface RouteTable extends Kept {
  names: Json
  kinds: Generated<string[]>
}

interface RouteStepTable {
  route_id: number
  position: number
  plant_id: number
  process_id: number
}

interface ProjectWeightTable {
  project_id: number
  process_id: number
  plant_id: number
  weight: number
}
