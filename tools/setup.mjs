// Prepares what our code needs to run: packages, the runtime, the built browser part. Plain JavaScript without
// packages, because it runs on the system's Node before the first install.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
export const runtime = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** The runtime's compile cache of the sources: later starts load them in half the time. */
export const codeCache = at('node_modules', '.cache', 'cloud-factory', 'code')

/** The environment with our packages' programs and the runtime first in the path. */
export function withOurPrograms(env = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = [at('node_modules', '.bin'), dirname(runtime), process.env.PATH].join(separator)
  return { ...process.env, PATH: path, ...env }
}

/** Bytes of memory that the machine, or the container that limits it, has. */
const machineMemory = () => Math.min(totalmem(), process.constrainedMemory() || Infinity)

/**
 * How the server's process is started. Node's own limits are made for machines with much memory; the figures of these
 * are in bench/README.md (`bench/memory.ts`). Functions of the embedded database are optimised after ten times Node's usual
 * work in them: a start then spends its time on starting. On a small machine the embedded database is not optimised while it
 * runs, because that takes half a gigabyte for some seconds: it then saves a fifth fewer work reports a second.
 */
export function serverProcess(memory = machineMemory()) {
  const isSmall = memory < 2.5 * 1024 ** 3
  return {
    isSmall,
    args: isSmall
      ? ['--max-semi-space-size=4', '--liftoff-only']
      : ['--max-semi-space-size=8', '--wasm-tiering-budget=130000000'],
    // By default glibc keeps the free memory of each thread apart. Other systems ignore this.
    env: { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: codeCache },
  }
}

/** Runs a command with our terminal; resolves with its exit code, 130 where a signal ended it. */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: withOurPrograms(env) })
    const forward = (signal) => child.kill(signal)
    // Ctrl-C also reaches the child, so wait until it shuts down cleanly.
    const wait = () => undefined
    process.on('SIGTERM', forward)
    process.on('SIGINT', wait)
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', wait)
      resolve(code ?? 130)
    })
  })
}

export async function must(command, args, env) {
  const code = await run(command, args, env)
  if (code !== 0) process.exit(code)
}

/** Installs the packages if the lock file changed since the last install. */
export async function installPackages() {
  const lock = hashOf([at('package-lock.json')])
  const stamp = at('node_modules', '.installed-lock')
  if (existsSync(runtime) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing packages (once) …')
  await must('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!existsSync(runtime)) {
    console.error(
      'The runtime (package "node") was not installed: npm must be allowed to run its install script.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

/** What the server's process runs, once it is built. */
export const server = at('apps/server/dist/main.js')

const parts = {
  browser: {
    name: 'browser part',
    output: 'apps/web/dist',
    sources: () => [...ofAll(), ...filesUnder(at('apps/web')), ...filesUnder(at('docs/user-guide'))],
    command: () =>
      must(runtime, [at('node_modules/vite/bin/vite.js'), 'build', at('apps/web'), '--logLevel', 'warn'], {
        NODE_ENV: 'production',
      }),
  },
  server: {
    name: 'server',
    output: 'apps/server/dist',
    sources: () => [...ofAll(), ...filesUnder(at('apps/server/src')), at('tools/build-server.mjs')],
    command: () =>
      must(runtime, [at('tools/build-server.mjs'), at('apps/server/src/main.ts'), dirname(server)]),
  },
}
const ofAll = () => [at('package-lock.json'), ...filesUnder(at('packages'))]

/** Builds the server and the browser part if their sources changed since the last build. */
export async function build() {
  await buildServer()
  await buildBrowserPart()
}

export const buildServer = () => buildPart(parts.server)

/** @param meanwhile runs while the browser part is built, if it has to be; takes seconds of another core */
export const buildBrowserPart = (meanwhile) => buildPart(parts.browser, meanwhile)

async function buildPart({ name, output, sources, command }, meanwhile = async () => undefined) {
  const hash = hashOf(sources())
  const stamp = at(output, '.sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log(`Building the ${name} (once) …`)
  await Promise.all([command(), meanwhile()])
  writeFileSync(stamp, hash)
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !/[\\/](node_modules|dist)[\\/]/.test(path))
    .sort()
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}
