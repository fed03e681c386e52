import type { FourEyesDecision, FourEyesReason } from '@cloud-factory/contract/four-eyes'

/** A person as rules look at them who say what may be done. */
export interface Decider {
  /** Null: nobody signed in, as for demo data. */
  readonly id: number | null
  readonly tags: readonly string[]
  /** Decisions that the plant lets one person take alone. */
  readonly alone: ReadonlySet<FourEyesDecision>
}

/** Four eyes: whether a person may decide on work that these people did. */
export function mayDecide(
  { id, alone }: Decider,
  decision: FourEyesDecision,
  doneBy: readonly (number | null)[],
): true | FourEyesReason {
  const isOwn = id !== null && doneBy.includes(id)
  return !isOwn || alone.has(decision) || `four_eyes.${decision}`
}
