import { Duplex } from 'node:stream'
import type { DatabaseLog } from '../handles.ts'
import { DatabaseThread, type ThreadSettings } from './database-thread-owner.ts'

/**
 * `Query` message of the wire protocol with `rollback`: ends the transaction that a broken connection left open
 * before the next connection starts.
 */
const rollback = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1')

/**
 * The embedded database as a server that the PostgreSQL driver connects to. The driver speaks the wire protocol over
 * a stream into the thread, so values, errors and transactions use the same code on both engines.
 */
export class DatabaseServer {
  readonly #settings: ThreadSettings
  readonly #limitMs: number
  readonly #log: DatabaseLog
  readonly #streams = new Set<Duplex>()
  #thread: Promise<DatabaseThread> | null = null
  #damage: string | null = null

  constructor(settings: ThreadSettings, limitMs: number, log: DatabaseLog) {
    this.#settings = settings
    this.#limitMs = limitMs
    this.#log = log
  }

  /** The running thread; starts a new one when the last one died. Rejects when the database does not open. */
  thread(): Promise<DatabaseThread> {
    if (this.#thread !== null) return this.#thread
    const thread = DatabaseThread.start(this.#settings, this.#limitMs, (error) => {
      this.#thread = null
      this.#log.error({ err: error }, 'The embedded database stopped; it is opened again at the next query')
    })
    this.#thread = thread
    thread.then(
      ({ damage }) => this.#note(damage),
      () => {
        this.#thread = null
      },
    )
    return thread
  }

  /** Damage at the end of the write-ahead log, found when it was opened; null: none. */
  get damage(): string | null {
    return this.#damage
  }

  #note(damage: string | null): void {
    if (damage === null) return
    this.#damage = damage
    this.#log.error(
      { reason: damage },
      'The write-ahead log of the embedded database is damaged at its end: what was saved last may be missing. See docs/operations.md',
    )
  }

  /** A stream for the driver's `stream` option. */
  stream(): Duplex {
    const stream = new ServerStream(this)
    this.#streams.add(stream)
    stream.once('close', () => this.#streams.delete(stream))
    return stream
  }

  /** Waits until the driver has closed every stream, then closes the database. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#streams].map((stream) => new Promise((resolve) => stream.once('close', resolve))),
    )
    const thread = await this.#thread
    this.#thread = null
    await thread?.close()
  }
}

/** A duplex stream that the driver uses as its socket. */
class ServerStream extends Duplex {
  readonly #server: DatabaseServer
  #thread: DatabaseThread | null = null

  constructor(server: DatabaseServer) {
    super()
    this.#server = server
  }

  connect(): this {
    void this.#open().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  async #open(): Promise<void> {
    this.#thread = await this.#server.thread()
    this.#thread.onDeath((error) => this.destroy(error))
    await this.#thread.ask(rollback, () => undefined)
  }

  override _read(): void {
    // Bytes are pushed as they arrive.
  }

  override _write(bytes: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    if (this.#thread === null) return done(new Error('The embedded database is not connected'))
    this.#thread.ask(bytes, (answer) => this.push(answer)).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
