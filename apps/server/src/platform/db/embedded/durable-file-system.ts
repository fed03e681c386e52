import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
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
export class DurableFileSystem extends NodeFS {
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
