import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The build id that the page itself carries; `none` when there is no built browser part. */
export function buildOf(webRoot: string | null): string {
  if (webRoot === null) return 'none'
  const page = join(webRoot, 'index.html')
  return existsSync(page)
    ? (/<meta name="build" content="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? 'none')
    : 'none'
}
