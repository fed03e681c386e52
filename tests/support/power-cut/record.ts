// Preloaded into a process (`--import`) and its threads. Records their changes to files below a folder. The embedded
// database only uses these functions of `node:fs`; any other function that changes files is an error.
import fs from 'node:fs'
import { relative, resolve } from 'node:path'
import { append, type DiskEvent } from './journal.ts'

type Call = (...args: readonly unknown[]) => unknown

const { RECORD_FOLDER = '', RECORD_JOURNAL = '' } = process.env
const folder = resolve(RECORD_FOLDER)
const write = fs.writeSync
const journal = fs.openSync(RECORD_JOURNAL, 'a')
/** Open files below the folder. */
const open = new Set<unknown>()
/** For a file that is changed by path, without a descriptor. */
const nobody = -1
/** Some functions of `node:fs` call others. Only calls by the program count. */
let depth = 0

const note = (event: DiskEvent) => append(journal, event, write)

/** Path relative to the folder; null: outside it, or not a path. */
function inside(path: unknown): string | null {
  if (typeof path !== 'string') return null
  const below = relative(folder, resolve(path))
  return below.startsWith('..') ? null : below
}

function watch(name: string, say: (args: readonly unknown[], result: unknown) => void): void {
  const functions = fs as unknown as Record<string, Call>
  const work = functions[name]
  if (work === undefined) throw new Error(`node:fs has no ${name}`)
  functions[name] = (...args) => {
    depth += 1
    try {
      const result = work(...args)
      if (depth === 1) say(args, result)
      return result
    } finally {
      depth -= 1
    }
  }
}

/** Wraps a function whose first argument is a path below the folder. */
const watchPath = (name: string, say: (path: string, args: readonly unknown[]) => void) =>
  watch(name, (args) => {
    const path = inside(args[0])
    if (path !== null) say(path, args)
  })

/** Wraps a function whose first argument is an open file below the folder. */
const watchFile = (name: string, say: (fd: number, args: readonly unknown[], result: unknown) => void) =>
  watch(name, (args, result) => {
    if (open.has(args[0])) say(Number(args[0]), args, result)
  })

watch('openSync', ([path, flags], result) => {
  const below = inside(path)
  if (below === null) return
  const fd = Number(result)
  open.add(fd)
  note({ op: 'open', fd, path: below })
  if (flags === 'r' || flags === undefined) return
  if (typeof flags !== 'number') throw new Error('flags of this form are not recorded')
  if ((flags & fs.constants.O_TRUNC) !== 0) note({ op: 'resize', fd, size: 0 })
})
watchFile('closeSync', (fd) => {
  open.delete(fd)
  note({ op: 'close', fd })
})
watchFile('writeSync', (fd, [, buffer, offset, , at], written) => {
  if (!ArrayBuffer.isView(buffer) || typeof at !== 'number') throw new Error('a write of another form')
  const bytes = Buffer.from(buffer.buffer, buffer.byteOffset + Number(offset), Number(written))
  note({ op: 'write', fd, at, bytes })
})
watchFile('fsyncSync', (fd) => note({ op: 'sync', fd }))
watchFile('ftruncateSync', (fd, [, size]) => note({ op: 'resize', fd, size: Number(size ?? 0) }))
watchPath('truncateSync', (path, [, size]) => {
  note({ op: 'open', fd: nobody, path })
  note({ op: 'resize', fd: nobody, size: Number(size ?? 0) })
  note({ op: 'close', fd: nobody })
})
watchFile('writevSync', () => {
  throw new Error('writevSync is not recorded')
})
watchPath('writeFileSync', (path, [, content]) => {
  if (content !== '') throw new Error(`a whole file was written at once: ${path}`)
  note({ op: 'create', path })
})
watchPath('mkdirSync', (path) => note({ op: 'folder', path }))
watchPath('unlinkSync', (path) => note({ op: 'remove', path }))
watchPath('rmdirSync', (path) => note({ op: 'remove', path }))
watchPath('renameSync', (path, [, target]) => {
  const to = inside(target)
  if (to === null) throw new Error(`${path} left the folder`)
  note({ op: 'rename', path, to })
})
for (const name of ['appendFileSync', 'copyFileSync', 'cpSync', 'linkSync', 'symlinkSync', 'rmSync'])
  watchPath(name, (path) => {
    throw new Error(`${name} of ${path} is not recorded`)
  })
