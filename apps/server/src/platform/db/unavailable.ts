/** SQLSTATE class 08 (connection), 57P01–57P03 (shutting down, crashed, starting), 53300 (too many connections). */
const states = /^(08...|57P0[123]|53300)$/
const sockets = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether an error means that the database cannot be reached now, so that a later retry makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && states.test(code)) return true
  return (typeof code === 'string' && sockets.has(code) && syscall !== 'open') || words.test(error.message)
}
