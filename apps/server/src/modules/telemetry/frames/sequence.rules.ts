import { LastBoots } from './last-boots.rules.ts'

/** How many sequence numbers back are remembered. */
const width = 1024

/**
 * Remembers the sequence numbers received in a machine's last boots. A number older than the window counts as new; the store detects such duplicates
 * by their time.
 */
export class SequenceWindow {
  readonly #boots = new LastBoots(() => new BootWindow())

  /** Returns whether this number was received before, and remembers it. */
  repeats(boot: string, seq: number): boolean {
    return this.#boots.of(boot).repeats(seq)
  }
}

class BootWindow {
  #highest = -1
  readonly #seen = new Int32Array(width / 32)

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
