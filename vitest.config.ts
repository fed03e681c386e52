import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const beside = globSync(['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.{ts,tsx}'])
/** Whether a test's imports show that it opens a database. */
const opensDatabase = (path: string): boolean =>
  /(?:test|'\.)\/(harness|app|engines|people|postgres|run-postgres|fuzz-inputs)\.ts'|\.fixtures\.ts'/.test(
    readFileSync(path, 'utf8'),
  )

/**
 * Files share worker processes and loaded modules: decision 0043. Browser tests wait half of their time, so there
 * is one process more than a two-core machine has cores.
 */
const shared = { environment: 'node', pool: 'forks', isolate: false, maxWorkers: 3 } as const

/** Node itself loads sources without transformation; only pages need to be transformed. */
const native = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: false } } as const

// Generous limits, because a busy machine is slow but not wrong. They end hanging tests and measure nothing.
const minute = 60_000
const limits = {
  testTimeout: 5 * minute,
  hookTimeout: 10 * minute,
  teardownTimeout: minute,
  expect: { poll: { timeout: minute } },
}

export default defineConfig({
  test: {
    // The shared PostgreSQL; the first file that needs it starts it.
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
