/**
 * How many pages `count` rows need with room for `room` rows, and how many rows each page has: the
 * last is as full as the others.
 */
export function turnsOf(count: number, room: number): { readonly turns: number; readonly each: number } {
  const turns = Math.max(1, Math.ceil(count / Math.max(1, room)))
  return { turns, each: Math.max(1, Math.ceil(count / turns)) }
}
