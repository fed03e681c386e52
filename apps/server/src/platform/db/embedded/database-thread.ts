import fs, { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { damagedEnd, errorOf } from './engine.ts'
import type { ThreadAnswer, ThreadRequest, ThreadSettings } from './database-thread-owner.ts'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface FileSystemModule {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } }
}

/** WASI's number for an input/output error. */
const ioError = 29

/**
 * PGlite's file system on a directory, with an fsync that reaches the disk. The original has none: the database
 * considers its commits safe, and a power cut loses them all. This class depends on internals of Emscripten, so the
 * version of PGlite is pinned and a test counts the calls.
 */
class DurableFileSystem extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const ready = await super.init(pg, options)
    const steps = ready.emscriptenOpts.preRun
    if (!Array.isArray(steps))
      throw new Error('PGlite no longer takes start-up steps: fsync cannot be given to it')
    steps.push((module: unknown) => {
      ;(module as FileSystemModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fs.fsyncSync(nfd)
          return 0
        } catch {
          return ioError
        }
      }
    })
    return ready
  }
}

/** Bytes collected before they are passed on: few messages, and a large result is never in memory twice. */
const parcel = 1 << 20

const port = parentPort
if (port === null) throw new Error('The database runs in a worker thread')
const answer = (message: ThreadAnswer) =>
  port.postMessage(message, message.kind === 'bytes' ? [message.bytes.buffer as ArrayBuffer] : [])

const database = await open(workerData as ThreadSettings)

port.on('message', (request: ThreadRequest) => {
  void (request.kind === 'query' ? query(request.bytes) : close())
})
/** Opens the database and reports what the engine logs during the start. */
async function open(settings: ThreadSettings): Promise<PGlite> {
  const lines: string[] = []
  let isStarting = true
  const onStderr = (line: string) => {
    if (isStarting) lines.push(line)
    // None of it is printed.
    return false
  }
  try {
    const opened = await PGlite.create({ ...(await optionsFor(settings)), onStderr })
    answer({ kind: 'ready', damage: damagedEnd(lines) })
    return opened
  } catch (error) {
    answer({ kind: 'refused', reason: errorOf(lines) ?? String(error) })
    throw error
  } finally {
    isStarting = false
  }
}

async function query(bytes: Uint8Array): Promise<void> {
  let parts: Uint8Array[] = []
  let size = 0
  const send = (last: boolean) => {
    const bytes = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    parts = []
    size = 0
    answer({ kind: 'bytes', bytes, last })
  }
  await database.execProtocolRawStream(bytes, {
    onRawData: (part) => {
      // A copy: the chunk is a view of memory that the next one overwrites.
      parts.push(part.slice())
      size += part.length
      if (size >= parcel) send(false)
    },
  })
  send(true)
}

async function close(): Promise<void> {
  await database.close()
  answer({ kind: 'closed' })
}

async function optionsFor(settings: ThreadSettings): Promise<PGliteOptions> {
  const extensions = { pg_trgm }
  if (settings.kind === 'memory') {
    const { image, engine: pgliteWasmModule } = settings
    const loaded = image === null ? {} : { loadDataDir: await openAsBlob(image) }
    return { extensions, pgliteWasmModule, ...loaded }
  }
  const withoutSync = '-F'
  return {
    extensions,
    fs: new DurableFileSystem(settings.directory),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== withoutSync),
      '-c',
      'wal_sync_method=fsync',
      // Size of the write-ahead log that stays in the folder for reuse, beyond what a restart needs.
      '-c',
      'min_wal_size=32MB',
      '-c',
      'max_wal_size=64MB',
      // The engine writes to all of it at its start. More made no list of 100 000 orders faster; the system caches the files.
      '-c',
      'shared_buffers=32MB',
    ],
  }
}
