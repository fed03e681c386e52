import type { Browser, BrowserContext } from 'playwright-core'
import { keptState, type Visit, type VisitOptions, visit } from './browser.ts'
import type { SignedIn } from './house.ts'

interface Pooled {
  readonly kind: string
  readonly opened: Visit
}

export interface WindowPool {
  /** A window in the state that the options and the person say, and in no other. */
  take(url: string, options: VisitOptions, person?: SignedIn): Promise<Visit>
  /** Closes all windows; their browsers stay for the next cases. Answers what the pages complained of. */
  giveBack(): Promise<string[]>
}

/** Windows for case after case: cookies and storage begin anew each time, only the cache of files stays warm. */
export function windowPool(browser: Browser): WindowPool {
  const free: Pooled[] = []
  const taken: Pooled[] = []

  const reuse = async ({ kind, opened }: Pooled): Promise<Pooled> => {
    const page = await opened.context.newPage()
    opened.complaints.length = 0
    return { kind, opened: { ...opened, page } }
  }
  return {
    async take(url, options, person) {
      const { screen = 'laptop', bypassCSP = false } = options
      const kind = JSON.stringify([url, screen, bypassCSP])
      const at = free.findIndex((pooled) => pooled.kind === kind)
      const [known] = at === -1 ? [] : free.splice(at, 1)
      const pooled =
        known === undefined ? { kind, opened: await visit(browser, url, options) } : await reuse(known)
      taken.push(pooled)
      await pooled.opened.context.setStorageState(keptState(url, options, person))
      return pooled.opened
    },
    async giveBack() {
      const back = taken.splice(0)
      await Promise.all(back.map(({ opened }) => closePages(opened.context)))
      const complaints = back.flatMap(({ opened }) => opened.complaints)
      free.push(...back)
      return complaints
    },
  }
}

async function closePages(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
}
