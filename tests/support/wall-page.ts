import type { BrowserContext, Page } from 'playwright-core'
import { layoutOf } from '../../packages/contract/src/screen-templates.ts'
import type { TemplateName } from '../../packages/contract/src/screen-words.ts'
import type { ScreenLayout } from '../../packages/contract/src/screens.ts'
import { said, wallItems, wallNow } from './wall-items.ts'

export const wallShapes = [
  { name: '1080p', template: 'usual', size: { width: 1920, height: 1080 } },
  { name: 'portrait', template: 'portrait', size: { width: 1080, height: 1920 } },
  { name: 'ultra wide', template: 'ultra_wide', size: { width: 3840, height: 1080 } },
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

/** Answers for the wall what is the same each time: this layout, and a factory with all panels full. */
export async function fulfilWall(context: BrowserContext, layout: ScreenLayout): Promise<void> {
  await context.unrouteAll()
  await context.route('**/api/screens/shown*', (route) =>
    route.fulfill({
      json: {
        id: '1',
        names: said('一号屏', 'Screen one', 'Pantalla uno'),
        place: '',
        source: 'simulated',
        no: 1,
        layout,
      },
    }),
  )
  await context.route('**/api/wall/stream*', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream' },
      body:
        event('hello', { build: 'none', now: wallNow }) +
        event('keyframe', { topic: 'wall', at: wallNow, items: wallItems }, 'a-1'),
    }),
  )
}

/** What stands outside of its panel, what panels overlap, and words of the frame that are cut off. */
export const troubles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const panels = [...document.querySelectorAll<HTMLElement>('.panel')]
    const boxes = panels.map((panel) => ({
      name: panel.dataset['testid'] ?? '',
      box: panel.getBoundingClientRect(),
    }))
    for (const [at, { name, box }] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        if (
          box.left < other.box.right &&
          other.box.left < box.right &&
          box.top < other.box.bottom &&
          other.box.top < box.bottom
        )
          found.push(`${name} lies on ${other.name}`)
    for (const panel of panels) {
      const room = panel.getBoundingClientRect()
      for (const part of panel.querySelectorAll('.panel-body *')) {
        // Of drawings their text; lines may run to the edge.
        if (part.closest('svg') !== null && part.tagName !== 'text') continue
        const { left, right, top, bottom, width } = part.getBoundingClientRect()
        if (
          width > 0 &&
          (left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1)
        )
          found.push(
            `${panel.dataset['testid']}: ${part.tagName} ${part.textContent?.slice(0, 40)} leaves it`,
          )
      }
    }
    // Numbers and labels are never cut; free text that people write may end in an ellipsis.
    for (const word of document.querySelectorAll(
      '.kpi-value, .kpi-label, .ring-label, .state-counts span, .panel h2, .wall-shift *, .wall-clock *, .age-lamp',
    ))
      if (word.scrollWidth > word.clientWidth + 1 && word.clientWidth > 0)
        found.push(`cut: ${word.textContent}`)
    return found
  })
