/** Changes that can be undone. */
export interface Steps<T> {
  readonly before: readonly T[]
  readonly now: T
  readonly after: readonly T[]
}

/** So many steps can be undone. */
const maxSteps = 100

export const begun = <T>(now: T): Steps<T> => ({ before: [], now, after: [] })

/** One step further; undone steps are discarded. */
export const stepped = <T>({ before, now }: Steps<T>, next: T): Steps<T> => ({
  before: [...before, now].slice(-maxSteps),
  now: next,
  after: [],
})

export function undone<T>(steps: Steps<T>): Steps<T> {
  const last = steps.before.at(-1)
  if (last === undefined) return steps
  return { before: steps.before.slice(0, -1), now: last, after: [steps.now, ...steps.after] }
}

export function redone<T>(steps: Steps<T>): Steps<T> {
  const [next, ...rest] = steps.after
  return next === undefined ? steps : { before: [...steps.before, steps.now], now: next, after: rest }
}
