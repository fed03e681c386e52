import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Counts of a deep test's work by plural noun; the deep run adds them up. */
    did?: Record<string, number>
  }
}

/** Records counts such as `{ kills: 25 }` for the table at the end of the deep run. */
export function did({ task }: Pick<TestContext, 'task'>, counts: Record<string, number>): void {
  task.meta.did = { ...task.meta.did, ...counts }
}
