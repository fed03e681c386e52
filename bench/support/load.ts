import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

export interface Load {
  readonly origin: string
  /** Headers of the sessions, distributed over the connections. */
  readonly sessions: readonly Readonly<Record<string, string>>[]
  /** Requested in turn. */
  readonly paths: readonly string[]
  readonly connections: number
  /** Requests per second of each connection; a late response does not slow down the others. 0: the next one after each response. */
  readonly perSecond: number
  readonly seconds: number
}

export interface Figures {
  readonly requests: number
  readonly failed: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Puts load on a server from a separate process, so that measuring does not slow down the server. */
export async function runLoad(load: Load): Promise<Figures> {
  const child = fork(import.meta.filename, { execArgv: [] })
  child.send(load)
  const [figures] = (await once(child, 'message')) as [Figures]
  child.disconnect()
  return figures
}

function figuresOf(times: readonly number[], failed: number): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
  return { requests: times.length, failed, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

async function run(load: Load): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const times: number[] = []
  let failed = 0
  let turn = 0
  const ask = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<void>((resolve) => {
      const began = performance.now()
      const call = request(new URL(path, load.origin), { agent, headers }, (reply) => {
        reply.resume()
        reply.on('end', () => {
          times.push(performance.now() - began)
          if (reply.statusCode !== 200) failed += 1
          resolve()
        })
      })
      call.on('error', () => {
        failed += 1
        resolve()
      })
      call.end()
    })
  const end = performance.now() + load.seconds * 1000
  const connection = async (index: number) => {
    const headers = load.sessions[index % load.sessions.length] ?? {}
    const step = load.perSecond === 0 ? null : 1000 / load.perSecond
    await pause((index / load.connections) * (step ?? 0))
    for (let due = performance.now(); due < end; due = step === null ? performance.now() : due + step) {
      await pause(Math.max(0, due - performance.now()))
      await ask(load.paths[(turn += 1) % load.paths.length] ?? '/', headers)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, (_, index) => connection(index)))
  agent.destroy()
  return figuresOf(times, failed)
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  const [load] = (await once(process, 'message')) as [Load]
  process.send(await run(load))
}
