import { useState } from 'react'

/** Changes that can be undone. */
interface Steps<T> {
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

/** What is edited, with its steps; `undo` and `redo` are null if there is no step. */
export function useSteps<T>(first: T) {
  const [steps, setSteps] = useState(() => begun(first))
  return {
    now: steps.now,
    change: (next: (now: T) => T) => setSteps((all) => stepped(all, next(all.now))),
    undo: steps.before.length === 0 ? null : () => setSteps(undone),
    redo: steps.after.length === 0 ? null : () => setSteps(redone),
    /** Another value, the steps as they are. */
    replace: (now: T) => setSteps((all) => ({ ...all, now })),
    /** Another value, without steps. */
    reset: (now: T) => setSteps(begun(now)),
  }
}
