export type StepState = 'done' | 'part' | 'next' | 'later'

export interface Step {
  readonly processId: string
  readonly state: StepState
  /** Share done, 0 to 1. */
  readonly part: number
}

/** The steps of a route and how far each is. */
export const stepsOf = (route: readonly string[], stepsDone: number, stepPart: number): readonly Step[] =>
  route.map((processId, at) => {
    if (at < stepsDone) return { processId, state: 'done', part: 1 }
    if (at > stepsDone) return { processId, state: 'later', part: 0 }
    return stepPart > 0 ? { processId, state: 'part', part: stepPart } : { processId, state: 'next', part: 0 }
  })

/** Symbol of a state, so that states do not differ by colour alone. */
export const stepSigns: Readonly<Record<StepState, string>> = { done: '✓', part: '◐', next: '▶', later: '·' }
