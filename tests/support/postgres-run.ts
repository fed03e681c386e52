import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

const folder = mkdtempSync(join(tmpdir(), 'cf-pg-run-'))

/** Sets the directory of the PostgreSQL that the files of a run share. The first file that needs it starts it. */
export function setup(project: TestProject): void {
  project.provide('postgresFolder', folder)
}

/** Kills it: its data are discarded, so no clean stop is needed. */
export async function teardown(): Promise<void> {
  const pidFile = join(folder, 'data/postmaster.pid')
  if (existsSync(pidFile)) {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
    for (let tries = 0; existsSync(pidFile) && tries < 200; tries += 1) await pause(20)
  }
  rmSync(folder, { recursive: true, force: true })
}
