// What other modules may use of this one.
export { canTakeOrder } from './projects.policy.ts'
export { projectForUpdate, refreshProjectTotals, saveProject } from './projects.store.ts'
