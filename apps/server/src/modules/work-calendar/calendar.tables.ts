import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    work_patterns: WorkPatternTable
    work_pattern_shifts: WorkPatternShiftTable
    work_breaks: WorkBreakTable
  }
}

interface WorkPatternTable {
  id: GeneratedAlways<number>
  plant_id: number
  workshop_id: number | null
  prompt_minutes: Generated<number>
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
  updated_by_name: string
}

interface WorkPatternShiftTable {
  pattern_id: number
  shift_id: number
  weekdays: number[]
}

interface WorkBreakTable {
  pattern_id: number
  shift_id: number
  /** `HH:MM`, or `HH:MM:SS` as the driver reads a time. */
  starts_at: string
  minutes: number
}
