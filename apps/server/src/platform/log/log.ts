import { type DestinationStream, type Logger, pino } from 'pino'
import { standardOutput } from './log-output.ts'

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
