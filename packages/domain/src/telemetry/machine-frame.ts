/** What a machine sent, as the server's modules pass it on; instants are ms since 1970. Types only. */

/** Values of one machine at one instant, with corrected time and each signal in its slot. */
export interface MachineFrame {
  readonly machineId: number
  /** When it was measured, by the server's clock. */
  readonly at: number
  /** By slot, first slot first; null: the frame did not carry it. */
  readonly values: readonly (number | null)[]
  /** By slot: index into `valueQualities`; null: all good. */
  readonly qualities: readonly number[] | null
  /** False: sent later from a gateway's buffer. It corrects figures but raises no live alarm. */
  readonly live: boolean
}

/** Whether a machine is connected, since when. */
export interface LinkState {
  readonly machineId: number
  readonly at: number
  readonly online: boolean
}

/** A machine's link went online or offline. */
export interface LinkChange extends LinkState {
  /** When the machine was last heard. */
  readonly heardAt: number
  /** The link timed out; no offline message came. */
  readonly silent: boolean
  /** It sends only changes. */
  readonly byException: boolean
}
