import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { importReadingsApi } from '@cloud-factory/contract/order-import/import-readings'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import type {
  ImportFile,
  OnProgress,
  ParsedList,
  ReadingChoice,
  ListSample,
  Mapping,
} from './parsing/import.types.ts'
import {
  keepReading,
  keepFailure,
  type ReadingJob,
  claimReading,
  freeReadings,
  purgeImports,
  waitingReadings,
  resetReading,
} from './store-reading.ts'
import { saveProgress, importForUpdate, orderOfImport, type StoredImport } from './imports.store.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { importFactsOf, canReadAgain } from './imports.policy.ts'
import { factsOf, orderForUpdate } from '../orders/public.ts'

export type ParseFiles = (
  files: readonly ImportFile[],
  options: { readonly signal: AbortSignal; readonly onProgress: OnProgress; readonly choice?: ReadingChoice },
) => Promise<ParsedList>

interface ImportReaderDeps {
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
const retentionDays = 30

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
    do purged = await this.#deps.db.tx((write) => purgeImports(write, retentionDays))
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

type ReadInput = BodyOf<(typeof importReadingsApi)['POST /api/imports/:id/read']>

interface Deps {
  readonly db: Database
  readonly reader: Pick<ImportReader, 'enqueue' | 'isFull'>
}

/** Reads the files of an import once more, as a person says; nothing of it is in the order yet. */
export async function readAgain(
  { db, reader }: Deps,
  actor: Actor,
  id: string,
  input: ReadInput,
): Promise<void> {
  if (reader.isFull()) fail('server.busy', { retryAfter: 30 })
  const job = await db.tx((write) => reset(write, actor, id, input))
  reader.enqueue({ id: job.id, plantId: actor.plantId })
}

async function reset(write: Write, actor: Actor, id: string, input: ReadInput): Promise<StoredImport> {
  const order = await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await importForUpdate(write, actor.plantId, id)
  const verdict = canReadAgain(actor.tags, importFactsOf(job), factsOf(order))
  if (verdict === 'import.not_ready') fail(verdict, { params: { status: job.status } })
  requireAllowed(verdict, { status: order.status })
  const without = input.without ?? []
  await requireOneFile(write, job, without)
  await resetReading(write, actor, job, choiceOf(job, input), without)
  await recordAudit(write, actor, {
    action: 'orders.read_import',
    subjectKind: 'order',
    subjectId: String(order.id),
    subjectName: order.no,
    after: { importId: id, encoding: input.encoding ?? null, without: without.length },
  })
  await recordEvent(write, actor, {
    name: 'imports.reading',
    subjectId: id,
    orderId: String(order.id),
  })
  return job
}

/** What is not said stays as it was: dropping a file must not forget the encoding. */
function choiceOf(job: StoredImport, input: ReadInput): ReadingChoice {
  const before = job.reading as ReadingChoice
  const encoding = input.encoding === undefined ? before.encoding : (input.encoding ?? undefined)
  const mapping = input.mapping === undefined ? before.mapping : mappingOf(job, input.mapping)
  const units = input.units === undefined ? before.units : (input.units ?? undefined)
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(mapping === undefined ? {} : { mapping }),
    ...(units === undefined ? {} : { units }),
  }
}

function mappingOf(job: StoredImport, input: NonNullable<ReadInput['mapping']> | null): Mapping | undefined {
  if (input === null) return undefined
  const sample = job.sample as ListSample | null
  const signature = sample?.signatures[input.headerRow - 1]
  if (signature === undefined) reject('import.no_such_row')
  return {
    signature,
    columns: Object.fromEntries(input.columns.map(({ index, meaning }) => [String(index), meaning])),
  }
}

async function requireOneFile(write: Write, job: StoredImport, without: readonly number[]): Promise<void> {
  const files = await write
    .selectFrom('import_files')
    .select('position')
    .where('job_id', '=', job.id)
    .execute()
  if (files.every(({ position }) => without.includes(position))) {
    reject('import.no_file_left')
  }
}
