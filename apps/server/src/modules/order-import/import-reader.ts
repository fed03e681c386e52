import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import { randomUUID } from 'node:crypto'
import type { ImportFile, OnProgress, ParsedList, ReadingChoice } from './parsing/import.types.ts'
import { keepReading, keepFailure, type ReadingJob } from './keep-reading.ts'
import { saveProgress } from './imports.store.ts'
import { claimReading, freeReadings, purgeImports, waitingReadings } from './reading.store.ts'

export type ParseFiles = (
  files: readonly ImportFile[],
  options: { readonly signal: AbortSignal; readonly onProgress: OnProgress; readonly choice?: ReadingChoice },
) => Promise<ParsedList>

export interface ImportReaderDeps {
  readonly db: Database
  readonly files: FileStore
  readonly log: Pick<Log, 'error' | 'info'>
  readonly parse: ParseFiles
}

/** So many imports are read at once; the others wait. Each takes a thread and up to some hundred megabytes. */
const atOnce = 2
const waitingAtMost = 50
/** Share of the bar that parsing takes; the rest is writing the rows. */
const parsingShare = 70
const progressEveryMs = 300
const lookEveryMs = 60_000
const purgeEveryMs = 24 * 3_600_000
/** Rows of imports that nobody applied are kept so long. */
const keptDays = 30

/**
 * Reads uploaded imports in the background. What waits is in the database: after a restart `start` takes up again
 * what was left, and reading twice gives the same rows.
 */
export class ImportReader {
  readonly #deps: ImportReaderDeps
  readonly #stopping = new AbortController()
  readonly #waiting: ReadingJob[] = []
  readonly #running = new Set<Promise<void>>()
  /** Ids that wait or are read here. */
  readonly #known = new Set<number>()
  #reading = 0
  /** Several instances share a database: each import is read by the one that claims it. */
  readonly #instance = randomUUID()
  readonly #timers: NodeJS.Timeout[] = []

  constructor(deps: ImportReaderDeps) {
    this.#deps = deps
  }

  /** Takes up the imports that a stopped server left, now and whenever another instance should stop. */
  async start(): Promise<void> {
    const { db } = this.#deps
    // The embedded database has one server: whoever claimed something before is gone.
    if (db.engine === 'pglite') await db.tx((write) => freeReadings(write))
    await this.#lookForWaiting()
    this.#every(lookEveryMs, () => this.#lookForWaiting())
    this.#every(purgeEveryMs, () => this.purge())
    this.#inBackground(this.purge())
  }

  /** Deletes the rows of imports that nobody applied, a few at a time. */
  async purge(): Promise<void> {
    let purged = 0
    do purged = await this.#deps.db.tx((write) => purgeImports(write, keptDays))
    while (purged > 0 && !this.#stopping.signal.aborted)
  }

  async #lookForWaiting(): Promise<void> {
    for (const job of await this.#deps.db.tx((write) => waitingReadings(write))) this.enqueue(job)
  }

  #every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => this.#inBackground(work()), ms)
    timer.unref()
    this.#timers.push(timer)
  }

  #inBackground(work: Promise<void>): void {
    const running = work
      .catch((err: unknown) => {
        if (!this.#stopping.signal.aborted) this.#deps.log.error({ err }, 'Imports could not be looked after')
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  isFull(): boolean {
    return this.#waiting.length >= waitingAtMost
  }

  enqueue(job: ReadingJob): void {
    if (this.#known.has(job.id)) return
    this.#known.add(job.id)
    this.#waiting.push(job)
    this.#takeNext()
  }

  /** Resolves when nothing waits and nothing is being read. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Stops reading; what is not finished stays for the next start. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#waiting.length = 0
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  #takeNext(): void {
    if (this.#reading >= atOnce) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    this.#reading += 1
    const running = this.#read(job).finally(() => {
      this.#reading -= 1
      this.#known.delete(job.id)
      this.#running.delete(running)
      this.#takeNext()
    })
    this.#running.add(running)
  }

  async #read(job: ReadingJob): Promise<void> {
    const { db, log, parse } = this.#deps
    const signal = this.#stopping.signal
    try {
      const claimed = await db.tx((write) => claimReading(write, job.plantId, job.id, this.#instance))
      if (claimed === null) return
      const files = await this.#filesOf(job)
      const onProgress = this.#progressOf(job)
      const list = await parse(files, { signal, onProgress, choice: claimed.choice })
      await keepReading(db, job, list, signal, parsingShare)
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error, importId: job.id }, 'An import could not be read')
      await keepFailure(db, job).catch((err: unknown) =>
        log.error({ err, importId: job.id }, 'A failed import could not be marked as failed'),
      )
    }
  }

  async #filesOf({ id, plantId }: ReadingJob): Promise<ImportFile[]> {
    const rows = await this.#deps.db.reads
      .selectFrom('import_files')
      .select(['name', 'sha256'])
      .where('plant_id', '=', plantId)
      .where('job_id', '=', id)
      .where('dropped', '=', false)
      .orderBy('position')
      .execute()
    const files: ImportFile[] = []
    for (const { name, sha256 } of rows) files.push({ name, bytes: await this.#deps.files.bytes(sha256) })
    return files
  }

  /** Writes the bar now and then; a bar that could not be written is no reason to stop. */
  #progressOf({ id, plantId }: ReadingJob): OnProgress {
    let last = 0
    return (fraction) => {
      const now = performance.now()
      if (now - last < progressEveryMs) return
      last = now
      this.#deps.db
        .tx((write) => saveProgress(write, plantId, id, fraction * parsingShare))
        .catch((err: unknown) => this.#deps.log.error({ err, importId: id }, 'Progress could not be written'))
    }
  }
}
