import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { cookiesOf, screens } from './browser.ts'
import { keysShown, settled } from './shell.ts'
import { type Language, languages } from './dictionary.ts'

/** How a page is looked at. */
export interface SnapshotReader {
  readonly language: Language
  readonly dark: boolean
  readonly screen: (typeof looked)[number]
}

/** From the phone to the narrowest screen with a menu beside the page, and on to a laptop. */
export const looked = ['phone', 'tablet', 'laptop'] as const

/** All that a page can look like: languages, colours and widths. */
export const allSnapshots: readonly SnapshotReader[] = languages.flatMap((language) =>
  [false, true].flatMap((dark) => looked.map((screen) => ({ language, dark, screen }))),
)

/** What the next pages of these windows are shown in. */
export async function prefer(
  context: BrowserContext,
  url: string,
  { language, dark }: Omit<SnapshotReader, 'screen'>,
) {
  await context.clearCookies()
  await context.addCookies(cookiesOf(url, { language, dark }))
}

/** Opens a page in the window and waits until all of it is there. */
export async function show(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/**
 * What is wrong with the page shown, in words: what is wider than the window, words that are missing, and, unless told
 * otherwise, what axe finds. The dark colours are judged by their contrast: all else is as in the light.
 */
export async function faults(page: Page, path: string, snapshots: SnapshotReader): Promise<string[]> {
  const { language, dark, screen } = snapshots
  await page.setViewportSize(screens[screen])
  const px = await page.evaluate(overflow)
  const found = [
    ...(await violations(page, dark)),
    ...(px > 0 ? [`is ${px} px wider than its window`] : []),
    ...(await keysShown(page)).map((key) => `shows the key ${key}`),
    ...(screen === 'laptop' && path.startsWith('/quality/') && !(await page.evaluate(listsFit))
      ? ['has a list that scrolls']
      : []),
  ]
  return found.map((fault) => `${path} (${language}, ${dark ? 'dark' : 'light'}, ${screen}) ${fault}`)
}

/** What axe finds on the page as it stands: rule and first place. What passed is not listed, which takes longer than to judge it. */
export async function violations(page: Page, dark: boolean): Promise<string[]> {
  // What fades or slides in has the contrast of half its way.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations: found } = await (dark ? axe.withRules('color-contrast') : axe).analyze()
  return found.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160) ?? ''}`)
}

/** Runs in the page: how many px it is wider than the window, once its width has come to rest. */
async function overflow(): Promise<number> {
  let before = Number.NaN
  for (let frames = 0; frames < 5; frames += 1) {
    await new Promise(requestAnimationFrame)
    const wider = document.documentElement.scrollWidth - window.innerWidth
    if (wider !== before) frames = 0
    before = wider
  }
  return Math.max(0, before)
}

/** Runs in the page: whether lists show all of their columns beside the open menu, where a scroll bar takes up to 17 px. */
function listsFit(): boolean {
  return [...document.querySelectorAll<HTMLElement>('.list-scroller')].every(
    ({ offsetWidth, firstElementChild }) =>
      offsetWidth === 0 ||
      Number.parseFloat((firstElementChild as HTMLElement).style.width) <= offsetWidth - 17,
  )
}
