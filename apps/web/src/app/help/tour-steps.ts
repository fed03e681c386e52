import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { type QueueName, queuesOf } from '../../modules/dashboard/dashboard.public.ts'
import { type MenuNode, menuOf } from '../route-tree.ts'
import { shellRoutes } from '../routes.tsx'

type PageText = 'users' | 'work' | 'due' | 'maintenance' | 'plan' | 'purchasing' | 'shipping' | 'orderList'
type QueueText = 'system' | 'orders' | 'risk' | 'lots' | 'inspections' | 'approvals' | 'alarms' | 'repairs'

/** A step points at one thing on the screen and bears its name. */
export interface TourStep {
  readonly title:
    | 'shell:bottomBar.queue'
    | 'shell:sidebar.label'
    | `shell:route.${'workReport' | 'inspectionDue' | 'equipmentMaintenance' | 'orderList' | 'purchasing' | 'shipping'}`
    | 'common:route.authorityUsers'
    | 'shell:route.messageList'
    | 'shell:palette.open'
    | 'help:title'
  readonly text: `queue.${QueueText}` | `page.${PageText}` | 'menu' | 'bell' | 'search' | 'help'
  /** Label of the button that the text names. */
  readonly button:
    | `common:action.${'release' | 'approve' | 'report'}`
    | `dashboard:queue.${'inspect' | 'ack' | 'accept'}`
    | null
  /** Selectors of the thing, the best first: a page whose menu is closed is behind the button of the menu. */
  readonly targets: readonly string[]
}

const menuButton = '.top-bar > .bar-button'
const step = (
  title: TourStep['title'],
  text: TourStep['text'],
  targets: readonly string[],
  button: TourStep['button'] = null,
): TourStep => ({ title, text, targets, button })

const queueTexts: Readonly<Record<QueueName, readonly [QueueText, TourStep['button']]>> = {
  system: ['system', null],
  orders: ['orders', 'common:action.release'],
  lots: ['lots', 'common:action.report'],
  inspections: ['inspections', 'dashboard:queue.inspect'],
  approvals: ['approvals', 'common:action.approve'],
  alarms: ['alarms', 'dashboard:queue.ack'],
  repairs: ['repairs', 'dashboard:queue.accept'],
  rounds: ['repairs', 'dashboard:queue.accept'],
  plans: ['repairs', 'dashboard:queue.accept'],
}

/** The queue that home shows first. */
function queueStep(tags: readonly string[]): readonly TourStep[] {
  const [name] = queuesOf(tags)
  if (name === undefined) return []
  const onlyReads = name === 'orders' && !tags.includes('order.release')
  const [text, button] = onlyReads ? (['risk', null] as const) : queueTexts[name]
  return [step('shell:bottomBar.queue', `queue.${text}`, ['.queue-band'], button)]
}

/** The page where people with a tag spend their day; the first one that the menu has counts. */
const mainPages: readonly (readonly [Permission, path: string, TourStep['title'], PageText])[] = [
  ['authority.users', '/authority/users', 'common:route.authorityUsers', 'users'],
  ['order.report', '/order/work', 'shell:route.workReport', 'work'],
  ['quality.inspect', '/quality/due', 'shell:route.inspectionDue', 'due'],
  ['equipment.maintain', '/equipment/maintenance', 'shell:route.equipmentMaintenance', 'maintenance'],
  ['order.edit', '/order/list', 'shell:route.orderList', 'plan'],
  ['purchase.edit', '/warehouse/purchasing', 'shell:route.purchasing', 'purchasing'],
  ['order.ship', '/order/shipping', 'shell:route.shipping', 'shipping'],
  ['order.view', '/order/list', 'shell:route.orderList', 'orderList'],
]

function pageStep(tags: readonly string[]): TourStep {
  const pathsOf = ({ path, children }: MenuNode): readonly string[] => [path, ...children.flatMap(pathsOf)]
  const menu = menuOf(shellRoutes(), tags).flatMap(pathsOf)
  const main = mainPages.find(([tag, path]) => tags.includes(tag) && menu.includes(path))
  if (main === undefined) return step('shell:sidebar.label', 'menu', ['.sidebar .menu', menuButton])
  const [, path, title, text] = main
  const link = `a[href="${path}"]`
  return step(title, `page.${text}`, [`nav ${link}`, `.menu-group:has(${link}) > .menu-item`, menuButton])
}

/** What the home page shows to a person with these tags on the first day. */
export const tourSteps = (tags: readonly string[]): readonly TourStep[] => [
  ...queueStep(tags),
  pageStep(tags),
  step('shell:route.messageList', 'bell', ['.message-bell', 'nav a[href="/message/list"]']),
  step('shell:palette.open', 'search', ['.bar-search']),
  step('help:title', 'help', ['[aria-keyshortcuts="?"]']),
]

interface Size {
  readonly width: number
  readonly height: number
}
export interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Distance of the card from what it explains and from the edges of the window, px. */
const gap = 12

/** Place of the card: beside the thing where there is room, otherwise in the lower right corner of the window. */
export function placeOf(thing: Box, card: Size, room: Size): Pick<Box, 'left' | 'top'> {
  const within = (at: number, size: number, whole: number) => Math.max(gap, Math.min(at, whole - size - gap))
  const left = within(thing.left, card.width, room.width)
  const top = within(thing.top, card.height, room.height)
  const below = thing.top + thing.height + gap
  const after = thing.left + thing.width + gap
  if (below + card.height + gap <= room.height) return { left, top: below }
  if (after + card.width + gap <= room.width) return { left: after, top }
  if (thing.top - gap - card.height >= gap) return { left, top: thing.top - gap - card.height }
  return { left: room.width - card.width - gap, top: room.height - card.height - gap }
}
