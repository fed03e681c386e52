import type { TestProject } from 'vitest/node'
import { chromiumPath } from './browser.ts'
import { dataFolder, startHouse } from './house.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a demo factory that nobody runs: every test file starts on a copy. */
    readonly demoFolder: string
  }
}

const folder = dataFolder()

/** Lays out the demo factory once for all browser tests. */
export async function setup(project: TestProject): Promise<void> {
  if (chromiumPath === null) return
  const house = await startHouse(folder.path)
  await house.stop()
  project.provide('demoFolder', folder.path)
}

export const teardown = (): void => folder.remove()
