import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL of our own, on a Unix socket in a directory of its own, with fsync as in production. */
export interface TestPostgres {
  /** URL of its database `postgres`, as superuser. */
  readonly url: string
  /** Stops the server and removes its directory. */
  readonly stop: () => Promise<void>
  /** Kills all its processes at once, as a power cut would, and starts it again on the same data. */
  readonly crash: () => Promise<void>
  /** All its processes stand still for so long, ms, as on a machine that swaps or a disk that does not answer. */
  readonly pause: (ms: number) => Promise<void>
}

const debian = '/usr/lib/postgresql'

/** Starts one; null when the machine has no PostgreSQL binaries (Debian's place, or a folder in `PG_BIN`). */
export async function startPostgres(): Promise<TestPostgres | null> {
  const bin = binaries()
  if (bin === null) return null
  const directory = mkdtempSync(join(tmpdir(), 'cf-pg-'))
  const data = join(directory, 'data')
  const owner = await ownerIds()
  if (owner !== null) chownSync(directory, owner.uid, owner.gid)
  const run = (command: string, args: string[]) =>
    new Promise<void>((resolve, reject) => {
      let output = ''
      const child = spawn(join(bin, command), args, {
        ...owner,
        cwd: directory,
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' },
        // The server keeps what pg_ctl was given: a pipe would stay open for as long as it runs.
        stdio: ['ignore', command === 'pg_ctl' ? 'ignore' : 'pipe', command === 'pg_ctl' ? 'ignore' : 'pipe'],
      })
      child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
      child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
      child.on('error', reject)
      child.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${output}`)),
      )
    })
  const ctl = (...args: string[]) => run('pg_ctl', ['-D', data, '-w', '-t', '60', ...args])
  const settings = `-c listen_addresses='' -c unix_socket_directories='${directory}' -c max_connections=200`
  const start = () => ctl('-l', join(directory, 'log'), '-o', settings, 'start')

  await run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  await start()
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`,
    stop: async () => {
      await ctl('-m', 'fast', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
    crash: async () => {
      await ctl('-m', 'immediate', 'stop')
      await start()
    },
    pause: async (ms) => {
      const pids = serverProcesses(data)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, ms))
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    },
  }
}

/** The server and its children, by what Linux says of them. */
function serverProcesses(data: string): number[] {
  const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === server)
  return [server, ...children.map(Number)]
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has ended meanwhile.
    return null
  }
}

/** The same server with another database, in the form of `TestPostgres.url`. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Runs the work on a connection of its own, outside of any transaction. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function binaries(): string | null {
  const named = process.env['PG_BIN']
  if (named !== undefined) return named
  if (!existsSync(debian)) return null
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
  const folder = versions
    .map((version) => join(debian, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')))
  return folder ?? null
}

/** PostgreSQL refuses to run as root; then it runs as the account `postgres`. Null: as ourselves. */
async function ownerIds(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const id = async (flag: string) => {
    const child = spawn('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    for await (const chunk of child.stdout) text += String(chunk)
    if (text === '') throw new Error('PostgreSQL cannot run as root and there is no account named postgres')
    return Number(text)
  }
  return { uid: await id('-u'), gid: await id('-g') }
}
