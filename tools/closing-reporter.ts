import type { Reporter, TestModule } from 'vitest/node'

/** The last line of a run in plain words: how many tests passed, failed and were skipped. */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    const skipped = new Set<string>()
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) count.failed += 1
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1
        if (test.result().state === 'skipped') skipped.add(module.relativeModuleId)
      }
    }
    if (skipped.size > 0)
      console.log(`Skipped on this machine, see each file's first lines: ${[...skipped].join(', ')}`)
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`)
  }
}
