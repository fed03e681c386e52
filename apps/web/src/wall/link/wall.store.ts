import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'
import { create } from 'zustand'
import { idleTimeoutMs } from '../frame/trust.rules.ts'
import { serverNow, useNow } from './clock.ts'

/** `opening`: nothing received since the start; `live`; `lost`: the data shown is old. */
type WallLink = 'opening' | 'live' | 'lost'

interface WallState {
  readonly items: WallItems
  readonly link: WallLink
  /** The session has reached its limit of streams: this screen waits until one of them ends. */
  readonly isOneTooMany: boolean
  /** When data last arrived, server time; null: never, and none is stored. */
  readonly heardAt: number | null
  /** The items are those stored before this start. */
  readonly stored: boolean
  /** Build that the server serves; null: not known yet. */
  readonly build: string | null
  /** Of the screen that is followed, as `?screen=…`: requests for its panels have it, too. */
  readonly query: string
}

/** Data received from the stream of this screen. */
export const useWall = create<WallState>()(() => ({
  items: {},
  link: 'opening',
  isOneTooMany: false,
  heardAt: null,
  stored: false,
  build: null,
  query: '',
}))

/**
 * Time since the last data, ms, in whole seconds; 0 while the stream is alive. Renders every second
 * only during silence.
 */
export function useSilence(): number {
  const heardAt = useWall((state) => state.heardAt)
  const live = useWall((state) => state.link === 'live')
  const now = useNow()
  if (heardAt === null) return Number.POSITIVE_INFINITY
  const silent = now - heardAt
  if (live && silent < idleTimeoutMs) return 0
  return Math.max(0, serverNow() - heardAt)
}

/** The clock of what is shown: the simulated one, with its speed, on a screen of simulated data. */
export function useShownTime(step = 1): { readonly now: number; readonly speed: number | null } {
  const simulation = useWall(({ items }) => items.header)?.data.simulation ?? null
  const now = useNow(step)
  const clock = simulation?.clock ?? null
  return clock === null || simulation === null
    ? { now, speed: null }
    : { now: clock, speed: simulation.speed }
}
