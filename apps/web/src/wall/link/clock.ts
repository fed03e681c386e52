import { useSyncExternalStore } from 'react'

/**
 * The server's clock. It is based on the time since the page was loaded, not on the TV's clock,
 * which may be a day off or be changed while the page is shown.
 */
let ahead: number | null = null
let guess = 0

/** Sets the server's time, ms since 1970. */
export function setClock(now: number): void {
  ahead = now - performance.now()
  tick()
}

/**
 * Server time, ms since 1970, at an instant of `performance.now()`; before the first server time,
 * based on `guessClock`.
 */
export const serverAt = (mark: number): number => mark + (ahead ?? Date.now() + guess - performance.now())

/** Current server time, ms since 1970. */
export const serverNow = (): number => serverAt(performance.now())

/**
 * For a start without the server: the last known difference between the server's and this TV's
 * clock.
 */
export function guessClock(aheadOfOurs: number): void {
  guess = aheadOfOurs
}

/** How far the server is ahead of this TV's clock, ms; null before the first server time. */
export const clockDifference = (): number | null => (ahead === null ? null : serverNow() - Date.now())

const listeners = new Set<() => void>()
let second = Math.floor(serverNow() / 1000)
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  second = Math.floor(serverNow() / 1000)
  for (const heard of listeners) heard()
}

/** One shared timer for everything on the screen that counts seconds. */
function listen(heard: () => void): () => void {
  listeners.add(heard)
  if (timer === null) {
    second = Math.floor(serverNow() / 1000)
    timer = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(heard)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** The server's time in whole seconds, as ms. Renders every second, or every `step` seconds. */
export function useNow(step = 1): number {
  return useSyncExternalStore(
    listen,
    () => Math.floor(second / step) * step * 1000,
    () => Math.floor(second / step) * step * 1000,
  )
}

/** Which of `turns` pages is shown now, each for this many seconds, by the server's clock. */
export function useTurn(turns: number, seconds: number): number {
  const now = useNow(seconds)
  return turns <= 1 ? 0 : Math.floor(now / 1000 / seconds) % turns
}
