import { recomputeLate, type RecomputeDeps } from './recompute-late.ts'
import { noteShiftChange, recomputeShifts } from './recompute-shifts.ts'

/**
 * Corrects counts when shifts change or readings arrive late, one machine at a time. Shift changes come first: until they are
 * processed, adjacent days use different shift times. Returns whether more may be waiting.
 */
export async function keepCounts(deps: RecomputeDeps, shiftsChanged: () => void): Promise<boolean> {
  if (await noteShiftChange(deps)) {
    // A count that still uses the old shifts finishes before the next run.
    shiftsChanged()
    return true
  }
  return (await recomputeShifts(deps)) || recomputeLate(deps)
}
