import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Selectable } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { DomainError } from '../http/domain-error.ts'

const derive = promisify(argon2) as (kind: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** `lasting`: chosen by its owner; `first`: of the first start; `once`: handed over, not yet used; `used`: handed over, used. */
export type PasswordState = Selectable<Tables['users']>['password_state']

export interface PasswordCost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP ASVS 5.0 appendix C: argon2id with at least 19 MiB, two passes, one lane. */
const standardCost: PasswordCost = { memory: 19456, passes: 2, parallelism: 1 }

const atOnce = 2
const longestQueue = 50

/** Hashes and checks passwords. Every call may throw `server.busy` when too many are waiting. */
export interface Passwords {
  /** PHC string to store. */
  hash(password: string): Promise<string>
  /** `stored` is null for an unknown person: takes the same time and returns false. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Whether a stored password was hashed with a cost other than the current one. */
  isOutdated(stored: string): boolean
}

/** One per process: its queue keeps hashing from using the whole machine. */
export function createPasswords(cost: PasswordCost = standardCost): Passwords {
  const inTurn = turns()
  const prefix = phcPrefix(cost)
  return {
    async hash(password) {
      const salt = randomBytes(16)
      const tag = await inTurn(() => derive('argon2id', parametersOf(cost, salt, password, 32)))
      return `${prefix}${unpadded(salt)}$${unpadded(tag)}`
    },
    async verify(stored, password) {
      const known = (stored !== null && parse(stored)) || {
        cost,
        salt: randomBytes(16),
        tag: randomBytes(32),
      }
      const tag = await inTurn(() =>
        derive('argon2id', parametersOf(known.cost, known.salt, password, known.tag.length)),
      )
      return timingSafeEqual(tag, known.tag)
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
  }
}

/** Runs at most `atOnce` jobs at a time; the others wait in a queue. Fails when the queue is too long. */
function turns() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else {
      if (waiting.length >= longestQueue) throw new DomainError('server.busy', { retryAfter: 3 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The slot goes directly to the next job, so that no new one can take it.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const phcPrefix = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

const phc = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } | null {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(stored) ?? []
  if (salt === undefined || tag === undefined) return null
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const parametersOf = (
  cost: PasswordCost,
  nonce: Buffer,
  message: string,
  tagLength: number,
): Argon2Parameters => ({
  ...cost,
  message,
  nonce,
  tagLength,
})
