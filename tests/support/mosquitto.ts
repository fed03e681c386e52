import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The configuration from the guide, with some settings replaced. */
function shownLines(settings: Readonly<Record<string, string>>): string {
  const guide = readFileSync(new URL('../../docs/mqtt-broker.md', import.meta.url), 'utf8')
  const [, shown] = /```\n(# [^\n]*\nlistener [^`]*)```/.exec(guide) ?? []
  if (shown === undefined) throw new Error('docs/mqtt-broker.md shows no configuration')
  return shown.replace(/^(\w+) (.*)$/gm, (line, name: string) => {
    const value = settings[name]
    return value === undefined ? line : `${name} ${value}`
  })
}

/** A Mosquitto with password file and ACL as in docs/mqtt-broker.md; sessions are saved to disk. */
export interface TestMosquitto {
  readonly port: number
  /** URL for the app. */
  readonly url: string
  readonly password: string
  /** Publishes with `mosquitto_pub`, QoS 1, as `gateway`; rejects when the broker does not accept it. */
  publish(topic: string, message: string): Promise<void>
  /** SIGKILL, then a new process on the same data after `ms`. */
  killAndRestart(ms: number): Promise<void>
  stop(): Promise<void>
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const password = 'pass-of-tests'

/**
 * Starts Mosquitto with the configuration from docs/mqtt-broker.md. Null, with a message, if it is not installed.
 * `acl`: the gateway's ACL, as the product writes it. `saves`: whether acknowledged messages are saved
 * immediately, or as configured in the guide.
 */
export async function startMosquitto(
  acl: string,
  saves: 'each change' | 'as shown' = 'each change',
): Promise<TestMosquitto | null> {
  if (!hasMosquitto()) {
    process.stderr.write('SKIPPED: the outer broker needs mosquitto and mosquitto-clients\n')
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'cf-mosquitto-'))
  const path = (name: string) => join(folder, name)
  const port = await freePort()
  for (const [place, name] of ['house', 'gateway'].entries())
    execFileSync('mosquitto_passwd', [
      '-b',
      ...(place === 0 ? ['-c'] : []),
      path('passwords'),
      name,
      password,
    ])
  writeFileSync(path('acl'), `user house\ntopic readwrite #\n\n${acl}`)
  // Mosquitto drops root privileges at start and then could not read its files.
  const user = process.getuid?.() === 0 ? 'user root\n' : ''
  writeFileSync(
    path('conf'),
    `${user}${shownLines({
      listener: `${port} 127.0.0.1`,
      password_file: path('passwords'),
      acl_file: path('acl'),
      ...(saves === 'each change' && { autosave_on_changes: 'true', autosave_interval: '1' }),
    })}persistence_location ${folder}/\n`,
  )
  let broker = await begin()

  async function begin(): Promise<ChildProcess> {
    const child = spawn('mosquitto', ['-c', path('conf')], { stdio: 'ignore' })
    for (const until = Date.now() + 10_000; Date.now() < until; await pause(50))
      if (await answers(port)) return child
    throw new Error('mosquitto did not start')
  }
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(broker, 'exit')
    broker.kill(signal)
    await ended
  }
  const killIt = (): void => void broker.kill('SIGKILL')
  process.once('exit', killIt)

  return {
    port,
    password,
    url: `mqtt://house:${password}@127.0.0.1:${port}`,
    async publish(topic, message) {
      const who = ['-h', '127.0.0.1', '-p', String(port), '-u', 'gateway', '-P', password, '-q', '1']
      const child = spawn('mosquitto_pub', [...who, '-t', topic, '-m', message], { stdio: 'ignore' })
      const [code] = (await once(child, 'exit')) as [number | null]
      if (code !== 0) throw new Error(`mosquitto_pub ended with ${code}`)
    },
    async killAndRestart(ms) {
      await kill('SIGKILL')
      await pause(ms)
      broker = await begin()
    },
    async stop() {
      process.off('exit', killIt)
      await kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const hasMosquitto = (): boolean => has('mosquitto') && has('mosquitto_pub')

function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const ok = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return ok
}
