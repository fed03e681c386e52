/** The part of a logger that the database platform needs; pino fits. */
export interface DatabaseLog {
  info(details: object, sentence: string): void
  warn(details: object, sentence: string): void
  error(details: object, sentence: string): void
}
