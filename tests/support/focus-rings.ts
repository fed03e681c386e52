import type { Page } from 'playwright-core'

/** Elements of the visible page that look the same with the keyboard's focus as without it: tag, class, parent's class. */
export async function withoutFocusRing(page: Page): Promise<string[]> {
  // The browser shows the focus that a script sets only after the keyboard was used.
  await page.keyboard.press('Tab')
  return page.evaluate(lookForRings)
}

/** Runs in the page. Of elements of one kind it looks at the first. */
async function lookForRings(): Promise<string[]> {
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const shown = (element: HTMLElement) =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const kindOf = ({ tagName, className, parentElement }: Element) =>
    `${tagName.toLowerCase()}.${String(className)} in ${String(parentElement?.className)}`
  /** Components draw the ring on an element around, inside or beside the focused one. */
  const lookOf = (element: Element): string => {
    const near = [...(element.parentElement?.children ?? []), ...element.querySelectorAll('*')].slice(0, 40)
    for (let one: Element | null = element; one !== null && near.length < 50; one = one.parentElement)
      near.push(one)
    return near
      .flatMap((one) => [null, '::before', '::after'].map((part) => getComputedStyle(one, part)))
      .flatMap((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor])
      .join()
  }
  const ofEachKind = new Map(
    [...document.querySelectorAll<HTMLElement>(focusable)]
      .filter(shown)
      .toReversed()
      .map((element) => [kindOf(element), element]),
  )
  const found: string[] = []
  for (const [kind, element] of ofEachKind) {
    ;(document.activeElement as HTMLElement | null)?.blur()
    const before = lookOf(element)
    element.focus({ preventScroll: true })
    if (document.activeElement !== element) continue
    // Some rings are a class that the component sets after the event.
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    if (lookOf(element) === before) found.push(kind)
  }
  return found
}
