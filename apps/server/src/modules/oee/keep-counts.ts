import { recomputeLate, type RecomputeDeps } from './recompute-late.ts'
import { noteShiftChange, recomputeShifts } from './recompute-shifts.ts'

/**
 * Keeps what machines made true when shifts change or readings come late; a machine at a time. Other shifts come first: until they
 * are counted by, days beside each other are of different shifts. Returns whether more may wait.
 */
export async function keepCounts(deps: RecomputeDeps, shiftsChanged: () => void): Promise<boolean> {
  if (await noteShiftChange(deps)) {
    // Whoever counts just now by the old shifts is done before the next time.
    shiftsChanged()
    return true
  }
  return (await recomputeShifts(deps)) || recomputeLate(deps)
}
