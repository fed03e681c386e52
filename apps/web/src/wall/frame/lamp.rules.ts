import type { PanelKind } from '@cloud-factory/domain/displays/screen-enums'
import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { idleTimeoutMs } from './trust.rules.ts'

/** `opening`: no data shown yet; `live`; `lost`: the data shown is old. */
export type Lamp = 'opening' | 'live' | 'lost'

interface Heard {
  readonly link: Lamp
  readonly silentMs: number
  /** Data has arrived since the start. */
  readonly isReported: boolean
}

/**
 * A stream that is open but has sent no data yet, such as from a server that is still starting,
 * does not count as live.
 */
export function lampOf({ link, silentMs, isReported }: Heard): Lamp {
  if (link === 'opening') return 'opening'
  if (link === 'lost' || silentMs >= idleTimeoutMs) return 'lost'
  return isReported ? 'live' : 'opening'
}

/**
 * Whether the stream has sent the header and at least one of these panels; a layout without panels
 * needs only the header.
 */
export const isReported = (kinds: readonly PanelKind[], items: WallItems): boolean =>
  items.header !== undefined && (kinds.length === 0 || kinds.some((kind) => items[kind] !== undefined))
