import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The build id in the page; `none` when there is no built web app. */
export function buildOf(webRoot: string | null): string {
  if (webRoot === null) return 'none'
  const page = join(webRoot, 'index.html')
  return existsSync(page)
    ? (/<meta name="build" content="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? 'none')
    : 'none'
}
