// `npm run test:deep` runs the long tests before an issue counts as resolved; `npm run test:deep -- crash soak` runs
// some of them. About an hour on two quiet cores. Ends with a table of the work per part and the numbers of passed,
// failed and skipped tests.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, installPackages, root, run } from './setup.mjs'

/** Server tests that depend on the clock. Sweeps over all endpoints are left out: another time adds nothing. */
const clockTests = () =>
  globSync('apps/server/{src,test}/**/*.test.ts', { cwd: root })
    .filter((path) => !/\/(fuzz|rights)/.test(path))
    .filter((path) =>
      /new Date\(\)|Date\.now\(\)|systemClock|testApp\(/.test(readFileSync(join(root, path), 'utf8')),
    )

/** Browser tests that look at more variants in the deep run. */
const journeysInDepth = () =>
  globSync('tests/e2e/*.e2e.ts', { cwd: root }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('/depth.ts'),
  )

const movedClock = pathToFileURL(join(root, 'tests/support/moved-clock.ts')).href
/** Environment of processes in a time zone, whose clock starts at an instant. */
const clockAt = (instant, zone) => ({
  TZ: zone,
  CLOCK_OFFSET_MS: String(Date.parse(instant) - Date.now()),
  NODE_OPTIONS: `--import ${movedClock}`,
})

/** Test files of each part, by path prefix or pattern. Each list is a separate run. */
const parts = {
  fuzz: () => [{ files: ['fuzz'] }],
  pages: () => [{ files: ['tests/deep/pages'] }],
  browser: () => [{ files: ['tests/deep/browser/'] }, { files: journeysInDepth() }],
  races: () => [{ files: ['tests/race/'] }],
  histories: () => [{ files: ['random-history'] }],
  crash: () => [
    {
      files: [
        'tests/crash/',
        'tests/deep/power-cut',
        'tests/deep/damaged-log',
        'tests/deep/full-disk',
        'tests/deep/older-data',
      ],
    },
  ],
  clocks: () => [
    { files: ['tests/deep/clocks'] },
    // In Shanghai it is already the new year, in UTC still the old one.
    { files: clockTests(), env: clockAt('2026-12-31T16:30:00Z', 'America/New_York') },
    { files: clockTests(), env: clockAt('2028-02-29T04:00:00Z', 'Europe/Berlin') },
  ],
  soak: () => [{ files: ['tests/deep/soak'] }],
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'cf-deep-'))
let reportNumber = 0

/** Runs test files; returns the counts. */
async function vitest({ files, env = {} }) {
  const report = join(reports, `${(reportNumber += 1)}.json`)
  const code = await run(
    'node_modules/.bin/vitest',
    ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { ...env, NODE_ENV: 'test', DEEP: '1' },
  )
  return countsOf(report, code)
}

function countsOf(report, code) {
  const counts = { passed: 0, failed: 0, skipped: 0, did: {} }
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    for (const { status, meta } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
      counts[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1
      for (const [what, count] of Object.entries(meta?.did ?? {}))
        counts.did[what] = (counts.did[what] ?? 0) + count
    }
  } catch {
    // A crashed run wrote no report.
  }
  // Failures outside a test: a file that failed to load, or no tests found.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}

async function runPart(name) {
  const began = performance.now()
  const total = { passed: 0, failed: 0, skipped: 0, did: {} }
  for (const step of parts[name]()) {
    const counts = await vitest(step)
    for (const word of ['passed', 'failed', 'skipped']) total[word] += counts[word]
    for (const [what, count] of Object.entries(counts.did)) total.did[what] = (total.did[what] ?? 0) + count
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${name} took ${seconds} s\n`)
  return { name, seconds, ...total }
}

function table(done) {
  const rows = done.map(({ name, did, passed, failed, skipped, seconds }) => [
    name,
    Object.entries({ ...did, tests: passed + failed })
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
    `${seconds} s`,
    failed > 0
      ? `${failed} failed`
      : passed === 0
        ? 'skipped'
        : skipped > 0
          ? `passed, ${skipped} skipped`
          : 'passed',
  ])
  const all = [['part', 'what it did', 'time', 'result'], ...rows]
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

await installPackages()
await build()
const done = []
for (const name of requested.length > 0
  ? Object.keys(parts).filter((part) => requested.includes(part))
  : Object.keys(parts))
  done.push(await runPart(name))
rmSync(reports, { recursive: true, force: true })
const sum = (word) => done.reduce((total, part) => total + part[word], 0)
console.log(table(done))
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') > 0 ? 1 : 0)
