/** Output differs from its plan by the hour even on a good day: this share of what is due is no difference. */
const tolerance = 0.05

/** How an output compares with what is due by then; both in kg, the latter more than 0. */
export function planVerdict(doneKg: number, dueKg: number): 'behind' | 'onPlan' | 'ahead' {
  if (doneKg < dueKg * (1 - tolerance)) return 'behind'
  return doneKg > dueKg * (1 + tolerance) ? 'ahead' : 'onPlan'
}
