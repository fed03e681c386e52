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
  readonly online: boolean
}
