import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/db/handles.ts'
import { isUnavailable } from '../../../platform/db/violation.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { FrameSink, Batch } from '../telemetry.types.ts'
import { type Stored, storeBatch } from './frames.store.ts'
import { type Partitions, WriteQueue } from './write-queue.ts'

export interface FrameWriterDeps {
  readonly db: Database
  readonly log: Log
  readonly partitions: Partitions
  readonly sink: FrameSink
  /** Number of frames that the database rejected because of their content. */
  readonly refused: (frames: number) => void
}

/** Messages that arrive within this time are written together, ms: the embedded database has one connection, shared with users. */
const gather = { pglite: 100, postgres: 15 } as const
/** Delays between retries while the database is unavailable, ms. */
const pauses = [100, 250, 500, 1000, 2000]
/** Maximum number of batches that a consumer may lag behind; beyond it, writing waits. */
const maxBacklog = 20

/**
 * Writes the queue batch by batch and notifies the sink. While the database is unavailable, it retries the same batch. If the database rejects a
 * batch because of its content, the batch is split until the bad frame is found and left out.
 */
export class FrameWriter {
  readonly queue: WriteQueue
  readonly #deps: FrameWriterDeps
  #signal: () => void = () => undefined
  #isStopped = false
  #loop: Promise<void> = Promise.resolve()
  #notifying: Promise<void> = Promise.resolve()
  #hasBacklog = 0

  constructor(deps: FrameWriterDeps) {
    this.#deps = deps
    this.queue = new WriteQueue(() => this.#signal())
  }

  start(): void {
    this.#isStopped = false
    this.#loop = this.#run()
  }

  /** Writes the rest of the queue for at most five seconds, then stops. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#signal()
    const ended = this.#loop.then(() => this.#notifying)
    await Promise.race([ended, pause(5000, undefined, { ref: false })])
  }

  async #run(): Promise<void> {
    for (;;) {
      if (this.queue.isEmpty) {
        if (this.#isStopped) return
        await new Promise<void>((resolve) => {
          this.#signal = resolve
          if (!this.queue.isEmpty || this.#isStopped) resolve()
        })
      }
      if (!this.#isStopped) await pause(gather[this.#deps.db.engine])
      const batch = this.queue.take()
      const stored = await this.#write(batch)
      for (const { ticket } of batch.frames) if (ticket !== null && (ticket.left -= 1) === 0) ticket.resolve()
      for (const { resolve } of batch.tickets) resolve()
      await this.#notify(batch, stored)
    }
  }

  async #write(batch: Batch): Promise<Stored> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#deps.partitions.ensure(batch.frames.filter(({ stored }) => stored).map(({ at }) => at))
        return await this.#deps.db.tx((write) => storeBatch(write, batch))
      } catch (error) {
        if (!isUnavailable(error) && attempt >= 2) return this.#inParts(batch, error)
        if (attempt === 0) this.#deps.log.warn({ err: error }, 'frames could not be written; trying again')
        if (this.#isStopped && attempt > 2) return { links: [], events: [] }
        await pause(pauses[Math.min(attempt, pauses.length - 1)])
      }
    }
  }

  /** Handles a rejected batch: retries halves until the bad entry is isolated. */
  async #inParts(batch: Batch, error: unknown): Promise<Stored> {
    const { frames, links, events } = batch
    const size = frames.length + links.length + events.length
    if (size <= 1) {
      this.#deps.log.error({ err: error }, 'a frame was refused by the database')
      this.#deps.refused(size)
      return { links: [], events: [] }
    }
    const half = <T>(all: readonly T[]): [readonly T[], readonly T[]] => {
      const middle = Math.ceil(all.length / 2)
      return [all.slice(0, middle), all.slice(middle)]
    }
    // Splits by kind first, so that a single entry of each kind does not stay together forever.
    const isMixed = [frames, links, events].filter((some) => some.length > 0).length > 1
    const [f, l, e] = [half(frames), half(links), half(events)]
    const parts: Omit<Batch, 'tickets'>[] = isMixed
      ? [
          { frames, links: [], events: [] },
          { frames: [], links, events: [] },
          { frames: [], links: [], events },
        ]
      : [
          { frames: f[0], links: l[0], events: e[0] },
          { frames: f[1], links: l[1], events: e[1] },
        ]
    const done: Stored = { links: [], events: [] }
    for (const part of parts) {
      const stored = await this.#write({ ...part, tickets: [] })
      done.links.push(...stored.links)
      done.events.push(...stored.events)
    }
    return done
  }

  async #notify({ frames }: Batch, { links, events }: Stored): Promise<void> {
    const { sink, log } = this.#deps
    this.#hasBacklog += 1
    this.#notifying = this.#notifying
      .then(async () => {
        if (links.length > 0) await sink.links(links)
        if (frames.length > 0) await sink.frames(frames)
        if (events.length > 0) await sink.events(events)
      })
      .catch((error: unknown) => log.error({ err: error }, 'frames were written but not taken further'))
      .finally(() => {
        this.#hasBacklog -= 1
      })
    if (this.#hasBacklog > maxBacklog) await this.#notifying
  }

  /** Reports link changes found by the sweep, in queue order. */
  notifyLinks(links: Stored['links']): Promise<void> {
    return this.#notify({ frames: [], links: [], events: [], tickets: [] }, { links, events: [] })
  }
}
