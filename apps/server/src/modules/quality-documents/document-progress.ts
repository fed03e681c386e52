interface Progress {
  readonly done: number
  /** Null: it is not known yet. */
  readonly of: number | null
}

/** Papers that are watched at the same time at most; the oldest is forgotten. */
const maxWatched = 100

/**
 * How far papers are that are being drawn, by the key of whoever waits. Only a hint for the eye: it is lost with the process, and
 * another instance knows nothing of it.
 */
export class DocumentProgress {
  readonly #running = new Map<string, Progress>()

  /** Of an unknown key: nothing yet. */
  of(plantId: number, key: string): Progress {
    return this.#running.get(`${plantId} ${key}`) ?? { done: 0, of: null }
  }

  /** Tells how many sheets are drawn; without a key nobody asks. */
  notify(plantId: number, key: string | undefined, progress: Progress): void {
    if (key === undefined) return
    const own = `${plantId} ${key}`
    this.#running.delete(own)
    this.#running.set(own, progress)
    const [oldest] = this.#running.keys()
    if (this.#running.size > maxWatched && oldest !== undefined) this.#running.delete(oldest)
  }

  end(plantId: number, key: string | undefined): void {
    if (key !== undefined) this.#running.delete(`${plantId} ${key}`)
  }
}
