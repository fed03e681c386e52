import type { PanelKind } from '@cloud-factory/domain/displays/screen-enums'
import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { idleTimeoutMs } from './trust.rules.ts'

/** `opening`: nothing of the factory is drawn yet; `live`; `lost`: what is shown is from before. */
export type Lamp = 'opening' | 'live' | 'lost'

interface Heard {
  readonly link: Lamp
  readonly silentMs: number
  /** Something of the factory came since the start. */
  readonly isReported: boolean
}

/** A stream that is open and has told nothing yet, as a server that is still busy with its start, is no living picture. */
export function lampOf({ link, silentMs, isReported }: Heard): Lamp {
  if (link === 'opening') return 'opening'
  if (link === 'lost' || silentMs >= idleTimeoutMs) return 'lost'
  return isReported ? 'live' : 'opening'
}

/** Whether the stream has told the header and one of these panels; a layout without panels has nothing more to wait for. */
export const isReported = (kinds: readonly PanelKind[], items: WallItems): boolean =>
  items.header !== undefined && (kinds.length === 0 || kinds.some((kind) => items[kind] !== undefined))
