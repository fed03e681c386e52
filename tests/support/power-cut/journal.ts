import { readFileSync, writeSync } from 'node:fs'

/**
 * File operations of a process below a folder, in order, and the work it acknowledged. Paths are relative to the
 * folder.
 */
export type DiskEvent =
  | { readonly op: 'open'; readonly fd: number; readonly path: string }
  | { readonly op: 'close'; readonly fd: number }
  | { readonly op: 'write'; readonly fd: number; readonly at: number; readonly bytes: Buffer }
  | { readonly op: 'resize'; readonly fd: number; readonly size: number }
  | { readonly op: 'create'; readonly path: string }
  | { readonly op: 'folder'; readonly path: string }
  | { readonly op: 'rename'; readonly path: string; readonly to: string }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'sync'; readonly fd: number }
  | { readonly op: 'acknowledged'; readonly work: number }

/** Environment of a process that preloads `record.ts`. */
export interface RecordEnv {
  readonly RECORD_FOLDER: string
  readonly RECORD_JOURNAL: string
}

/** Appends an event to an open journal. Each event is one write, so events of different threads never mix. */
export function append(journal: number, event: DiskEvent, write = writeSync): void {
  const { bytes = Buffer.alloc(0), ...rest } = event as DiskEvent & { readonly bytes?: Buffer }
  const head = Buffer.from(JSON.stringify(rest))
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(head.length, 0)
  sizes.writeUInt32LE(bytes.length, 4)
  const whole = Buffer.concat([sizes, head, bytes])
  if (write(journal, whole) !== whole.length) throw new Error('the journal took a part of an event')
}

/** All events of a journal. The last one may be missing if the process was killed. */
export function readJournal(path: string): DiskEvent[] {
  const all = readFileSync(path)
  const events: DiskEvent[] = []
  let at = 0
  while (at + 8 <= all.length) {
    const head = at + 8
    const body = head + all.readUInt32LE(at)
    const end = body + all.readUInt32LE(at + 4)
    if (end > all.length) break
    const event = JSON.parse(all.toString('utf8', head, body)) as DiskEvent
    events.push(event.op === 'write' ? { ...event, bytes: all.subarray(body, end) } : event)
    at = end
  }
  return events
}
