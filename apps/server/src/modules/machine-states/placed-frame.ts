/** The parts of an accepted frame that states use; instants are ms since 1970. */
export interface PlacedFrame {
  readonly machineId: number
  readonly at: number
  /** By slot, first slot first; null = the frame did not carry it. */
  readonly values: readonly (number | null)[]
  /** False: sent later from a gateway's store. */
  readonly live: boolean
}

/** A machine's link went up or down. */
export interface PlacedLink {
  readonly machineId: number
  readonly at: number
  /** Time of its last message. */
  readonly heardAt: number
  readonly online: boolean
  /** It timed out without signing off. */
  readonly silent: boolean
  /** It sends only changes. */
  readonly byException: boolean
}

/** The state of a machine's link. */
export interface StoredLink {
  readonly machineId: number
  readonly online: boolean
  /** Start of the current link state. */
  readonly since: number
  readonly heardAt: number
  readonly byException: boolean
  /** Number of the last state that it sent; null: it never sent one. */
  readonly state: number | null
}
