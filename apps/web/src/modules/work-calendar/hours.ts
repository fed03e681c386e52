/** Minutes as hours with at most one digit: `21.5`. */
export const hoursOf = (minutes: number): string => String(Math.round(minutes / 6) / 10)
