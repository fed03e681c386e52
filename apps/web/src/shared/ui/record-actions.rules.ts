type Allowed = true | string

/** An action on a record: `allowed` is true, or the reason why not. */
interface Offer<Action extends string> {
  readonly action: Action
  readonly allowed: Allowed
}

/** What the head of a record offers: the next step, what stands beside it, and what its menu holds. */
export interface RecordActions<Action extends string> {
  readonly next: Offer<Action> | null
  readonly beside: readonly Offer<Action>[]
  readonly more: readonly Offer<Action>[]
}

/** Actions of a record in a status, by their place in its head. */
export interface ActionPlaces<Action extends string> {
  /** Steps that could be next: the first that the person may take. */
  readonly next?: readonly Action[]
  readonly beside?: readonly Action[]
  readonly more?: readonly Action[]
}

/**
 * Places the actions of a record. When the person may take none of the next steps, the first one stays, with its
 * reason: so everybody sees what the record waits for. The others go where the person finds them when they are allowed.
 */
export function placeActions<Action extends string>(
  can: Readonly<Record<Action, Allowed>>,
  { next: steps = [], beside = [], more = [] }: ActionPlaces<Action>,
): RecordActions<Action> {
  const offer = (action: Action): Offer<Action> => ({ action, allowed: can[action] })
  const step = steps.find((action) => can[action] === true) ?? steps[0]
  const others = steps.filter((action) => action !== step && can[action] === true)
  return {
    next: step === undefined ? null : offer(step),
    beside: [...others, ...beside].map(offer),
    more: more.map(offer),
  }
}
