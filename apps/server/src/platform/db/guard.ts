import { AsyncLocalStorage } from 'node:async_hooks'
import { QueryOutsideTransaction } from './handles.ts'

/** Exists as long as one transaction. Timers that outlive it see `open: false` and may query again. */
interface Scope {
  open: boolean
}

/** Knows whether the running code was called inside a transaction of one database. */
export class TransactionGuard {
  readonly #scopes = new AsyncLocalStorage<Scope>()

  /** Throws when called inside a transaction. `what` begins the message. */
  rejectInside(what: string): void {
    if (this.#scopes.getStore()?.open === true) {
      throw new QueryOutsideTransaction(`${what} inside a transaction: use the write handle that tx gave`)
    }
  }

  /** Runs the work inside a transaction scope. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const scope: Scope = { open: true }
    try {
      return await this.#scopes.run(scope, work)
    } finally {
      scope.open = false
    }
  }
}
