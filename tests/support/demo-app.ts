import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { demoFactory } from '../../apps/server/test/app.ts'
import { unpackDatabase } from '../../apps/server/test/harness.ts'
import { chromiumPath } from './browser.ts'
import { dataFolder } from './app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a demo factory without a server. Servers start on copies beside it. */
    readonly demoFolder: string
  }
}

const folder = dataFolder()

/** Creates the demo factory once for all browser tests, from the image of the API tests. */
export async function setup(project: TestProject): Promise<void> {
  if (chromiumPath === null) return
  const { database, files } = await demoFactory()
  const demo = join(folder.path, 'demo')
  await unpackDatabase(database, demo)
  cpSync(files, demo, { recursive: true })
  project.provide('demoFolder', demo)
}

export const teardown = (): void => folder.remove()
