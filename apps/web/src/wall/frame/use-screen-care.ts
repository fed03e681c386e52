import { useNow } from '../link/clock.ts'
import type { Layout } from '../screen.types.ts'
import { shiftAt } from './canvas.rules.ts'
import { brightnessAt } from './pages.rules.ts'

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
