import fs from 'node:fs'
import { pino, type DestinationStream, type Logger } from 'pino'

/** Lines beyond this many waiting bytes are counted, not kept. */
const maxBytes = 1024 * 1024
const retryMs = 1_000

type Files = Pick<typeof fs, 'write' | 'writeSync'>

/**
 * The log's output. It never blocks and never ends the process. While lines cannot be written, such as on a full disk
 * or to a pipe that nobody reads, the first ones are kept and the others counted; when writing works again, the log
 * says how many were lost.
 */
export class LogOutput {
  readonly #fd: number
  readonly #files: Files
  #lines: Buffer[] = []
  #bytes = 0
  #lost = 0
  #isWriting = false
  #isClosed = false
  #retry: NodeJS.Timeout | null = null

  constructor(fd: number, files: Files = fs) {
    this.#fd = fd
    this.#files = files
  }

  write(line: string): void {
    if (this.#isClosed) return
    const bytes = Buffer.from(line)
    if (this.#bytes + bytes.length > maxBytes) {
      this.#lost += 1
      return
    }
    this.#keep(bytes)
    // Lines of one moment are written together; `flushSync` writes all at once.
    if (this.#lines.length === 1 && this.#retry === null) setImmediate(() => this.#writeNext())
  }

  /** Before the process ends: tries once to write the waiting lines. Does not wait for a write in progress. */
  flushSync(): void {
    if (this.#isWriting || this.#lines.length === 0) return
    try {
      while (this.#lines.length > 0) this.#written(this.#files.writeSync(this.#fd, this.#lines[0] as Buffer))
    } catch {
      // There is nobody left to report it to.
    }
  }

  #writeNext(): void {
    if (this.#isWriting || this.#lines.length === 0) return
    const batch = Buffer.concat(this.#lines)
    this.#lines = [batch]
    this.#isWriting = true
    this.#files.write(this.#fd, batch, (error, count) => {
      this.#isWriting = false
      if (error === null) this.#written(count)
      else if (error.code === 'EPIPE') return this.#close()
      else return this.#waitForRoom()
      this.#writeNext()
    })
  }

  #keep(bytes: Buffer): void {
    this.#lines.push(bytes)
    this.#bytes += bytes.length
  }

  /** Removes this many written bytes from the first entry. */
  #written(count: number): void {
    const [first = Buffer.alloc(0), ...others] = this.#lines
    this.#bytes -= count
    this.#lines = count < first.length ? [first.subarray(count), ...others] : others
    if (this.#lost === 0 || this.#lines.length > 0) return
    const [time, lost] = [new Date().toISOString(), this.#lost]
    this.#lost = 0
    const entry = { level: pino.levels.values['warn'], time, lost, msg: 'log lines could not be written' }
    this.#keep(Buffer.from(`${JSON.stringify(entry)}\n`))
  }

  #waitForRoom(): void {
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#writeNext()
    }, retryMs).unref()
  }

  /** The reader of the log has gone for good. */
  #close(): void {
    this.#isClosed = true
    this.#lines = []
    this.#bytes = 0
  }
}

let standard: LogOutput | undefined

/** The standard output of the process. */
function standardOutput(): LogOutput {
  if (standard !== undefined) return standard
  const output = new LogOutput(1)
  process.on('exit', () => output.flushSync())
  return (standard = output)
}

/** The server's log: JSON lines. Secrets are removed, by property name and by form, before anything is written. */
export type Log = Logger

/** Property names, up to two levels deep. `code` is not among them: it identifies system errors. */
const secrets = [
  'authorization',
  'password',
  'current',
  'next',
  'token',
  'ticket',
  'oneTimePassword',
  'secret',
]

const censor = '[secret]'
/** Passwords in URLs, and URL parameters that grant access, wherever they occur, including error texts. */
const inText =
  /(:\/\/[^\s:/@"\\]*:)[^\s@"\\]+(?=@)|((?:[?&]|\b)(?:ticket|code|state|token|access_token|id_token|secret|password)=)[^&\s"\\]+/gi

export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor },
    hooks: { streamWrite: (line: string) => line.replaceAll(inText, `$1$2${censor}`) },
  }
  return pino(options, destination)
}
