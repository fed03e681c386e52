import type { BrowserContext, Page } from 'playwright-core'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import type { PanelKind, TemplateName } from '@cloud-factory/domain/displays/display-enums'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { becomes, eventually, type App } from './journey.ts'
import type { Language } from './dictionary.ts'
import { namesOf, wallItems, wallNow } from './wall-items.ts'

export const wallShapes = [
  { name: '1080p', template: 'usual', size: { width: 1920, height: 1080 } },
  { name: 'portrait', template: 'portrait', size: { width: 1080, height: 1920 } },
  { name: 'wide', template: 'wide', size: { width: 2560, height: 1080 } },
  { name: 'ultra wide', template: 'ultra_wide', size: { width: 3840, height: 1080 } },
  { name: 'visitors', template: 'visitors', size: { width: 1920, height: 1080 } },
  { name: 'visitors, upright', template: 'visitors_portrait', size: { width: 1080, height: 1920 } },
  { name: 'project', template: 'project', size: { width: 1920, height: 1080 } },
  { name: 'project, upright', template: 'project_portrait', size: { width: 1080, height: 1920 } },
  { name: 'shift start', template: 'shift_start', size: { width: 1920, height: 1080 } },
  { name: 'shift start, upright', template: 'shift_start_portrait', size: { width: 1080, height: 1920 } },
  { name: 'quality month', template: 'quality_month', size: { width: 1920, height: 1080 } },
  { name: 'quality month, upright', template: 'quality_month_portrait', size: { width: 1080, height: 1920 } },
  { name: '1080p at 125 % in a smaller window', template: 'usual', size: { width: 1536, height: 864 } },
] as const

/** A template as it would be published, without a takeover. */
export const shownLayout = (template: TemplateName): ScreenLayout => ({
  ...layoutOf(template),
  takeover: null,
  pixelShift: false,
})

const event = (name: string, data: unknown, id = ''): string =>
  `${id === '' ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Serves fixed responses for the wall: this layout, and data for its panels, which are `ageMs` old. */
export async function fulfilWall(
  context: BrowserContext,
  layout: ScreenLayout,
  { ageMs = 0, items = wallItems }: { readonly ageMs?: number; readonly items?: object } = {},
): Promise<void> {
  await context.unrouteAll()
  await context.route('**/api/screens/shown*', (route) =>
    route.fulfill({
      json: {
        id: '1',
        names: namesOf('一号屏', 'Screen one', 'Pantalla uno'),
        place: '',
        source: 'simulated',
        no: 1,
        layout,
      },
    }),
  )
  await context.route('**/api/wall/model/**', (route) => route.fulfill({ json: null }))
  await context.route('**/api/wall/stream*', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream' },
      body:
        event('hello', { build: 'none', now: wallNow + ageMs }) +
        event('keyframe', { topic: 'wall', at: wallNow, items }, 'a-1'),
    }),
  )
}

/** Layout faults on the pages of a wall of this shape. */
export async function layoutTroubles(
  app: App,
  { template, size }: Pick<(typeof wallShapes)[number], 'template' | 'size'>,
  language: Language,
): Promise<string[]> {
  const { page, context } = await app.enter('viewer', null)
  await page.setViewportSize(size)
  const layout = shownLayout(template)
  const found: string[] = []
  for (const [at] of layout.pages.entries()) {
    await fulfilWall(context, { ...layout, pages: layout.pages.slice(at, at + 1) })
    await page.goto(`/virtualData?lang=${language}`)
    await page.locator('.panel').first().waitFor()
    found.push(...(await troubles(page)).map((trouble) => `${language}, page ${at}: ${trouble}`))
  }
  return found
}

/** Elements outside their panel, overlapping panels, truncated text of the frame, and type that is too small. */
export const troubles = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate(smallType)),
  ...(await page.evaluate(overlaps)),
  ...(await page.evaluate(strays)),
  ...(await page.evaluate(cuts)),
]

function overlaps(): string[] {
  const boxes = [...document.querySelectorAll<HTMLElement>('.panel')].map((panel) => ({
    name: panel.dataset['testid'] ?? '',
    box: panel.getBoundingClientRect(),
  }))
  const apart = (a: DOMRect, b: DOMRect) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => !apart(one.box, other.box))
      .map((other) => `${one.name} lies on ${other.name}`),
  )
}

/** For drawings only text counts; lines may reach the edge. */
function strays(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.panel')].flatMap((panel) => {
    const room = panel.getBoundingClientRect()
    const inside = (box: DOMRect) =>
      box.left >= room.left - 1 &&
      box.right <= room.right + 1 &&
      box.top >= room.top - 1 &&
      box.bottom <= room.bottom + 1
    return [...panel.querySelectorAll('.panel-body *')]
      .filter((part) => part.closest('svg') === null || part.tagName === 'text')
      .filter((part) => part.getBoundingClientRect().width > 0 && !inside(part.getBoundingClientRect()))
      .map(
        (part) =>
          `${panel.dataset['testid'] ?? ''}: ${part.tagName} ${part.textContent.slice(0, 40)} leaves it`,
      )
  })
}

/** Numbers, their labels and usual names must never be truncated; a name of 25 letters or more may end in an ellipsis. */
function cuts(): string[] {
  const words = document.querySelectorAll(
    '.kpi-value, .ring-label, .rings, .reading .kpi-label, .bay-head b, .state-counts span, .panel h2, .pareto b, .wall-shift *, .wall-clock *, .age-lamp',
  )
  return [...words]
    .filter((word) => !word.matches('.bay-head b') || (word.textContent ?? '').length < 25)
    .filter((word) => word.clientWidth > 0 && word.scrollWidth > word.clientWidth + 1)
    .map((word) => `cut: ${word.textContent}`)
}

/**
 * From five metres nothing below 18 px can be read, and a figure that matters has 37 px, of a picture 1080 px high.
 * The map has sizes of its own.
 */
function smallType(): string[] {
  const texts = document.createTreeWalker(
    document.querySelector('.wall-stage') ?? document,
    NodeFilter.SHOW_TEXT,
  )
  const found: string[] = []
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode
    const text = textContent?.trim() ?? ''
    if (element === null || text === '' || element.closest('.of-workshop_map, .controls') !== null) continue
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    const isFigure = element.matches('.kpi-value, .state-counts b, .verdict, .trace .now')
    if (size < (isFigure ? 37 : 18)) found.push(`${size} px: ${text}`)
  }
  return found
}

/** Number of frames that the page has stored for a start without the server. */
export const storedFrames = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('cloud-factory-wall')
        // The page has no database yet and must create its own.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(0)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('frames').objectStore('frames').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

/** State of the page's link: `live`, or why not. */
export const lamp = (page: Page): Promise<string | null> =>
  page.locator('[data-testid="age-lamp"]').getAttribute('data-state')
/** Turns the pages of a wall until the one with this panel is shown. */
export async function turnTo(page: Page, kind: PanelKind): Promise<void> {
  await page.locator('.wall-page').waitFor()
  while ((await page.locator(`[data-testid="panel-${kind}"]`).count()) === 0)
    await page.keyboard.press('ArrowRight')
}

/** What the clock of the wall shows. */
export const clock = (page: Page): Promise<string> => page.locator('.wall-clock').innerText()

/** The clock runs and the link is live, so the picture is not frozen. */
export async function lives(page: Page): Promise<void> {
  await becomes(() => lamp(page), 'live')
  const before = await clock(page)
  await eventually(() => clock(page)).not.toBe(before)
}

/** Runs in the page before its scripts. Sets the TV's clock wrong by `byMs`. */
export function wrongClock(byMs: number): void {
  const Right = Date
  const now = () => Right.now() + byMs
  globalThis.Date = new Proxy(Right, {
    construct: (_, parts) => (parts.length === 0 ? new Right(now()) : Reflect.construct(Right, parts)),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Right, name)),
  })
}
