import { useNow, serverAt, serverNow } from '../link/clock.ts'
import type { Layout } from '../screen.types.ts'
import { shiftAt, brightnessAt, minutesOf, pageAt, pageBeside, pagesNow } from './frame.rules.ts'
import { useEffect, useState } from 'react'
import { useWall } from '../link/wall.store.ts'
import { useSpeech } from '../labels.ts'
import { ownDevice } from '../../shared/own-device.ts'

export interface ScreenCare {
  /** Offset against burn-in for this minute. */
  readonly transform: string
  /** A filter that dims the screen at night; empty by day. */
  readonly dim: string
}

/**
 * Protects a TV that shows the same picture for months: everything moves slightly each minute and
 * is dimmed at night.
 */
export function useScreenCare({ pixelShift, dim }: Layout, minuteOfDay: number): ScreenCare {
  const minute = useNow(60) / 60_000
  const { x, y } = pixelShift ? shiftAt(minute) : { x: 0, y: 0 }
  const bright = brightnessAt(dim, minuteOfDay)
  return { transform: `translate(${x}px, ${y}px)`, dim: bright < 1 ? `brightness(${bright})` : '' }
}

/** How long a page selected by hand stays after the last touch, ms. */
const chosenMs = 60_000

interface Chosen {
  readonly page: number
  readonly until: number
}

export interface PageTurn {
  readonly page: number
  /** Indexes of the pages scheduled now, and the position of the current page among them. */
  readonly open: readonly number[]
  readonly paused: boolean
  readonly minuteOfDay: number
  readonly turn: (direction: 1 | -1) => void
  readonly select: (page: number) => void
  readonly pause: () => void
  readonly resume: () => void
  /** Keeps the current page for a while after a touch. */
  readonly hold: () => void
  readonly goTo: (page: number) => void
}

/** By the schedule of its group a TV shows nothing; it still obeys commands. */
export const useIsDark = (): boolean => useWall(({ items }) => items.tvs?.[ownDevice() ?? '']?.dark === true)

/** The current page: by the server's clock and the schedule, unless somebody selected one. */
export function usePage(layout: Layout): PageTurn {
  const { pages } = layout
  const { time } = useSpeech()
  const now = useNow()
  const shiftId = useWall(({ items }) => items.header?.data.shift?.id ?? null)
  const ahead = useWall(({ items }) => items.tvs?.[ownDevice() ?? '']?.ahead ?? 0)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // TVs of a screen change pages together, those of a staggered group to different ones; in a window
  // at a desk, the rotation starts with the first page.
  const [opened] = useState(() => (ownDevice() === null ? performance.now() : null))
  const hour = { minuteOfDay: minutesOf(time(now)), shiftId }
  const held = chosen !== null && chosen.until > now && chosen.page < pages.length ? chosen : null
  const page = held?.page ?? pageAt(pages, hour, now - (opened === null ? 0 : serverAt(opened)), ahead)
  const choose = (next: number, ms = chosenMs) => setChosen({ page: next, until: serverNow() + ms })
  const turn = (direction: 1 | -1) => choose(pageBeside(pages, hour, page, direction))
  return {
    page,
    open: pagesNow(pages, hour),
    paused: held !== null && held.until === Number.POSITIVE_INFINITY,
    minuteOfDay: hour.minuteOfDay,
    turn,
    select: (next) => choose(next),
    pause: () => choose(page, Number.POSITIVE_INFINITY),
    resume: () => setChosen(null),
    hold: () => {
      if (held?.until !== Number.POSITIVE_INFINITY) choose(page)
    },
    goTo: (next) => {
      if (next >= 0 && next < pages.length) choose(next, 5 * chosenMs)
    },
  }
}

/** Arrow keys change the page, the space bar pauses the rotation, f toggles full screen. */
export function usePageKeys({ turn, paused, pause, resume }: PageTurn): void {
  useEffect(() => {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowRight: () => turn(1),
      PageDown: () => turn(1),
      ArrowLeft: () => turn(-1),
      PageUp: () => turn(-1),
      ' ': paused ? resume : pause,
      f: toggleFullScreen,
    }
    const listen = (event: KeyboardEvent) => {
      const inField =
        event.target instanceof HTMLElement && event.target.closest('input,select,button,dialog')
      const action = actions[event.key]
      if (action === undefined || inField || event.ctrlKey || event.metaKey || event.altKey) return
      action()
      event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [turn, paused, pause, resume])
}

export function toggleFullScreen(): void {
  const change =
    document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen()
  // If the browser refuses, the page stays as it is.
  change.catch(() => undefined)
}
