import { AsyncLocalStorage } from 'node:async_hooks'
import { QueryOutsideTransaction } from './handles.ts'

/** Lives as long as one transaction; timers that outlive it see `open: false` and may query again. */
interface Scope {
  open: boolean
}

/** Knows whether the code that runs now was called from inside a transaction of one database. */
export class TransactionGuard {
  readonly #scopes = new AsyncLocalStorage<Scope>()

  /** Throws when called from inside a transaction. `what` begins the sentence. */
  rejectInside(what: string): void {
    if (this.#scopes.getStore()?.open === true) {
      throw new QueryOutsideTransaction(`${what} inside a transaction: use the write handle that tx gave`)
    }
  }

  /** Runs the work as the inside of a transaction. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const scope: Scope = { open: true }
    try {
      return await this.#scopes.run(scope, work)
    } finally {
      scope.open = false
    }
  }
}
