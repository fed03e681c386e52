import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { create } from 'zustand'
import { idleTimeoutMs } from '../frame/trust.rules.ts'
import { serverNow, useNow } from './clock.ts'

/** `opening`: nothing was heard since the start; `live`; `lost`: what is shown is from before. */
type WallLink = 'opening' | 'live' | 'lost'

interface WallState {
  readonly items: WallItems
  readonly link: WallLink
  /** The session has as many streams as it may have: this screen waits until one of them ends. */
  readonly isOneTooMany: boolean
  /** When anything last came, by the server's clock; null: nothing ever, not even kept from before. */
  readonly heardAt: number | null
  /** The items are those kept from before this start. */
  readonly kept: boolean
  /** Build that the server hands out; null: not heard yet. */
  readonly build: string | null
}

/** What the stream of this screen has told. */
export const useWall = create<WallState>()(() => ({
  items: {},
  link: 'opening',
  isOneTooMany: false,
  heardAt: null,
  kept: false,
  build: null,
}))

/** How long nothing was heard, ms, in whole seconds; 0 while the stream speaks. Draws anew each second only in silence. */
export function useSilence(): number {
  const heardAt = useWall((state) => state.heardAt)
  const live = useWall((state) => state.link === 'live')
  const now = useNow()
  if (heardAt === null) return Number.POSITIVE_INFINITY
  const silent = now - heardAt
  if (live && silent < idleTimeoutMs) return 0
  return Math.max(0, serverNow() - heardAt)
}
