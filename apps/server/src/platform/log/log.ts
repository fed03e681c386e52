import { type DestinationStream, type Logger, pino } from 'pino'

/** The server's log: JSON lines; what is secret is taken out by name before anything is written. */
export type Log = Logger

const secrets = [
  'authorization',
  'password',
  'current',
  'next',
  'token',
  'ticket',
  'code',
  'oneTimePassword',
  'secret',
]

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
