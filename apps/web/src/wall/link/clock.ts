import { useSyncExternalStore } from 'react'

/**
 * The server's clock. It runs on the time since the page was loaded, not on the TV's own clock, which may be a day off
 * or be set while the page is shown.
 */
let ahead: number | null = null
let guess = 0

/** Takes the server's time, ms since 1970. */
export function setClock(now: number): void {
  ahead = now - performance.now()
  tick()
}

/** Ms since 1970 by the server at an instant of `performance.now()`; before it was heard, by what `guessClock` was told. */
export const serverAt = (mark: number): number => mark + (ahead ?? Date.now() + guess - performance.now())

/** Ms since 1970 by the server. */
export const serverNow = (): number => serverAt(performance.now())

/** At a start without the server: how far it was ahead of this TV's clock when both were last known. */
export function guessClock(aheadOfOurs: number): void {
  guess = aheadOfOurs
}

/** How far the server is ahead of this TV's clock, ms; null before it was heard. */
export const clockDifference = (): number | null => (ahead === null ? null : serverNow() - Date.now())

const listeners = new Set<() => void>()
let second = Math.floor(serverNow() / 1000)
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  second = Math.floor(serverNow() / 1000)
  for (const heard of listeners) heard()
}

/** One timer for everything on the screen that counts seconds. */
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

/** The server's time in whole seconds, as ms; draws anew each second, or only when `step` seconds are over. */
export function useNow(step = 1): number {
  return useSyncExternalStore(
    listen,
    () => Math.floor(second / step) * step * 1000,
    () => Math.floor(second / step) * step * 1000,
  )
}
