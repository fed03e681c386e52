import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { cookiesOf, screens } from './browser.ts'
import { withoutFocusRing } from './focus-rings.ts'
import { keysShown, settled } from './shell.ts'
import { type Language, languages } from './dictionary.ts'

/** How a page is displayed: language, colours, width. */
export interface Appearance {
  readonly language: Language
  readonly dark: boolean
  readonly screen: (typeof looked)[number]
}

/** Phone, the narrowest screen with a menu beside the page, and laptop. */
export const looked = ['phone', 'tablet', 'laptop'] as const

/** All combinations of languages, colours and widths. */
export const allAppearances: readonly Appearance[] = languages.flatMap((language) =>
  [false, true].flatMap((dark) => looked.map((screen) => ({ language, dark, screen }))),
)

/** Sets the display preferences of the next pages in these windows. */
export async function prefer(
  context: BrowserContext,
  url: string,
  { language, dark }: Omit<Appearance, 'screen'>,
) {
  await context.clearCookies()
  await context.addCookies(cookiesOf(url, { language, dark }))
}

/** Opens a page and waits until it is complete. */
export async function show(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/**
 * Faults of the visible page as texts: elements wider than the window, missing translations, elements without a
 * visible focus, axe's findings. Dark colours are only checked for contrast; everything else is as in light colours.
 */
export async function faults(page: Page, path: string, appearance: Appearance): Promise<string[]> {
  const { language, dark, screen } = appearance
  await page.setViewportSize(screens[screen])
  const px = await page.evaluate(overflow)
  const found = [
    ...(await violations(page, dark)),
    ...(px > 0 ? [`is ${px} px wider than its window`] : []),
    ...(await keysShown(page)).map((key) => `shows the key ${key}`),
    ...(screen === 'laptop' && !(await page.evaluate(listsFit)) ? ['has a list that scrolls'] : []),
    ...(screen === 'laptop' && language === 'zh'
      ? (await withoutFocusRing(page)).map((kind) => `shows no focus on ${kind}`)
      : []),
  ]
  return found.map((fault) => `${path} (${language}, ${dark ? 'dark' : 'light'}, ${screen}) ${fault}`)
}

/**
 * Findings of axe on the current page: rule and first element. Passed checks are not listed, because listing
 * takes longer than checking.
 */
export async function violations(page: Page, dark: boolean): Promise<string[]> {
  // During a fade or slide, the contrast is lower than at its end.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations: found } = await (dark ? axe.withRules('color-contrast') : axe).analyze()
  return found.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160) ?? ''}`)
}

/** Runs in the page: number of px by which it is wider than the window, once its width is stable. */
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

/** Runs in the page: whether lists show all columns beside the open menu, with a scroll bar of up to 17 px. */
function listsFit(): boolean {
  return [...document.querySelectorAll<HTMLElement>('.list-scroller')].every(
    ({ offsetWidth, firstElementChild }) =>
      offsetWidth === 0 ||
      Number.parseFloat((firstElementChild as HTMLElement).style.width) <= offsetWidth - 17,
  )
}
