/** Minutes after midnight of a `HH:MM`. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const minutesOfDay = 1440

/** Minutes by the clock from one minute of the day to the next time it shows the other; 0 when they are the same. */
export const minutesSince = (from: number, to: number): number => (to - from + minutesOfDay) % minutesOfDay

/** Length of a shift in minutes; one that does not end after its start runs past midnight. */
export const shiftMinutes = (shift: { readonly startsAt: string; readonly endsAt: string }): number =>
  minutesSince(minuteOf(shift.startsAt), minuteOf(shift.endsAt)) || minutesOfDay

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clock of a zone shows at an instant (ms since 1970). `sv-SE` writes `2026-03-20 07:59:30`. */
export function clockAt(instant: number, timeZone: string): { day: string; second: number } {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
      hourCycle: 'h23',
    })
    clocks.set(timeZone, clock)
  }
  const text = clock.format(instant)
  return { day: text.slice(0, 10), second: minuteOf(text.slice(11)) * 60 + Number(text.slice(17)) }
}
