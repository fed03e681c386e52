import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL on a Unix socket in a directory of its own. */
export interface TestPostgres {
  /** URL of its database `postgres`, as superuser. */
  readonly url: string
  /** Stops the server and removes its directory. */
  readonly stop: () => Promise<void>
  /** Kills all its processes at once, as a power cut would, and starts it again on the same data. */
  readonly crash: () => Promise<void>
  /** All its processes stand still for so long, ms, as on a machine that swaps or a disk that does not answer. */
  readonly pause: (ms: number) => Promise<void>
  /** Stops it for good and makes its data the image at this path, for `PostgresSettings.image`. */
  readonly pack: (image: string) => Promise<void>
}

export interface PostgresSettings {
  /** What `pack` made: its data begin as a copy. Else they are new. */
  readonly image?: string
  /** Where it lives; a temporary directory unless said. */
  readonly directory?: string
  /** Commits reach the disk, as in production, unless said otherwise. */
  readonly isDurable?: boolean
}

const debian = '/usr/lib/postgresql'

/** Starts one; null when the machine has no PostgreSQL binaries (Debian's place, or a folder in `PG_BIN`). */
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
    // Databases that live for seconds need no vacuum, and one at work would hold up the copying of its database.
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

/** URL of the database `postgres` of the server that lives in the directory. */
export const postgresUrl = (directory: string): string =>
  `postgres://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`

function run(
  command: string,
  args: string[],
  cwd: string,
  owner: { uid: number; gid: number } | null = null,
): Promise<void> {
  // The server keeps what pg_ctl was given: a pipe would stay open for as long as it runs.
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

/** Folder of the server's programs; null where the machine has none. */
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

/** PostgreSQL rejects to run as root; then it runs as the account `postgres`. Null: as ourselves. */
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
