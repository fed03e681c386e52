import { readdirSync, readFileSync } from 'node:fs'
import { processTimes } from './cpu.ts'

/** Processor time in ms of all processes of this process's Chromium, on Linux. */
export function browserTimes(): () => number {
  const root = children(process.pid).find((pid) => /chrom/i.test(commandOf(pid)))
  if (root === undefined) throw new Error('no Chromium among the children of this process')
  const family = (pid: number): number[] => [pid, ...children(pid).flatMap(family)]
  // The parent's time includes processes that have ended.
  return () => family(root).reduce((sum, pid) => sum + processTimes(pid), 0)
}

const children = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`)
const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1])
