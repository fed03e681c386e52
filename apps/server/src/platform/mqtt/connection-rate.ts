/** Maximum number of addresses in memory. */
const maxAddresses = 10_000

interface Budget {
  left: number
  at: number
}

/** Limits the connections per minute of an address; unused allowance is restored evenly over time. */
export class ConnectionRate {
  readonly #perMinute: number
  readonly #budgets = new Map<string, Budget>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Whether one more may be opened at an instant in ms, which never decreases. */
  allows(address: string, now: number): boolean {
    if (this.#budgets.size >= maxAddresses) this.#forgetFull(now)
    const left = this.#left(this.#budgets.get(address), now)
    if (left < 1) return false
    this.#budgets.set(address, { left: left - 1, at: now })
    return true
  }

  #left(budget: Budget | undefined, now: number): number {
    if (budget === undefined) return this.#perMinute
    return Math.min(this.#perMinute, budget.left + ((now - budget.at) * this.#perMinute) / 60_000)
  }

  #forgetFull(now: number): void {
    for (const [address, budget] of this.#budgets)
      if (this.#left(budget, now) >= this.#perMinute) this.#budgets.delete(address)
  }
}
