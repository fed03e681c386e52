import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a deep test did, by words in the plural: the deep run adds it up. */
    did?: Record<string, number>
  }
}

/** Says what a test did, `{ kills: 25 }`, for the table at the end of the deep run. */
export function did({ task }: Pick<TestContext, 'task'>, counts: Record<string, number>): void {
  task.meta.did = { ...task.meta.did, ...counts }
}
