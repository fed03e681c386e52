import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Load, LoadSent } from './load-machines.ts'

/** Runs a load in a separate process; resolves with its result. */
export async function loadInProcess(load: Load): Promise<LoadSent> {
  const child = fork(join(import.meta.dirname, 'load-child.ts'), [JSON.stringify(load)])
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the sender ended without a word')))
  const [sent] = (await Promise.race([once(child, 'message'), ended])) as [LoadSent]
  return sent
}
