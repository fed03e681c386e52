/** So many boots of a machine are known at a time. */
const maxBoots = 8

/**
 * What is known of each of a machine's last boots: a broker that was away sends what it never had acknowledged once more, in
 * between what is new, and a gateway that keeps starting anew may have several boots' worth of it.
 */
export class LastBoots<T> {
  readonly #known = new Map<string, T>()
  readonly #make: () => T
  #latest: T | null = null

  constructor(make: () => T) {
    this.#make = make
  }

  /** Of the boot that began last; null = none has. */
  get latest(): T | null {
    return this.#latest
  }

  find(boot: string): T | null {
    return this.#known.get(boot) ?? null
  }

  /** One that is not known begins now. */
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
