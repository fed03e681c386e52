import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ImportFile, OnProgress, ParsedList } from './import/import.types.ts'
import { keepReading, keepFailure, type ReadingJob } from './keep-reading.ts'
import { saveProgress } from './imports.store.ts'

export type ParseFiles = (
  files: readonly ImportFile[],
  options: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
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

/**
 * Reads uploaded imports in the background. What waits is in the database: after a restart `start` takes up again
 * what was left, and reading twice gives the same rows.
 */
export class ImportReader {
  readonly #deps: ImportReaderDeps
  readonly #stopping = new AbortController()
  readonly #waiting: ReadingJob[] = []
  readonly #running = new Set<Promise<void>>()

  constructor(deps: ImportReaderDeps) {
    this.#deps = deps
  }

  /** Takes up the imports that a stopped server left. */
  async start(): Promise<void> {
    const left = await this.#deps.db.reads
      .selectFrom('import_jobs')
      .select(['id', 'plant_id as plantId'])
      .where('status', '=', 'reading')
      .orderBy('id')
      .execute()
    for (const job of left) this.enqueue(job)
  }

  isFull(): boolean {
    return this.#waiting.length >= waitingAtMost
  }

  enqueue(job: ReadingJob): void {
    this.#waiting.push(job)
    this.#takeNext()
  }

  /** Resolves when nothing waits and nothing is being read. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Stops reading; what is not finished stays for the next start. */
  async close(): Promise<void> {
    this.#waiting.length = 0
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  #takeNext(): void {
    if (this.#running.size >= atOnce) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    const running = this.#read(job).finally(() => {
      this.#running.delete(running)
      this.#takeNext()
    })
    this.#running.add(running)
  }

  async #read(job: ReadingJob): Promise<void> {
    const { db, log, parse } = this.#deps
    const signal = this.#stopping.signal
    try {
      const files = await this.#filesOf(job)
      const onProgress = this.#progressOf(job)
      const list = await parse(files, { signal, onProgress })
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
