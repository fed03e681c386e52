import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ModelError } from '@cloud-factory/contract/model/models'
import { systemActor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { runLimited } from '../../platform/table/limited-worker.ts'
import { orderForUpdate } from '../orders/public.ts'
import type { IfcJob, IfcMessage, IfcModel } from './ifc.types.ts'
import {
  type ClaimedModel,
  claimModel,
  failModel,
  freeModels,
  marksOfOrder,
  saveModel,
  saveProgress,
} from './models.store.ts'

const readLimits = { timeoutMs: 20 * 60_000, memoryMb: 4096 }
const script = new URL('./ifc-worker.ts', import.meta.url)

interface ReadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
  /** Shorter in tests. */
  readonly timeoutMs?: number
}

/**
 * Reads an IFC file in a worker with limits, and writes its geometry to a folder. A file that cannot be read is a result.
 * @throws the reason of the signal after an abort
 */
export async function readIfc(
  job: IfcJob,
  { signal, onProgress, timeoutMs = readLimits.timeoutMs }: ReadOptions,
): Promise<IfcModel | ModelError> {
  let result: IfcModel | ModelError = 'model.damaged'
  const end = await runLimited<IfcMessage>(script, job, {
    ...readLimits,
    timeoutMs,
    signal,
    onMessage: (message) => {
      if ('progress' in message) onProgress(message.progress)
      else result = 'model' in message ? message.model : message.error
    },
  })
  return end === 'done' ? result : end
}

interface Deps {
  readonly db: Database
  readonly files: FileStore
  readonly log: Pick<Log, 'error'>
}

const progressMs = 500
const pollIntervalMs = 60_000

/** Reads uploaded models in the background, one at a time, as each may take gigabytes. What waits is in the database. */
export class ModelReader {
  readonly #deps: Deps
  readonly #stopping = new AbortController()
  #running: Promise<void> | null = null
  #hasNew = false
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    const { db } = this.#deps
    if (db.engine === 'pglite') await db.tx((write) => freeModels(write))
    this.#timer = setInterval(() => this.poll(), pollIntervalMs)
    this.#timer.unref()
    this.poll()
  }

  /** Reads what waits. */
  poll(): void {
    if (this.#running !== null) {
      this.#hasNew = true
      return
    }
    this.#running = this.#readAll()
      .catch((err: unknown) => {
        if (!this.#stopping.signal.aborted) this.#deps.log.error({ err }, 'Models could not be read')
      })
      .finally(() => {
        this.#running = null
        if (this.#hasNew && !this.#stopping.signal.aborted) this.poll()
      })
  }

  /** Resolves when nothing is being read; for tests. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  /** Stops reading; what is not finished stays for the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.idle()
  }

  async #readAll(): Promise<void> {
    this.#hasNew = false
    for (;;) {
      const job = this.#stopping.signal.aborted ? null : await this.#deps.db.tx((write) => claimModel(write))
      if (job === null) return
      await this.#read(job)
    }
  }

  async #read(job: ClaimedModel): Promise<void> {
    const { db, log } = this.#deps
    const folder = await mkdtemp(join(tmpdir(), 'cloud-factory-model-'))
    const cancelled = new AbortController()
    let percent = 0
    const timer = setInterval(() => void this.#follow(job.id, percent, cancelled), progressMs)
    const signal = AbortSignal.any([this.#stopping.signal, cancelled.signal])
    try {
      await this.#convert(job, { folder, signal, onProgress: (now) => (percent = now) })
    } catch (err) {
      if (signal.aborted) return
      log.error({ err, model: job.id }, 'A model could not be read')
      await db.tx((write) => failModel(write, job.id, 'model.damaged'))
    } finally {
      clearInterval(timer)
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #convert(
    job: ClaimedModel,
    {
      folder,
      signal,
      onProgress,
    }: { folder: string; signal: AbortSignal; onProgress: (percent: number) => void },
  ): Promise<void> {
    const { db, files } = this.#deps
    const path = join(folder, 'model.ifc')
    await pipeline(files.stream(job.sha256), createWriteStream(path), { signal })
    const known = await db.tx((write) => marksOfOrder(write, job.order_id))
    const marks = known.map(({ mark }) => mark)
    const model = await readIfc({ path, folder, marks, origin: job.origin_before }, { signal, onProgress })
    const chunks: StoredFile[] = []
    if (typeof model !== 'string')
      for (const at of model.chunks.keys()) chunks.push(await files.put(join(folder, `${at}.gz`)))
    await db.tx(async (write) => {
      await orderForUpdate(write, job.plant_id, String(job.order_id))
      if (!(await saveProgress(write, job.id, 100))) return
      if (typeof model === 'string') await failModel(write, job.id, model)
      else await saveModel(write, job, { model, chunks })
      const event = { name: 'orders.model_changed', subjectId: String(job.order_id) } as const
      await recordEvent(write, systemActor(job.plant_id), event)
    })
  }

  /** Stores the progress, and stops when somebody cancelled the model, on whichever instance. */
  async #follow(id: number, percent: number, cancelled: AbortController): Promise<void> {
    try {
      if (!(await this.#deps.db.tx((write) => saveProgress(write, id, percent)))) cancelled.abort()
    } catch (err) {
      this.#deps.log.error({ err, model: id }, 'Progress of a model could not be saved')
    }
  }
}
