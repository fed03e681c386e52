import { Worker } from 'node:worker_threads'

/**
 * Where the database is stored: durably in a directory, or in memory, initially empty or loaded from an image file.
 */
export type ThreadSettings =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'memory'; readonly image: string | null; readonly engine: WebAssembly.Module }

/** `query`: bytes of PostgreSQL's wire protocol. */
export type ThreadRequest =
  | { readonly kind: 'query'; readonly bytes: Uint8Array }
  | { readonly kind: 'close' }

/** The bytes of one reply arrive in one or more chunks. */
export type ThreadAnswer =
  /** `damage`: damage at the end of the write-ahead log; null: none. */
  | { readonly kind: 'ready'; readonly damage: string | null }
  /** The database did not open; the reason in the engine's words, or the message of the error. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly last: boolean }
  | { readonly kind: 'closed' }

interface Question {
  readonly onBytes: (bytes: Uint8Array) => void
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** The engine does not start with the existing files. */
export class DatabaseUnreadable extends Error {
  override readonly name = 'DatabaseUnreadable'
}

/** The thread with the embedded database, seen from outside. It answers one request at a time, in order. */
export class DatabaseThread {
  readonly #worker: Worker
  readonly #limitMs: number
  readonly #mourners = new Set<(error: Error) => void>()
  #last: Promise<void> = Promise.resolve()
  #question: Question | null = null
  #end: Error | null = null
  #damage: string | null = null

  private constructor(worker: Worker, limitMs: number) {
    this.#worker = worker
    this.#limitMs = limitMs
    let thrown = new Error('The thread of the embedded database ended')
    worker.on('error', (error) => (thrown = error as Error))
    // Messages that it sent before its end are handled first.
    worker.on('exit', () => this.#die(thrown))
    worker.on('message', (answer: ThreadAnswer) => this.#hear(answer))
  }

  /**
   * Opens the database. `limitMs`: a request without an answer by then kills the thread, because nothing else can
   * stop a statement in it. `onDeath` is called when the thread ends without having been closed.
   */
  static async start(
    settings: ThreadSettings,
    limitMs: number,
    onDeath: (error: Error) => void,
  ): Promise<DatabaseThread> {
    const worker = new Worker(new URL('./database-thread.ts', import.meta.url), { workerData: settings })
    const thread = new DatabaseThread(worker, limitMs)
    await new Promise<void>((resolve, reject) => {
      thread.#question = { onBytes: () => undefined, resolve, reject }
    })
    thread.onDeath(onDeath)
    return thread
  }

  /** Damage at the end of the write-ahead log, found when it was opened; null: none. */
  get damage(): string | null {
    return this.#damage
  }

  /** Calls back once when the thread ends without having been closed; at once when it already has. */
  onDeath(mourn: (error: Error) => void): void {
    if (this.#end === null) this.#mourners.add(mourn)
    else mourn(this.#end)
  }

  /** Sends bytes of the wire protocol; resolves after the last byte of the reply. Rejects when the thread dies. */
  ask(bytes: Uint8Array, onBytes: (bytes: Uint8Array) => void): Promise<void> {
    return this.#inTurn({ kind: 'query', bytes }, onBytes, this.#limitMs)
  }

  /** Closes the database cleanly and ends the thread. */
  async close(): Promise<void> {
    this.#mourners.clear()
    // The engine may end its thread before it has answered; that is the requested result.
    await this.#inTurn({ kind: 'close' }, () => undefined, this.#limitMs).catch(() => undefined)
    await this.#worker.terminate()
  }

  #inTurn(request: ThreadRequest, onBytes: Question['onBytes'], limitMs: number): Promise<void> {
    const turn = this.#last.then(() => this.#put(request, onBytes, limitMs))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #put(request: ThreadRequest, onBytes: Question['onBytes'], limitMs: number): Promise<void> {
    if (this.#end !== null) throw this.#end
    const watchdog = setTimeout(() => {
      this.#die(new Error(`A statement ran longer than ${limitMs} ms; the embedded database was stopped`))
      void this.#worker.terminate()
    }, limitMs)
    try {
      await new Promise<void>((resolve, reject) => {
        this.#question = { onBytes, resolve, reject }
        this.#worker.postMessage(request)
      })
    } finally {
      clearTimeout(watchdog)
    }
  }

  #hear(answer: ThreadAnswer): void {
    if (answer.kind === 'refused') return this.#die(new DatabaseUnreadable(answer.reason))
    if (answer.kind === 'ready') this.#damage = answer.damage
    if (answer.kind === 'bytes') {
      this.#question?.onBytes(answer.bytes)
      if (!answer.last) return
    }
    const question = this.#question
    this.#question = null
    question?.resolve()
  }

  #die(error: Error): void {
    if (this.#end !== null) return
    this.#end = error
    this.#question?.reject(error)
    this.#question = null
    for (const mourn of this.#mourners) mourn(error)
    this.#mourners.clear()
  }
}
