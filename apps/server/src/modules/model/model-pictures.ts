import { colourOf, noState } from '@cloud-factory/domain/model/state-colours'
import type { WallColouring } from '@cloud-factory/domain/model/member-states'
import type { Clock } from '../../platform/clock/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import { runLimited } from '../../platform/table/limited-worker.ts'
import type { PictureJob, PictureMessage } from './rasteriser.ts'

/** A model with the states of its members, as its pictures show it. */
export interface PicturedModel {
  readonly id: string
  /** Changes with the state of any member. */
  readonly version: string
  readonly colouring: WallColouring
  readonly chunks: readonly { readonly sha256: string }[]
  /** By members, as indices into the sums. */
  readonly states: readonly (number | null)[]
  readonly sums: readonly { readonly state: string }[]
}

/** Views around a model. */
export interface PictureSeries {
  readonly version: string
  /** Of the states that they show, ms since 1970. */
  readonly at: number
  readonly pictures: readonly Uint8Array[]
}

interface Entry {
  readonly series: PictureSeries | null
  /** Version that was drawn last or is being drawn; empty: none. */
  readonly begun: string
  /** No new series before, ms since 1970. */
  readonly nextAt: number
}

const views = 24
const size = { wide: 960, high: 540 }
const limits = { timeoutMs: 120_000, memoryMb: 1024 }
/** A series is drawn anew at most so often, and takes at most this share of a core. */
const minPauseMs = 180_000
const pauseFactor = 20
/** Series in memory, of some megabytes each. */
const maxSeries = 8
const script = new URL('./picture-worker.ts', import.meta.url)

interface Deps {
  readonly files: Pick<FileStore, 'bytes'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
}

/** Pictures of models for TVs without a graphics card, drawn one series at a time. They are in memory: a restart draws them anew. */
export class ModelPictures {
  readonly #deps: Deps
  readonly #entries = new Map<string, Entry>()
  readonly #stopping = new AbortController()
  #queue: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The last series of a model; null: none is drawn yet. Draws another one when states changed and the pause is over. */
  latest(model: PicturedModel): PictureSeries | null {
    const key = `${model.id} ${model.colouring}`
    const now = this.#deps.clock.now().getTime()
    const entry = this.#entries.get(key) ?? { series: null, begun: '', nextAt: 0 }
    if (entry.begun !== model.version && now >= entry.nextAt) {
      this.#set(key, { ...entry, begun: model.version, nextAt: Infinity })
      this.#queue = this.#queue.then(() => this.#draw(key, model, now))
    } else if (this.#entries.has(key)) this.#set(key, entry)
    return entry.series
  }

  /** Resolves when nothing is being drawn; for tests. */
  idle(): Promise<void> {
    return this.#queue
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#queue
  }

  /** The series that was used least recently makes room. */
  #set(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > maxSeries && oldest !== undefined) this.#entries.delete(oldest)
  }

  async #draw(key: string, model: PicturedModel, at: number): Promise<void> {
    const { clock, log } = this.#deps
    const begunAt = clock.now().getTime()
    const pictures = await this.#picturesOf(model).catch((err: unknown) => {
      if (!this.#stopping.signal.aborted) log.error({ err, model: model.id }, 'Pictures could not be drawn')
      return null
    })
    const now = clock.now().getTime()
    const before = this.#entries.get(key)?.series ?? null
    this.#set(key, {
      series: pictures === null ? before : { version: model.version, at, pictures },
      begun: pictures === null ? '' : model.version,
      nextAt: now + Math.max(minPauseMs, (now - begunAt) * pauseFactor),
    })
  }

  /** Null: they take too much time or memory. */
  async #picturesOf(model: PicturedModel): Promise<Uint8Array[] | null> {
    const chunks: Uint8Array[] = []
    for (const { sha256 } of model.chunks) chunks.push(await this.#deps.files.bytes(sha256))
    const job: PictureJob = { chunks, colours: coloursOf(model), views, size }
    const pictures: Uint8Array[] = []
    const end = await runLimited<PictureMessage>(script, job, {
      ...limits,
      signal: this.#stopping.signal,
      onMessage: ({ picture }) => pictures.push(picture),
    })
    return end === 'done' ? pictures : null
  }
}

/** Colours of the members, three bytes each. */
const coloursOf = ({ states, sums, colouring }: PicturedModel): Uint8Array =>
  Uint8Array.from(
    states.flatMap((state) => {
      const sum = state === null ? undefined : sums[state]
      return sum === undefined || state === null ? noState : colourOf(colouring, sum.state, state)
    }),
  )
