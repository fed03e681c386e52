/** What the database platform needs of a logger; pino's fits. */
export interface DatabaseLog {
  info(details: object, sentence: string): void
  warn(details: object, sentence: string): void
  error(details: object, sentence: string): void
}
