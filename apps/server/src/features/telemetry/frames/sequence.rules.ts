/** How far back numbers are remembered. */
const width = 1024

/**
 * Remembers which numbers of a machine's boot have come, and of the boot before it: a broker that was away sends what it never had
 * acknowledged once more, in between what is new. Numbers older than the window are taken for new: the store knows them by their time.
 */
export class SequenceWindow {
  #now = new BootWindow('')
  #before = new BootWindow('')

  /** Says whether this number has come before, and remembers it. */
  repeats(boot: string, seq: number): boolean {
    if (boot === this.#now.boot) return this.#now.repeats(seq)
    if (boot === this.#before.boot) return this.#before.repeats(seq)
    this.#before = this.#now
    this.#now = new BootWindow(boot)
    return this.#now.repeats(seq)
  }
}

class BootWindow {
  readonly boot: string
  #highest = -1
  readonly #seen = new Int32Array(width / 32)

  constructor(boot: string) {
    this.boot = boot
  }

  repeats(seq: number): boolean {
    if (seq > this.#highest) {
      this.#moveTo(seq)
      return false
    }
    if (seq <= this.#highest - width) return false
    const [word, bit] = place(seq)
    const had = this.#seen[word] ?? 0
    this.#seen[word] = had | bit
    return (had & bit) !== 0
  }

  #moveTo(seq: number): void {
    if (seq - this.#highest >= width) this.#seen.fill(0)
    else for (let passed = this.#highest + 1; passed < seq; passed += 1) this.#clear(passed)
    this.#highest = seq
    const [word, bit] = place(seq)
    this.#seen[word] = (this.#seen[word] ?? 0) | bit
  }

  #clear(seq: number): void {
    const [word, bit] = place(seq)
    this.#seen[word] = (this.#seen[word] ?? 0) & ~bit
  }
}

const place = (seq: number): [number, number] => [Math.floor((seq % width) / 32), 1 << (seq % 32)]
