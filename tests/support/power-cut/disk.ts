import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DiskEvent } from './journal.ts'

const sector = 512

/** Probabilities for unsynced data at a power cut. */
export interface CutChance {
  /** Random number from 0 to below 1. */
  readonly random: () => number
  /** Share of written sectors that reached the disk, 0 to 1. */
  readonly written: number
}

/**
 * A disk whose cache is lost at a power cut. Data are safe after a sync of their file; of unsynced data, any
 * sectors may have reached the disk. Names (created, renamed, removed) and truncations reach it in order, and at
 * the latest with the next sync of any file, as with ext4 and XFS.
 */
export class CachedDisk {
  readonly #heedsSync: boolean
  /** The program's view. */
  readonly #visible: Folder
  /** Names that have reached the disk; their files are those of `#seen`. */
  readonly #durable: Folder
  readonly #open = new Map<number, Folder | DiskFile>()
  /** Names that may not have reached the disk. */
  #namings: Naming[] = []
  /** Counts changes of names and sizes; those before `#reached` are on the disk. */
  #step = 0
  #reached = 0

  /**
   * The folder's initial content is on the disk. `heedsSync`: false simulates a disk that ignores syncs, or a
   * program without them.
   */
  constructor(folder: string, heedsSync = true) {
    this.#visible = readFolder(folder)
    this.#durable = copyOf(this.#visible)
    this.#heedsSync = heedsSync
  }

  take(event: DiskEvent): void {
    switch (event.op) {
      case 'open':
        this.#open.set(event.fd, nodeAt(this.#visible, event.path))
        return
      case 'close':
        this.#open.delete(event.fd)
        return
      case 'write':
        this.#file(event.fd).pending.push({ at: event.at, bytes: event.bytes })
        return
      case 'resize':
        this.#file(event.fd).pending.push({ size: event.size, step: this.#next() })
        return
      case 'sync':
        this.#sync(event.fd)
        return
      case 'acknowledged':
        return
      case 'create':
      case 'folder':
      case 'remove':
      case 'rename':
        this.#name(event)
    }
  }

  /** Writes the state after a power cut into a folder. */
  cut(folder: string, chance: CutChance): void {
    const reached = this.#reached + Math.floor(chance.random() * (this.#step - this.#reached + 1))
    const left = copyOf(this.#durable)
    for (const naming of this.#namings) if (naming.step < reached) apply(left, naming)
    writeFolder(folder, left, (file) => file.left(reached, chance))
  }

  #next(): number {
    this.#step += 1
    return this.#step - 1
  }

  #file(fd: number): DiskFile {
    const node = this.#open.get(fd)
    if (!(node instanceof DiskFile)) throw new Error(`no open file ${fd}`)
    return node
  }

  #name(event: Naming['event']): void {
    const old =
      event.op === 'create' ? parentOf(this.#visible, event.path).get(basename(event.path)) : undefined
    if (old instanceof DiskFile) {
      // Creating an existing file truncates it.
      old.pending.push({ size: 0, step: this.#next() })
      return
    }
    const naming = { event, file: new DiskFile(), step: this.#next() }
    apply(this.#visible, naming)
    this.#namings.push(naming)
  }

  #sync(fd: number): void {
    if (!this.#heedsSync) return
    const node = this.#open.get(fd)
    if (node instanceof DiskFile) node.settle()
    for (const naming of this.#namings) apply(this.#durable, naming)
    this.#namings = []
    this.#reached = this.#step
  }
}

type Folder = Map<string, Folder | DiskFile>
type Change =
  | { readonly at: number; readonly bytes: Buffer }
  | { readonly size: number; readonly step: number }
interface Naming {
  readonly event: Extract<DiskEvent, { op: 'create' | 'folder' | 'remove' | 'rename' }>
  /** The file made by `create`. */
  readonly file: DiskFile
  readonly step: number
}

class DiskFile {
  /** Unsynced changes, in order. */
  pending: Change[] = []
  #content: Content

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#content = new Content(bytes)
  }

  settle(): void {
    for (const change of this.pending)
      if ('size' in change) this.#content.resize(change.size)
      else this.#content.write(change.at, change.bytes)
    this.pending = []
  }

  left(reached: number, { random, written }: CutChance): Buffer {
    const content = this.#content.copy()
    for (const change of this.pending) {
      if ('size' in change) {
        if (change.step < reached) content.resize(change.size)
        continue
      }
      for (const { at, bytes } of sectorsOf(change)) if (random() < written) content.write(at, bytes)
    }
    return content.bytes()
  }
}

function* sectorsOf({ at, bytes }: { readonly at: number; readonly bytes: Buffer }) {
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sector - ((at + from) % sector))
    yield { at: at + from, bytes: bytes.subarray(from, to) }
    from = to
  }
}

/** A byte buffer that grows without a copy on each write. */
class Content {
  #buffer: Buffer
  #size: number

  constructor(bytes: Buffer) {
    this.#buffer = bytes
    this.#size = bytes.length
  }

  write(at: number, bytes: Buffer): void {
    const end = at + bytes.length
    if (end > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(end, this.#buffer.length * 2))
      this.#buffer.copy(larger, 0, 0, this.#size)
      this.#buffer = larger
    }
    bytes.copy(this.#buffer, at)
    this.#size = Math.max(this.#size, end)
  }

  resize(size: number): void {
    if (size > this.#size) this.write(size, Buffer.alloc(0))
    else this.#buffer.fill(0, size, this.#size)
    this.#size = size
  }

  bytes = (): Buffer => this.#buffer.subarray(0, this.#size)
  copy = (): Content => new Content(Buffer.from(this.bytes()))
}

function apply(root: Folder, { event, file }: Naming): void {
  const folder = parentOf(root, event.path)
  const name = basename(event.path)
  if (event.op === 'create') folder.set(name, file)
  else if (event.op === 'folder') folder.set(name, new Map())
  else {
    const node = folder.get(name)
    if (node === undefined) throw new Error(`no ${event.path}`)
    folder.delete(name)
    if (event.op === 'rename') parentOf(root, event.to).set(basename(event.to), node)
  }
}

function nodeAt(root: Folder, path: string): Folder | DiskFile {
  let node: Folder | DiskFile | undefined = root
  for (const name of path.split('/'))
    if (name !== '' && name !== '.') node = node instanceof Map ? node.get(name) : undefined
  if (node === undefined) throw new Error(`no ${path}`)
  return node
}

function parentOf(root: Folder, path: string): Folder {
  const node = nodeAt(root, dirname(path))
  if (node instanceof DiskFile) throw new Error(`${path} is below a file`)
  return node
}

const copyOf = (folder: Folder): Folder =>
  new Map([...folder].map(([name, node]) => [name, node instanceof DiskFile ? node : copyOf(node)]))

function readFolder(path: string): Folder {
  const entries = readdirSync(path, { withFileTypes: true })
  return new Map(
    entries.map((entry) => {
      const at = join(path, entry.name)
      return [entry.name, entry.isDirectory() ? readFolder(at) : new DiskFile(readFileSync(at))]
    }),
  )
}

function writeFolder(path: string, folder: Folder, bytesOf: (file: DiskFile) => Buffer): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  for (const [name, node] of folder) {
    if (node instanceof DiskFile) writeFileSync(join(path, name), bytesOf(node), { mode: 0o600 })
    else writeFolder(join(path, name), node, bytesOf)
  }
}
