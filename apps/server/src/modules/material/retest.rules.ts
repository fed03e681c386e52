import { toMicro } from '@cloud-factory/domain/numbers/decimals'

/** Whether a lot needs a re-test: by its thickness, or because its project requires one. */
export function asksRetest(
  plan: { readonly retestFromMm: string | null; readonly retestProjects: readonly string[] },
  lot: { readonly thicknessMm: string | null; readonly projectId: number | null },
): boolean {
  if (lot.projectId !== null && plan.retestProjects.includes(String(lot.projectId))) return true
  if (plan.retestFromMm === null || lot.thicknessMm === null) return false
  return toMicro(lot.thicknessMm) >= toMicro(plan.retestFromMm)
}
