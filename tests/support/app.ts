import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseImage, unpackDatabase } from '../../apps/server/test/harness.ts'
import { root, server, serverProcess } from '../../tools/setup.mjs'

/** Password of every demo person and of the administrator in tests. */
export const password = 'Stahl-Bau-2026!'

export interface RunningServer {
  readonly url: string
  readonly pid: number
  /** What the server printed so far. */
  output(): string
  /** Milliseconds from spawn to the address being printed. */
  readonly startedIn: number
  /** Kills the process with SIGKILL, like a power cut. */
  kill(): Promise<void>
  /** Stops it with SIGTERM, like a supervisor; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** A data folder for one test file; `remove` deletes it. */
export function dataFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'cloud-factory-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A data folder whose embedded database has its tables and no rows: migrating a new one takes half a minute. */
export async function migratedFolder(): Promise<ReturnType<typeof dataFolder>> {
  const folder = dataFolder()
  await unpackDatabase(await databaseImage('migrated'), folder.path)
  return folder
}

/**
 * Starts the real server on a free port, with the options of `npm start`, and waits until it prints its address. `args`: options
 * of the process instead of these.
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  args?: readonly string[],
): Promise<RunningServer> {
  const began = performance.now()
  const child = spawnServer(dataDir, env, args ?? serverProcess().args)
  // A test that failed half-way must not leave a server behind.
  const killIt = (): void => void child.kill('SIGKILL')
  process.once('exit', killIt)
  child.once('exit', () => process.off('exit', killIt))
  let output = ''
  const collect = (chunk: Buffer): void => void (output += chunk.toString())
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const url = await addressOf(child, () => output)
  const ended = once(child, 'exit')
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    startedIn: performance.now() - began,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

/** Fills a new database without serving it, as `npm start` does while it builds. Resolves with what it prints. */
export async function prepareServer(dataDir: string, env: Record<string, string>): Promise<string> {
  const child = spawnServer(dataDir, env, serverProcess().args, '--only-prepare')
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`the database was not filled:\n${output}`)
  return output
}

const spawnServer = (
  dataDir: string,
  env: Record<string, string>,
  args: readonly string[],
  ...options: readonly string[]
) =>
  spawn(process.execPath, [...args, server, ...options], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      ...serverProcess().env,
      ADMIN_PASSWORD: password,
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      // The simulator would slow down all other tests.
      SIMULATOR: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  for (const until = Date.now() + 600_000; Date.now() < until; ) {
    const found = /Cloud Factory 云工厂\s+(http:\/\/\S+)/.exec(output())
    if (found?.[1] !== undefined) return found[1]
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not start:\n${output()}`)
}

export interface SignedIn {
  readonly token: string
  /** User info as the browser stores it. */
  readonly user: unknown
}

/** Signs in over the API. */
export async function signInOverApi(url: string, username: string, secret = password): Promise<SignedIn> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: secret }),
  })
  if (!reply.ok) throw new Error(`${username} cannot sign in: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as SignedIn
}

/** The tour of the home page as people have left it who have seen all of it. */
export const finishedTour = { step: 0, isClosed: true } as const

/** Signs in over the API and returns a caller with that session. */
export async function apiAs(url: string, username: string, secret = password) {
  return apiWith(url, (await signInOverApi(url, username, secret)).token)
}

/** A caller of the API with the token of a signed-in person. */
export function apiWith(url: string, token: string) {
  return {
    token,
    /** Calls the API; JSON in, `{status, body}` out. */
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const isForm = body instanceof FormData
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: token,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
    },
  }
}
