/** What states take of an accepted frame; instants are ms since 1970. */
export interface PlacedFrame {
  readonly machineId: number
  readonly at: number
  /** By slot, first slot first; null = the frame did not carry it. */
  readonly values: readonly (number | null)[]
  /** False: sent later out of a gateway's store. */
  readonly live: boolean
}

/** A machine's link came or went. */
export interface PlacedLink {
  readonly machineId: number
  readonly at: number
  /** When it was heard last. */
  readonly heardAt: number
  readonly online: boolean
  /** Nobody said that it goes: it is not heard any more. */
  readonly silent: boolean
  /** It sends only what changes. */
  readonly byException: boolean
}

/** How a machine's link stands. */
export interface StoredLink {
  readonly machineId: number
  readonly online: boolean
  /** Since when it is as it is. */
  readonly since: number
  readonly heardAt: number
  readonly byException: boolean
  /** Number of the state that it told last; null: it never told one. */
  readonly state: number | null
}
