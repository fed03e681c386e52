import { cpSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { demoFactory } from '../../apps/server/test/app.ts'
import { unpackDatabase } from '../../apps/server/test/harness.ts'
import { chromiumPath } from './browser.ts'
import { dataFolder } from './house.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a demo factory that nobody runs: every test file starts on a copy. */
    readonly demoFolder: string
  }
}

const folder = dataFolder()

/** Lays out the demo factory once for all browser tests: the one that the API tests have. */
export async function setup(project: TestProject): Promise<void> {
  if (chromiumPath === null) return
  const { database, files } = await demoFactory()
  await unpackDatabase(database, folder.path)
  cpSync(files, folder.path, { recursive: true })
  project.provide('demoFolder', folder.path)
}

export const teardown = (): void => folder.remove()
