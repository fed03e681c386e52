/** Who does something, from where: what a verb is told about the request, and what the audit log remembers of it. */
export interface Actor {
  /** Row id in decimal. */
  readonly userId: string
  readonly plantId: number
  readonly username: string
  /** Name shown to people. */
  readonly cnName: string
  readonly tags: readonly string[]
  /** Row id in decimal. */
  readonly sessionId: string
  /** Address of the client, as the server sees it; empty when the act did not come over the network. */
  readonly address: string
  readonly requestId: string
}
