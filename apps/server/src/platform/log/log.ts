import { type DestinationStream, type Logger, pino } from 'pino'
import { standardOutput } from './log-output.ts'

/** The server's log: JSON lines; what is secret is taken out, by name and by form, before anything is written. */
export type Log = Logger

/** Properties, up to two levels deep. A `code` is none of them: it is what an error of the system is known by. */
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
/** Passwords in addresses, and parameters of an address that let somebody in; wherever they stand, also in an error's text. */
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
