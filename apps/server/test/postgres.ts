import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL on a Unix socket in its own directory. */
export interface TestPostgres {
  /** URL of its database `postgres`, as superuser. */
  readonly url: string
  /** Stops the server and removes its directory. */
  readonly stop: () => Promise<void>
  /** Kills all its processes at once, like a power failure, and restarts it on the same data. */
  readonly crash: () => Promise<void>
  /** Suspends all its processes for `ms` milliseconds, as on a machine that swaps or whose disk does not respond. */
  readonly pause: (ms: number) => Promise<void>
  /** Stops it and saves its data as an image at this path, for `PostgresSettings.image`. */
  readonly pack: (image: string) => Promise<void>
}

export interface PostgresSettings {
  /** An image made by `pack`; the server starts with a copy. Omitted: new data. */
  readonly image?: string
  /** Data directory; a temporary one by default. */
  readonly directory?: string
  /** Whether commits are synced to disk, as in production. True by default. */
  readonly isDurable?: boolean
}

const debian = '/usr/lib/postgresql'

/**
 * Starts a PostgreSQL. Null if the machine has no PostgreSQL binaries (Debian's location, or the folder in
 * `PG_BIN`).
 */
export async function startPostgres({
  image,
  directory = mkdtempSync(join(tmpdir(), 'cf-pg-')),
  isDurable = true,
}: PostgresSettings = {}): Promise<TestPostgres | null> {
  const bin = postgresBinaries()
  if (bin === null) return null
  const data = join(directory, 'data')
  const owner = await ownerIds()
  if (owner !== null) chownSync(directory, owner.uid, owner.gid)
  const asOwner = (command: string, args: string[]) => run(join(bin, command), args, directory, owner)
  const ctl = (...args: string[]) => asOwner('pg_ctl', ['-D', data, '-w', '-t', '60', ...args])
  const settings = [
    "-c listen_addresses=''",
    `-c unix_socket_directories='${directory}'`,
    '-c max_connections=200',
    // Short-lived databases need no vacuum, and a running one would delay copying its database.
    ...(isDurable ? [] : ['-c fsync=off', '-c autovacuum=off']),
  ]
  const start = () => ctl('-l', join(directory, 'log'), '-o', settings.join(' '), 'start')
  if (image === undefined) {
    const form = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
    await asOwner('initdb', ['-D', data, ...form])
  } else {
    await run('cp', ['-a', image, data], directory)
  }
  await start()
  return {
    url: postgresUrl(directory),
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
    pack: async (path) => {
      await ctl('-m', 'fast', 'stop')
      rmSync(`${path}.part`, { recursive: true, force: true })
      await run('cp', ['-a', data, `${path}.part`], directory)
      renameSync(`${path}.part`, path)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** URL of the database `postgres` of the server in the directory. */
export const postgresUrl = (directory: string): string =>
  `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`

function run(
  command: string,
  args: string[],
  cwd: string,
  owner: { uid: number; gid: number } | null = null,
): Promise<void> {
  // The server inherits the streams of pg_ctl, so a pipe would stay open as long as the server runs.
  const out = command.endsWith('pg_ctl') ? 'ignore' : 'pipe'
  const child = spawn(command, args, {
    ...owner,
    cwd,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['ignore', out, out],
  })
  let output = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${output}`)),
    )
  })
}

/** Process ids of the server and its children, read from Linux's /proc. */
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
    // The process has ended.
    return null
  }
}

/** The server's URL with another database, in the format of `TestPostgres.url`. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Runs `work` on a separate connection, outside any transaction. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Folder of the server's programs; null if not installed. */
export function postgresBinaries(): string | null {
  const named = process.env['PG_BIN']
  if (named !== undefined) return named
  if (!existsSync(debian)) return null
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
  const folder = versions
    .map((version) => join(debian, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')))
  return folder ?? null
}

/** PostgreSQL refuses to run as root, so it runs under the account `postgres`. Null: run as the current user. */
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
