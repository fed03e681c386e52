import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json } from '../../../platform/db/tables.ts'

declare module '../../../platform/db/tables.ts' {
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

interface Kept {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  active: Generated<boolean>
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
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
