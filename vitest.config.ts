import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const beside = globSync(['packages/*/src/**/*.test.ts', 'apps/*/{src,test}/**/*.test.{ts,tsx}'])
/** Tests that open a database say so by what they import; they take minutes, the others seconds. */
const opensDatabase = (path: string): boolean =>
  /(?:test|'\.)\/(harness|app|engines|people|postgres)\.ts'|\.fixtures\.ts'/.test(readFileSync(path, 'utf8'))

const node = { environment: 'node', pool: 'forks' } as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...node,
          name: 'unit',
          // They share nothing but pure functions: a process of its own for each file costs more than most of them.
          isolate: false,
          include: beside.filter((path) => !opensDatabase(path)),
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...node,
          name: 'house',
          // After the unit tests: projects that share processes and those that do not cannot run at once.
          sequence: { groupOrder: 1 },
          include: beside.filter(opensDatabase),
          // A machine that has much else to do is slow, not wrong.
          testTimeout: 60_000,
          // The first one lays out the demo factory for all, and the others wait for it.
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...node,
          name: 'race',
          include: ['tests/race/**/*.test.ts'],
          // Some start whole servers, which takes half a minute on a machine that has much else to do.
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...node,
          name: 'crash',
          include: ['tests/crash/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.ts'],
          globalSetup: 'tests/support/demo-house.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One more try on a shared machine that stalls; the report names each case that needed it.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
