// `npm run check` runs in parallel: format, types, lint, import fence, dead code, table types, words, size of the
// code, links of the docs, unit tests.
import { spawn } from 'node:child_process'
import { installPackages, root, runtime, withOurPrograms } from './setup.mjs'

// Several type checkers in one process repeat the same work. One at a time takes a third of the processor time.
const types = (project) => [`types of ${project}`, 'tsc', '-p', project, '--singleThreaded']
const oneThread = { GOMAXPROCS: '1', GOGC: '400' }

/** Checks that do not run the product: name and command, longest first. */
const steps = [
  ['lint', 'oxlint', '--deny-warnings', '--threads=1'],
  types('apps/web'),
  types('apps/server'),
  types('.'),
  ['fence', runtime, 'tools/fence.ts'],
  ['dead code', 'knip'],
  ['secure context', runtime, 'tools/secure-context.ts'],
  types('packages/contract'),
  types('packages/domain'),
  types('packages/dictionary'),
  ['keys of the dictionary', runtime, 'tools/dictionary-types.ts', '--check'],
  ['table types', runtime, 'tools/table-types.ts', '--check'],
  ['format', 'biome', 'format', '.'],
  ['architecture', runtime, 'tools/architecture.ts', '--check'],
  ['words', runtime, 'tools/plain-words.ts'],
  ['size of the code', runtime, 'tools/code-figures.ts'],
  ['links of the docs', runtime, 'tools/docs-links.ts'],
]
const unitTests = ['unit tests', 'vitest', 'run', '--project', 'unit', '--maxWorkers', '1']

/** Runs a command to its end. Collects its output, because several commands run at once. */
function runStep([name, command, ...args]) {
  const began = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      cwd: root,
      env: withOurPrograms(oneThread),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk) => (output += chunk)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => keep(error.message))
    child.on('close', (code) =>
      resolve({ name, ok: code === 0, output, seconds: (performance.now() - began) / 1000 }),
    )
  })
}

/**
 * Runs steps, three at a time. Prints each result as it ends, with the full output of failed steps. True: all
 * passed.
 */
async function runSteps(requested) {
  const waiting = [...requested]
  const results = []
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step)
      results.push(result)
      console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${result.name} (${result.seconds.toFixed(1)} s)`)
      if (!result.ok) console.log(result.output)
    }
  }
  await Promise.all([lane(), lane(), lane()])
  return results.every(({ ok }) => ok)
}

/** All checks except the tests. `npm test` also starts with them. */
export const checkCode = () => runSteps(steps)

if (process.argv[1]?.endsWith('check.mjs')) {
  await installPackages()
  const [first, ...others] = steps
  process.exit((await runSteps([first, unitTests, ...others])) ? 0 : 1)
}
