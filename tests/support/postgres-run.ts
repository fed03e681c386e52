import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

const folder = mkdtempSync(join(tmpdir(), 'cf-pg-run-'))

/** Names the place of the PostgreSQL that the files of a run share; the first that needs it starts it there. */
export function setup(project: TestProject): void {
  project.provide('postgresFolder', folder)
}

/** Ends it; what is in it is thrown away, so without a good-bye. */
export async function teardown(): Promise<void> {
  const pidFile = join(folder, 'data/postmaster.pid')
  if (existsSync(pidFile)) {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
    for (let tries = 0; existsSync(pidFile) && tries < 200; tries += 1) await pause(20)
  }
  rmSync(folder, { recursive: true, force: true })
}
