import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { chromiumPath } from '../tests/support/browser.ts'
import { hasMosquitto } from '../tests/support/mosquitto.ts'
import { postgresBinaries } from '../apps/server/test/postgres.ts'

const slowestFiles = 10

interface Count {
  files: number
  passed: number
  failed: number
  skipped: number
  seconds: number
}

/** Programs that may be missing, and the tests that need them. */
const programs = [
  { name: 'Chromium', debian: 'chromium-headless-shell', isHere: chromiumPath !== null, of: /\.e2e\.ts$/ },
  {
    name: 'PostgreSQL',
    debian: 'postgresql',
    isHere: postgresBinaries() !== null,
    of: /^(tests|apps)\/.*(race|crash|deep|platform\/db)/,
  },
  { name: 'Mosquitto', debian: 'mosquitto', isHere: hasMosquitto(), of: /mosquitto|broker/ },
]

/**
 * Summary of a run: cases by kind, slowest files, skipped tests with reasons, commands to repeat failures, and a
 * last line with the numbers of passed, failed and skipped tests.
 */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const lines = [
      '',
      ...countsByKind(modules),
      '',
      ...slowest(modules),
      '',
      ...skippedAndWhy(modules),
      ...repeatFailed(modules),
    ]
    console.log(lines.join('\n'))
    const sum = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      const { passed, failed, skipped } = countOf(module)
      sum.passed += passed
      sum.failed += failed
      sum.skipped += skipped
    }
    console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  }
}

const casesOf = (module: TestModule): TestCase[] => [...module.children.allTests()]

function countOf(module: TestModule): Count {
  const cases = casesOf(module).map((test) => test.result().state)
  const of = (state: string) => cases.filter((one) => one === state).length
  // A file that failed to load, or whose hooks failed, counts as one failure.
  const broken = module.state() === 'failed' && of('failed') === 0 ? 1 : 0
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return {
    files: 1,
    passed: of('passed'),
    failed: of('failed') + broken,
    skipped: of('skipped') + of('pending'),
    seconds: (collectDuration + setupDuration + duration) / 1000,
  }
}

function countsByKind(modules: readonly TestModule[]): string[] {
  const kinds = Map.groupBy(modules, ({ project }) => project.name)
  const rows = [...kinds].map(([kind, of]) => {
    const counts = of.map(countOf)
    const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
    return [
      kind,
      String(sum('files')),
      String(sum('passed')),
      String(sum('failed')),
      String(sum('skipped')),
      sum('seconds').toFixed(0),
    ]
  })
  return table(['kind', 'files', 'passed', 'failed', 'skipped', 'seconds of its files'], rows)
}

function slowest(modules: readonly TestModule[]): string[] {
  const rows = modules
    .map((module) => ({ name: module.relativeModuleId, seconds: countOf(module).seconds }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestFiles)
    .map(({ name, seconds }) => [name, seconds.toFixed(1)])
  return table([`slowest ${rows.length} files`, 'seconds'], rows)
}

function skippedAndWhy(modules: readonly TestModule[]): string[] {
  const skipped = modules
    .map((module) => ({ name: module.relativeModuleId, cases: countOf(module).skipped }))
    .filter(({ cases }) => cases > 0)
  return skipped.map(({ name, cases }) => {
    const lacking = programs.filter(({ isHere, of }) => !isHere && of.test(name))
    const why = lacking.map(
      (program) => `no ${program.name} here (Debian: apt-get install ${program.debian})`,
    )
    return `Skipped ${cases} in ${name}: ${why.join(', ') || 'see the file'}`
  })
}

/** Commands that run only the failed tests. */
function repeatFailed(modules: readonly TestModule[]): string[] {
  const commands = modules.flatMap((module) => {
    const failed = casesOf(module).filter((test) => test.result().state === 'failed')
    if (failed.length === 0)
      return module.state() === 'failed' ? [`npm test -- ${module.relativeModuleId}`] : []
    return failed.map(
      ({ fullName }) =>
        `npm test -- ${module.relativeModuleId} -t ${quoted(fullName.replaceAll(' > ', ' '))}`,
    )
  })
  return commands.length === 0
    ? []
    : ['To repeat what failed, alone:', ...commands.map((line) => `  ${line}`), '']
}

/** The test name as a single-quoted shell pattern for `-t`. */
const quoted = (name: string): string =>
  `'^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", "'\\''")}$'`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
  return [head, ...rows].map(line)
}
