import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const beside = globSync(['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.{ts,tsx}'])
/** Tests that open a database say so by what they import. */
const opensDatabase = (path: string): boolean =>
  /(?:test|'\.)\/(harness|app|engines|people|postgres|run-postgres|fuzz-inputs)\.ts'|\.fixtures\.ts'/.test(
    readFileSync(path, 'utf8'),
  )

/**
 * Files share the processes that run them, and what these have loaded: decision 0043. Browser tests wait for half of their
 * time, so there is one process more than a machine of two cores has.
 */
const shared = { environment: 'node', pool: 'forks', isolate: false, maxWorkers: 3 } as const

/** What runs as it is written is loaded by Node itself; only pages need to be transformed. */
const native = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: false } } as const

// A machine that has much else to do is slow, not wrong: these limits end what hangs, and measure nothing.
const minute = 60_000
const limits = {
  testTimeout: 5 * minute,
  hookTimeout: 10 * minute,
  teardownTimeout: minute,
  expect: { poll: { timeout: minute } },
}

export default defineConfig({
  test: {
    // The PostgreSQL that files share, begun by the first that needs it.
    globalSetup: 'tests/support/postgres-run.ts',
    projects: [
      {
        extends: 'apps/web/vite.config.ts',
        test: { ...shared, ...limits, name: 'unit', include: beside.filter((path) => !opensDatabase(path)) },
      },
      { test: { ...native, ...limits, name: 'api', include: beside.filter(opensDatabase) } },
      { test: { ...native, ...limits, name: 'race', include: ['tests/race/**/*.test.ts'] } },
      { test: { ...native, ...limits, name: 'crash', include: ['tests/crash/**/*.test.ts'] } },
      {
        test: {
          ...native,
          ...limits,
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.ts'],
          globalSetup: 'tests/support/demo-app.ts',
        },
      },
      {
        test: {
          ...native,
          ...limits,
          name: 'deep',
          include: ['tests/deep/**/*.{test,e2e}.ts'],
          globalSetup: 'tests/support/demo-app.ts',
        },
      },
    ],
  },
})
