import { absent } from '../../shared/format/numbers.ts'

/** Seconds as hours and minutes, `3:05`; below a minute as seconds, `42 s`. */
export function durationOf(seconds: number | null): string {
  if (seconds === null) return absent
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
