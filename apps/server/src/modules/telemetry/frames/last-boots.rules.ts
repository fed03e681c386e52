/** Number of boots that are remembered per machine. */
const maxBoots = 8

/**
 * State of each of a machine's last boots. After an outage a broker redelivers unacknowledged messages between new ones, and a gateway that restarts
 * often may have messages of several boots.
 */
export class LastBoots<T> {
  readonly #known = new Map<string, T>()
  readonly #make: () => T
  #latest: T | null = null

  constructor(make: () => T) {
    this.#make = make
  }

  /** State of the latest boot; null = none is known. */
  get latest(): T | null {
    return this.#latest
  }

  find(boot: string): T | null {
    return this.#known.get(boot) ?? null
  }

  /** An unknown boot starts now. */
  of(boot: string): T {
    return this.find(boot) ?? this.begin(boot, this.#make())
  }

  begin(boot: string, made: T): T {
    this.#known.delete(boot)
    this.#known.set(boot, made)
    this.#latest = made
    const [first] = this.#known.keys()
    if (this.#known.size > maxBoots && first !== undefined) this.#known.delete(first)
    return made
  }
}
