import type { QueuedReport } from './queue.rules.ts'
import type { ReportStore } from './queue-store.ts'

/** Reports in memory, for a browser that keeps none: gone when the page is reloaded. */
export function memoryStore(): ReportStore {
  const reports = new Map<number, QueuedReport>()
  let last = 0
  return {
    async add(report) {
      const added = { ...report, seq: ++last }
      reports.set(added.seq, added)
      return added
    },
    list: async (person) => [...reports.values()].filter((report) => report.person === person),
    put: async (report) => void reports.set(report.seq, report),
    remove: async (seqs) => {
      for (const seq of seqs) reports.delete(seq)
    },
  }
}
