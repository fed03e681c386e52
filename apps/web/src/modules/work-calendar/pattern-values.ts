import type { PatternShift, WorkPattern } from '@cloud-factory/contract/work-calendar/work-calendar'

/** The week as its form holds it; a shift without days does not run. */
export type PatternValues = {
  readonly promptMinutes: number
  readonly shifts: Readonly<
    Record<
      string,
      {
        readonly weekdays: readonly number[]
        readonly breaks: readonly { readonly startsAt: string; readonly minutes: number }[]
      }
    >
  >
  readonly reason: string
}

export const valuesOf = (
  pattern: WorkPattern,
  shifts: readonly { readonly id: string }[],
): PatternValues => ({
  promptMinutes: pattern.promptMinutes,
  shifts: Object.fromEntries(
    shifts.map(({ id }) => {
      const { weekdays = [], breaks = [] } = pattern.shifts.find(({ shiftId }) => shiftId === id) ?? {}
      return [id, { weekdays, breaks }]
    }),
  ),
  reason: '',
})

/** Shifts that run; a break that is being typed is not one yet. */
export const runningOf = ({ shifts }: PatternValues): PatternShift[] =>
  Object.entries(shifts).flatMap(([shiftId, { weekdays, breaks }]) =>
    weekdays.length === 0
      ? []
      : [
          {
            shiftId,
            weekdays: [...weekdays],
            breaks: breaks.flatMap((one: Partial<(typeof breaks)[number]> | undefined) => {
              const { startsAt = '', minutes = null } = one ?? {}
              return startsAt === '' || minutes === null ? [] : [{ startsAt, minutes }]
            }),
          },
        ],
  )
